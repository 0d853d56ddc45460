"""A rule as a case for the engine: may it be looked at, look, compare."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.judge.check import RuleCheck, check_of
from mcptest.compliance.judge.expectation import compile_expectation
from mcptest.compliance.judge.judge_rule import judge
from mcptest.compliance.observe.authorization.token_fixtures import TOKENS, fill_tokens
from mcptest.compliance.observe.connection import UNTOUCHED
from mcptest.compliance.observe.examination import Examination, find_view
from mcptest.compliance.observe.fixtures.find_fixtures import FINDABLE, complete_hints, fill_found
from mcptest.compliance.observe.reply_root import is_unknown, reply_root
from mcptest.compliance.observe.steps import run_steps
from mcptest.compliance.observe.view import NotSeenError
from mcptest.compliance.select import ServerTraits, why_not
from mcptest.compliance.unlooked import unlooked, why_unreached
from mcptest.compliance.views.session import http_address
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.errors import TargetDeniedError, TargetHandshakeError
from mcptest.match.expectation import Expectation
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING, Json
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.wire.reply import Reply

OTHER_REVISION = "handshake-version"
NO_SESSION = "no session could be opened"


def rule_cases(rules: Iterable[Rule], exam: Examination, *, server: str) -> list[Case]:
    """One case for each rule; those that watch the conversation come last.

    The very last are those that leave to a rule what that rule has told.
    """
    ordered = sorted(rules, key=lambda rule: (watches(rule), _yields(rule), rule.id))
    return [rule_case(rule, exam, server=server) for rule in ordered]


def rule_case(rule: Rule, exam: Examination, *, server: str) -> Case:
    async def observe(ctx: Context) -> Observation:
        return await examine(rule, exam, ctx)

    return _case(rule, server, observe)


def refused_case(rule: Rule, refusal: TargetHandshakeError, *, server: str) -> Case:
    """The rule on a server that is known to open no session; nothing is asked again."""

    async def observe(_ctx: Context) -> Observation:
        return without_session(rule, refusal)

    return _case(rule, server, observe)


def _case(rule: Rule, server: str, observe: Callable[[Context], Awaitable[Observation]]) -> Case:
    return Case(
        id=f"compliance::{server}::{rule.id}",
        name=f"{rule.id} {rule.title}",
        lane=Lane.COMPLIANCE,
        server=server,
        observe=observe,
        finding_id=rule.id,
        rule=rule.id,
        last=watches(rule),
        tags=(rule.level.value, rule.section),
    )


def watches(rule: Rule) -> bool:
    """The rule reads what the others caused."""
    views = [find_view(name) for name in rule.observe.views]
    return any(view is not None and view.watches for view in views)


def _yields(rule: Rule) -> bool:
    views = [find_view(name) for name in rule.observe.views]
    return any(view is not None and view.yields for view in views)


async def examine(rule: Rule, exam: Examination, ctx: Context) -> Observation:
    """Look at one rule on one server."""
    seen, steps = await _seen(rule, exam, ctx)
    passed = not seen.findings and seen.skip is None
    on_a_used_process = rule.observe.on == "fresh" and exam.parking.has_served(ctx)
    if on_a_used_process and not passed and not is_unknown(*steps):
        untouched = replace(rule, observe=replace(rule.observe, on=UNTOUCHED))
        seen, _ = await _seen(untouched, exam, ctx)
    if seen.findings:
        exam.violated.add(rule.id)
    return seen


async def _seen(
    rule: Rule, exam: Examination, ctx: Context
) -> tuple[Observation, tuple[Json, ...]]:
    """What the rule comes to, and what was answered to its own steps."""
    try:
        roots = await look(rule, exam, ctx)
    except NotSeenError as unseen:
        return Observation(skip=unseen.skip), ()
    except TargetHandshakeError as refusal:
        exam.refusals.append(refusal)
        return without_session(rule, refusal), ()
    return decide(rule, roots), tuple(roots[str(step["as"])] for step in rule.observe.steps)


def without_session(rule: Rule, refusal: TargetHandshakeError) -> Observation:
    """What the refusal itself breaks; a reply in the right form proves nothing more."""
    unknown = Observation(skip=Skip(SkipReason.CANNOT_TELL, f"{NO_SESSION}: {refusal.message}"))
    if not rule.foundation or isinstance(refusal, TargetDeniedError):
        return unknown
    if refusal.code == OTHER_REVISION:  # it answered as it may, and the revision is our demand
        return unknown
    reply = refusal.reply
    if not isinstance(reply, Reply) or reply.message is MISSING or reply.error is not MISSING:
        return Observation(findings=(_never_opened(rule, refusal),))
    seen = decide(rule, {"opening": reply_root(reply)})
    return seen if seen.findings else unknown


def _never_opened(rule: Rule, refusal: TargetHandshakeError) -> Finding:
    """Nothing was answered, so what it lacks says less than what happened in its place."""
    return Finding(
        id=rule.id,
        severity=Severity.ERROR,
        message=refusal.message,
        help=refusal.hint or "mcptest doctor looks at every step of the way to this server.",
        spec=rule.spec_url,
    )


async def look(rule: Rule, exam: Examination, ctx: Context) -> dict[str, Json]:
    """Everything the rule's targets may name.

    Raises: NotSeenError, TargetHandshakeError.
    """
    if _uses_tokens(rule):
        await fill_tokens(exam, ctx)
    alone = stands_alone(rule)
    if rule.needs.fixture and not alone:
        await complete_hints(exam, ctx)
    traits = _address_traits(exam, ctx) if alone else await _session_traits(exam, ctx)
    skip = why_not(rule, traits)
    if skip is not None and exam.seeks_fixtures and _may_be_found(rule, skip):
        await fill_found(exam, ctx)
        skip = why_not(rule, await _session_traits(exam, ctx))
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


def _uses_tokens(rule: Rule) -> bool:
    """Of all fixtures, tokens can be made where we signed in ourselves."""
    return any(name.partition(".")[0] == TOKENS for name in rule.needs.fixture)


def _may_be_found(rule: Rule, skip: Skip) -> bool:
    """Of the other fixtures, some show when the server's tools are called."""
    return skip.reason is SkipReason.NEEDS_FIXTURE and not FINDABLE.isdisjoint(rule.needs.fixture)


