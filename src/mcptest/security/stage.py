"""A scan of a live server as cases for the engine: its lists, then its session."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.finding import Risk
from mcptest.model.outcome import Lane, Skip
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.security.acceptance import Acceptance
from mcptest.security.engine import Located, all_rules, scan_catalog, scan_launch
from mcptest.security.launch import LaunchFacts
from mcptest.security.result import CATALOG, LAUNCH, risk_counts
from mcptest.security.review import Review
from mcptest.security.rule import SecurityRule
from mcptest.security.severity import DEFAULT_GATE
from mcptest.security.subject import make_catalog
from mcptest.security.texts import CatalogText


@record(kw_only=True)
class ScanOptions:
    """``advisory`` findings warn at most, whatever they say."""

    rules: tuple[SecurityRule, ...] = field(default_factory=all_rules)
    fail_on: Risk = DEFAULT_GATE
    acceptance: Acceptance = field(default_factory=Acceptance)
    advisory: bool = False
    review: Review | None = None
    other_user: str | None = field(default=None, repr=False)


def static_cases(
    server: str,
    tools: Sequence[ToolDescriptor],
    options: ScanOptions,
    *,
    launch: LaunchFacts | None = None,
    around: Sequence[CatalogText] = (),
) -> list[Case]:
    """One case per tool, one for the catalog, one for the launch where there is a command."""
    catalog = make_catalog(tools, server=server, around=around, review=options.review)
    found = scan_catalog(catalog, options.rules, fail_on=options.fail_on)
    kept = options.acceptance.kept(found)
    cases = [known_case(server, CATALOG, [one for one in kept if one.tool is None], options)]
    for index, tool in enumerate(tools):
        own = [one for one in kept if one.tool == index]
        cases.append(known_case(server, tool.name or f"tool {index}", own, options))
    if launch is not None:
        started = scan_launch(launch, options.rules, fail_on=options.fail_on)
        cases.append(known_case(server, LAUNCH, options.acceptance.kept(started), options))
    return cases


def known_case(server: str, name: str, found: Sequence[Located], options: ScanOptions) -> Case:
    """A case whose findings are known before it runs."""

    async def observe(_context: Context) -> Observation:
        return observed(found)

    return make_live_case(server, name, observe, options)


def make_live_case(
    server: str,
    name: str,
    observe: Callable[[Context], Awaitable[Observation]],
    options: ScanOptions,
    *,
    serial: bool = False,
    skip: Skip | None = None,
) -> Case:
    return Case(
        id=f"{Lane.SECURITY}::{server}::{name}",
        name=name,
        lane=Lane.SECURITY,
        server=server,
        observe=observe,
        advisory=options.advisory,
        serial=serial,
        skip=skip,
    )


def observed(found: Sequence[Located]) -> Observation:
    findings = [one.finding for one in found]
    return Observation(targets=risk_counts(findings), findings=tuple(findings), judged=True)
