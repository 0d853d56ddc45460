"""What a suite runs around its tests: once for each server, and before and after each test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field, replace
from typing import TypeAlias

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.escape import one_line
from mcptest.model.finding import Finding
from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason, Status
from mcptest.model.record import record

HookRun: TypeAlias = Callable[[Context], Awaitable[tuple[Finding, ...]]]
_BROKEN = {Status.FAILED, Status.ERRORED}


@record(kw_only=True)
class Hooks:
    """Each gives its findings, and leaves what it captured in ``Context.captured``."""

    setup: HookRun | None = None
    teardown: HookRun | None = None
    before_each: HookRun | None = None
    after_each: HookRun | None = None


@record
class Prepared:
    """What the setup of one server came to; ``skip`` is for the tests that relied on it."""

    captured: Mapping[str, Json] = field(default_factory=dict)
    result: CaseResult | None = None
    skip: Skip | None = None


class Setups:
    """Runs each setup once, and the teardown of each that was begun."""

    def __init__(self, run: Callable[[Case], Awaitable[CaseResult]]) -> None:
        self._run = run
        self._locks: dict[tuple[Hooks, str | None], asyncio.Lock] = {}
        self._prepared: dict[tuple[Hooks, str | None], Prepared] = {}

    async def ready(self, case: Case, hooks: Hooks) -> Prepared:
        """What the setup of the server came to; the first test runs it."""
        key = (hooks, case.server)
        async with self._locks.setdefault(key, asyncio.Lock()):
            if key not in self._prepared:
                self._prepared[key] = Prepared()  # so that a teardown follows in any case
                self._prepared[key] = await self._set_up(case, hooks)
        return self._prepared[key]

    async def finish(self) -> list[CaseResult]:
        """Every teardown; the results of those that failed, and of setups that did."""
        done, self._prepared = self._prepared, {}
        found: list[CaseResult] = []
        for (hooks, server), prepared in done.items():
            before = prepared.result if prepared.skip is not None else None
            after = await self._tear_down(hooks, server, prepared)
            found += [before] if before is not None else []
            if after is not None and not _same_trouble(before, after):
                found.append(after)
        return found

    async def _set_up(self, case: Case, hooks: Hooks) -> Prepared:
        if hooks.setup is None:
            return Prepared()
        captured: dict[str, Json] = {}
        result = await self._run(_hook_case("setup", case.server, hooks.setup, captured))
        if result.status not in _BROKEN:
            return Prepared(captured, result)
        reason = result.findings[0].message if result.findings else "it could not be run"
        detail = f"the setup of this server failed: {one_line(reason, limit=300)}"
        return Prepared(captured, result, Skip(SkipReason.NEEDS_FIXTURE, detail))

    async def _tear_down(
        self, hooks: Hooks, server: str | None, prepared: Prepared
    ) -> CaseResult | None:
        if hooks.teardown is None:
            return None
        case = _hook_case("teardown", server, hooks.teardown, dict(prepared.captured))
        result = await self._run(case)
        return result if result.status in _BROKEN else None


def _hook_case(name: str, server: str | None, run: HookRun, captured: dict[str, Json]) -> Case:
    """A list of hooks as a case, so that it is timed, bounded and reported as one."""

    async def observe(context: Context) -> Observation:
        context.captured = captured
        return Observation(findings=await run(context), judged=True)

    lane = Lane(name)
    return Case(
        id=f"{lane}::{server}::{name}", name=name, lane=lane, server=server, observe=observe
    )


def surrounded(case: Case, hooks: Hooks, captured: Mapping[str, Json]) -> Case:
    """The case with ``before_each`` and ``after_each`` as part of it."""

    async def observe(context: Context) -> Observation:
        context.captured = dict(captured)
        broken = await hooks.before_each(context) if hooks.before_each else ()
        try:
            seen = (
                Observation(findings=broken, judged=True) if broken else await case.observe(context)
            )
        finally:
            after = await hooks.after_each(context) if hooks.after_each else ()
        return _with_findings(seen, after) if after else seen

    return replace(case, observe=observe)


def _with_findings(seen: Observation, more: tuple[Finding, ...]) -> Observation:
    judged = seen.judged or seen.skip is not None
    return replace(seen, findings=(*seen.findings, *more), skip=None, judged=judged)


def _same_trouble(before: CaseResult | None, after: CaseResult) -> bool:
    """A server that cannot be opened fails both in one way, which is told once."""
    told = [finding.message for finding in before.findings] if before is not None else []
    return all(any(finding.message in one for one in told) for finding in after.findings)