async def _session_traits(exam: Examination, ctx: Context) -> ServerTraits:
    """Where opening the shared session ends the process of the rule before, once is enough."""
    if exam.traits is None or not ctx.connections.pool(ctx.server).alone:
        session = await exam.session(ctx)
        transport, capabilities = session.link.transport, session.capabilities
        exam.traits = ServerTraits(transport, capabilities, exam.hints, session.version)
    return replace(exam.traits, hints=exam.hints)


def _address_traits(exam: Examination, ctx: Context) -> ServerTraits:
    return ServerTraits(ctx.target.presumed, {}, exam.hints)


def stands_alone(rule: Rule) -> bool:
    """The rule needs no session: all its views look at the address alone."""
    views = [find_view(name) for name in rule.observe.views]
    own = rule.observe.on == "bare" or not rule.observe.steps
    return bool(views) and own and all(view is not None and view.alone for view in views)


def root_name(view: str) -> str:
    """A view's name as a path spells it: ``missing-resource`` is read as ``missing_resource``."""
    return view.replace("-", "_")


async def _checked(check: RuleCheck | None, roots: dict[str, Json]) -> Json:
    assert check is not None
    return {"problems": [dict(problem) for problem in check.run(roots)]}


def decide(rule: Rule, roots: dict[str, Json]) -> Observation:
    """Judge what was seen; nothing to look at is a skip, not a pass."""
    if not all(_holds(compile_expectation(entry), roots) for entry in rule.applies):
        reason = " and ".join(str(entry.get("message", entry["target"])) for entry in rule.applies)
        skip = Skip(SkipReason.NOT_APPLICABLE, f"applies only if {reason}")
        return Observation(skip=why_unreached(roots) or skip)
    expectations = [compile_expectation(entry) for entry in rule.expect]
    judged = judge(rule, expectations, roots)
    if not judged.looked:
        return Observation(skip=unlooked(expectations, roots))
    return Observation(roots=roots, findings=judged.findings)


def _holds(condition: Expectation, roots: dict[str, Json]) -> bool:
    places = list(condition.places(roots))
    return bool(places) and all(condition.mismatch(inner) is None for _, inner in places)
