"""A rule as a case for the engine: may it be looked at, look, compare."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.compliance.check import Check, check_of
from mcptest.compliance.examination import Examination, find_view
from mcptest.compliance.expectation import RuleExpectation, compile_expectation
from mcptest.compliance.judge import judge
from mcptest.compliance.reply_root import reply_root
from mcptest.compliance.rule import Rule
from mcptest.compliance.select import ServerTraits, why_not
from mcptest.compliance.steps import run_steps
from mcptest.compliance.view import NotSeenError
from mcptest.compliance.views.session import http_address
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.errors import TargetHandshakeError
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING, Json
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.wire.reply import Reply
from mcptest.wire.target import HttpTarget

_DENIED = (401, 403)  # HTTP: a token is missing, or is not enough


def rule_cases(rules: Iterable[Rule], exam: Examination, *, server: str) -> list[Case]:
    """One case for each rule; those that watch the conversation come last."""
    ordered = sorted(rules, key=lambda rule: (watches(rule), rule.id))
    return [rule_case(rule, exam, server=server) for rule in ordered]


def rule_case(rule: Rule, exam: Examination, *, server: str) -> Case:
    async def observe(ctx: Context) -> Observation:
        return await examine(rule, exam, ctx)

    return Case(
        id=f"compliance::{server}::{rule.id}",
        name=f"{rule.id} {rule.title}",
        lane=Lane.COMPLIANCE,
        server=server,
        observe=observe,
        finding_id=rule.id,
        last=watches(rule),
        tags=(rule.level.value, rule.section),
    )


def watches(rule: Rule) -> bool:
    """The rule reads what the others caused."""
    views = [find_view(name) for name in rule.observe.views]
    return any(view is not None and view.watches for view in views)


async def examine(rule: Rule, exam: Examination, ctx: Context) -> Observation:
    """Look at one rule on one server."""
    try:
        roots = await look(rule, exam, ctx)
    except NotSeenError as unseen:
        return Observation(skip=unseen.skip)
    except TargetHandshakeError as refusal:
        if not rule.foundation or wants_credentials(refusal):
            text = f"no session could be opened: {refusal.message}"
            return Observation(skip=Skip(SkipReason.CANNOT_TELL, text))
        reply = getattr(refusal, "reply", None)
        if not isinstance(reply, Reply) or reply.message is MISSING:
            return Observation(findings=(_never_opened(rule, refusal),))
        roots = {"opening": reply_root(reply)}
    return decide(rule, roots)


def _never_opened(rule: Rule, refusal: TargetHandshakeError) -> Finding:
    """Nothing was answered, so what it lacks says less than what happened in its place."""
    return Finding(
        id=rule.id,
        severity=Severity.ERROR,
        message=refusal.message,
        help=refusal.hint or "mcptest doctor looks at every step of the way to this server.",
        spec=rule.spec_url,
    )


def wants_credentials(refusal: TargetHandshakeError) -> bool:
    """The server asks for a token first, which is no fault of its handshake."""
    reply = getattr(refusal, "reply", None)
    http = reply.http if isinstance(reply, Reply) else None
    if http is None or http.status not in _DENIED:
        return False
    return http.status == _DENIED[0] or "www-authenticate" in map(str.lower, http.headers)


async def look(rule: Rule, exam: Examination, ctx: Context) -> dict[str, Json]:
    """Everything the rule's targets may name.

    Raises: NotSeenError, TargetHandshakeError.
    """
    alone = stands_alone(rule)
    traits = _address_traits(exam, ctx) if alone else await _session_traits(exam, ctx)
    skip = why_not(rule, traits)
    if skip is not None:
        raise NotSeenError(skip.reason, skip.detail)
    roots: dict[str, Json] = {"hints": dict(exam.hints)}
    if alone:
        roots["session"] = http_address(exam, ctx)
    for name in rule.observe.views if alone else ("session", *rule.observe.views):
        roots[root_name(name)] = await exam.see(name, ctx)
    if rule.observe.steps:
        roots.update(await run_steps(rule.observe, roots, exam, ctx))
    if rule.check:
        roots["check"] = await _checked(check_of(rule.id), roots)
    return roots


async def _session_traits(exam: Examination, ctx: Context) -> ServerTraits:
    session = await exam.session(ctx)
    return ServerTraits(session.link.transport, session.capabilities, exam.hints)


def _address_traits(exam: Examination, ctx: Context) -> ServerTraits:
    return ServerTraits("http" if isinstance(ctx.target, HttpTarget) else "stdio", {}, exam.hints)


def stands_alone(rule: Rule) -> bool:
    """The rule needs no session: all its views look at the address alone."""
    views = [find_view(name) for name in rule.observe.views]
    own = rule.observe.on == "bare" or not rule.observe.steps
    return bool(views) and own and all(view is not None and view.alone for view in views)


def root_name(view: str) -> str:
    """A view's name as a path spells it: ``missing-resource`` is read as ``missing_resource``."""
    return view.replace("-", "_")


async def _checked(check: Check | None, roots: dict[str, Json]) -> Json:
    assert check is not None
    return {"problems": [dict(problem) for problem in check.run(roots)]}


def decide(rule: Rule, roots: dict[str, Json]) -> Observation:
    """Judge what was seen; nothing to look at is a skip, not a pass."""
    if not all(_holds(compile_expectation(entry), roots) for entry in rule.applies):
        reason = "; ".join(str(entry.get("message", entry["target"])) for entry in rule.applies)
        return Observation(skip=Skip(SkipReason.NOT_APPLICABLE, f"applies where: {reason}"))
    judged = judge(rule, [compile_expectation(entry) for entry in rule.expect], roots)
    if not judged.looked:
        return Observation(skip=Skip(SkipReason.NOT_APPLICABLE, "there was nothing to look at"))
    return Observation(roots=roots, findings=judged.findings)


def _holds(condition: RuleExpectation, roots: dict[str, Json]) -> bool:
    places = list(condition.places(roots))
    return bool(places) and all(condition.clause.mismatch(inner) is None for _, inner in places)
