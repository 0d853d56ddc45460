"""A rule as a case for the engine: check whether it applies, observe, judge."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.judge.check import RuleCheck, check_of
from mcptest.compliance.judge.expectation import compile_expectation
from mcptest.compliance.judge.judge_rule import judge
from mcptest.compliance.observe.authorization.token_fixtures import TOKENS, fill_tokens
from mcptest.compliance.observe.connection import UNTOUCHED
from mcptest.compliance.observe.examination import Examination, find_view
from mcptest.compliance.observe.fixtures.find_fixtures import FINDABLE, complete_hints, fill_found
from mcptest.compliance.observe.fixtures.misnamed import drop_misnamed
from mcptest.compliance.observe.parking import GUEST
from mcptest.compliance.observe.reply_root import is_unknown, reply_root, was_cut_off, was_limited
from mcptest.compliance.observe.steps import run_steps
from mcptest.compliance.observe.view import NotSeenError
from mcptest.compliance.rule_traits import goes_apart, upsets, watches, yields
from mcptest.compliance.select import ServerTraits, why_not
from mcptest.compliance.views.session import http_address
from mcptest.compliance.why_unchecked import unlooked, why_unreached, withheld
from mcptest.engine.answer import RATE_LIMITED
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.errors import TargetDeniedError, TargetError, TargetHandshakeError
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
    by_id = sorted(rules, key=lambda rule: rule.id)
    waiting = [rule for rule in by_id if GUEST in rule.observe.views]
    first, late = waiting[:1], waiting[1:]  # one begins what takes long, the others wait for it
    ordered = sorted(
        by_id, key=lambda rule: (watches(rule), yields(rule), rule in late, rule not in first)
    )
    if waiting:
        exam.parking.expect_guest()
    wanted = {name for rule in ordered for name in rule.needs.fixture} - exam.hints.keys()
    exam.fixtures.sought = exam.seeks_fixtures and not FINDABLE.isdisjoint(wanted)
    exam.scratch.expect(rule.id for rule in ordered if upsets(rule) and not watches(rule))
    ahead = {rule.id: [one for one in ordered if watches(one)] for rule in late[:1]}
    return [rule_case(rule, exam, server=server, ahead=ahead.get(rule.id, ())) for rule in ordered]


def rule_case(rule: Rule, exam: Examination, *, server: str, ahead: Sequence[Rule] = ()) -> Case:
    """``ahead`` are rules that come last, and whose calls are made while this one waits."""

    async def observe(ctx: Context) -> Observation:
        try:
            if ahead:
                with suppress(TargetError, NotSeenError):
                    await _look_ahead(ahead, exam, ctx)
            return await examine(rule, exam, ctx)
        finally:
            exam.scratch.leave(rule.id)
            if GUEST in rule.observe.views:
                exam.parking.serve_guest()

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
        apart=goes_apart(rule),
        tags=(rule.level.value, rule.section),
    )


async def examine(rule: Rule, exam: Examination, ctx: Context) -> Observation:
    """Look at one rule on one server."""
    seen, roots = await _seen(rule, exam, ctx)
    passed = not seen.findings and seen.skip is None
    on_a_used_process = rule.observe.on == "fresh" and exam.parking.has_served(ctx)
    steps = [roots[str(step["as"])] for step in rule.observe.steps if roots]
    if on_a_used_process and not passed and not is_unknown(*steps):
        untouched = replace(rule, observe=replace(rule.observe, on=UNTOUCHED))
        seen, roots = await _seen(untouched, exam, ctx)
    if seen.findings and _may_be_innocent(rule, roots):
        seen = await _alone(rule, exam, ctx) or seen
    if seen.findings:
        exam.violated.add(rule.id)
    return seen


def _may_be_innocent(rule: Rule, roots: dict[str, Json]) -> bool:
    """The shared connection ended, and a request of another rule may have been the cause."""
    shared = not goes_apart(rule) and not watches(rule) and GUEST not in rule.observe.views
    return shared and was_cut_off(roots)


async def _alone(rule: Rule, exam: Examination, ctx: Context) -> Observation | None:
    """What the rule comes to where nobody else speaks; None where that cannot be seen."""
    try:
        again, _ = await _seen(rule, await exam.on_its_own(ctx), ctx)
    except TargetError:
        return None
    return again if again.skip is None else None


async def _seen(rule: Rule, exam: Examination, ctx: Context) -> tuple[Observation, dict[str, Json]]:
    """What the rule comes to, and what it looked at."""
    try:
        roots = await look(rule, exam, ctx)
    except NotSeenError as unseen:
        return Observation(skip=unseen.skip), {}
    except TargetHandshakeError as refusal:
        exam.refusals.append(refusal)
        return without_session(rule, refusal), {}
    except TargetError as lost:  # what is not asked is not answered wrongly
        exam.lost.append(lost)
        return Observation(skip=Skip(SkipReason.CANNOT_TELL, lost.message.splitlines()[0])), {}
    if was_limited(roots):
        return Observation(skip=RATE_LIMITED), roots
    return decide(rule, roots), roots


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


async def _look_ahead(rules: Sequence[Rule], exam: Examination, ctx: Context) -> None:
    """See what the views of these rules look at first, where the rules can be checked at all."""
    traits = await _session_traits(exam, ctx)
    checked = [rule for rule in rules if why_not(rule, traits) is None]
    views = [view for rule in checked for name in rule.observe.views if (view := find_view(name))]
    names = dict.fromkeys(name for view in views for name in view.before)
    if names and exam.fixtures.sought:  # some are seen otherwise with fixtures
        await fill_found(exam, ctx)
    for name in names:
        with suppress(NotSeenError):
            await exam.see(name, ctx)


async def look(rule: Rule, exam: Examination, ctx: Context) -> dict[str, Json]:
    """Everything the rule's targets may name.

    Raises: NotSeenError, TargetHandshakeError.
    """
    if _uses_tokens(rule):
        await fill_tokens(exam, ctx)
    alone = stands_alone(rule)
    if not alone and exam.hints:
        await drop_misnamed(exam, ctx)
        await complete_hints(exam, ctx)
    traits = _address_traits(exam, ctx) if alone else await _session_traits(exam, ctx)
    skip = why_not(rule, traits)
    if skip is not None and skip.reason is SkipReason.NEEDS_FIXTURE:
        skip = _misnamed(rule, exam) or skip
    if skip is not None and exam.seeks_fixtures and _may_be_found(rule, skip, exam):
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
        leave = partial(exam.scratch.leave, rule.id)
        roots.update(await run_steps(rule.observe, roots, exam, ctx, on_linger=leave))
    if rule.check:
        roots["check"] = await _checked(check_of(rule.id), roots)
    return roots


def _uses_tokens(rule: Rule) -> bool:
    """Of all fixtures, tokens can be made where we signed in ourselves."""
    return any(name.partition(".")[0] == TOKENS for name in rule.needs.fixture)


def _misnamed(rule: Rule, exam: Examination) -> Skip | None:
    """A hint that names something else than the server has is told, and nothing sought instead."""
    wrong = exam.fixtures.misnamed
    return next((wrong[name] for name in rule.needs.fixture if name in wrong), None)


def _may_be_found(rule: Rule, skip: Skip, exam: Examination) -> bool:
    """Of the other fixtures, some show when the server's tools are called."""
    sought = FINDABLE.intersection(rule.needs.fixture).difference(exam.fixtures.misnamed)
    return skip.reason is SkipReason.NEEDS_FIXTURE and bool(sought)


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
        return Observation(skip=why_unreached(roots) or withheld(rule.applies, roots) or skip)
    expectations = [compile_expectation(entry) for entry in rule.expect]
    judged = judge(rule, expectations, roots)
    if not judged.looked:
        return Observation(skip=unlooked(expectations, roots))
    return Observation(roots=roots, findings=judged.findings)


def _holds(condition: Expectation, roots: dict[str, Json]) -> bool:
    places = list(condition.places(roots))
    return bool(places) and all(condition.mismatch(inner) is None for _, inner in places)
