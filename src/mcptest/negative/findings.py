"""Outcomes of probes as findings, targets and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mcptest.model.escape import one_line
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.json import Json, JsonObject, MaybeJson, Missing
from mcptest.model.location import Location
from mcptest.model.outcome import Skip
from mcptest.negative.probe import Verdict
from mcptest.negative.run import Heard, ProbeOutcome

_LABELS: Final = 5
_BREAKDOWNS: Final = {
    Verdict.CRASHED: "the server crashed",
    Verdict.HUNG: "the server hung",
    Verdict.MALFORMED: "the response is malformed",
    Verdict.LEAKED: "the error leaks",
}
_LONG_TEXT: Final = 200


def targets_of(outcomes: Sequence[ProbeOutcome]) -> JsonObject:
    """The three numbers that ``expect`` can name."""
    ran = [outcome for outcome in outcomes if outcome.skip is None]
    failures = sum(bool(outcome.broken) for outcome in ran)
    return {"checks_run": len(ran), "failures": failures, "gate_passed": int(not failures)}


def findings_of(
    outcomes: Iterable[ProbeOutcome], *, severity: Severity, where: Location | None
) -> Iterator[Finding]:
    """One for each probe and kind of failure; then the advice, each sentence once."""
    told: set[str] = set()
    advice: list[Finding] = []
    for outcome in outcomes:
        for verdict in dict.fromkeys(one.judgement.verdict for one in outcome.broken):
            same = [one for one in outcome.broken if one.judgement.verdict is verdict]
            yield _failure(outcome, verdict, same, severity, where)
        for one in outcome.heard:
            text = one.judgement.advice
            if text is not None and text not in told:
                told.add(text)
                advice.append(_advice(outcome, text, where))
    yield from advice


def skip_of(outcomes: Sequence[ProbeOutcome]) -> Skip | None:
    """The test's own skip, where no probe ran at all."""
    skips = [outcome.skip for outcome in outcomes if outcome.skip is not None]
    if not skips or len(skips) < len(outcomes):
        return None
    return Skip(skips[0].reason, "; ".join(skip_notes(outcomes)))


def skip_notes(outcomes: Iterable[ProbeOutcome]) -> Iterator[str]:
    for outcome in outcomes:
        if outcome.skip is not None:
            yield f"{outcome.probe.id} was skipped: {outcome.skip.detail}"
        if outcome.cut is not None:
            made = len(outcome.heard)
            yield f"{outcome.probe.id} stopped after request {made}: {outcome.cut.detail}"


def unfinished(
    outcomes: Iterable[ProbeOutcome], severity: Severity, where: Location | None
) -> Finding | None:
    """The finding for probes that a budget kept from running in full; None where none was."""
    left = [outcome.probe.id for outcome in outcomes if outcome.out_of_budget]
    if not left:
        return None
    return Finding(
        id="budget-exhausted",
        severity=severity,
        message=f"the call budget ran out before these probes finished: {', '.join(left)}",
        where=where,
        help="Raise --max-calls, or omit it for no limit.",
    )


def unknown_tool_finding(subject: str, offered: Iterable[str], where: Location | None) -> Finding:
    """The test is about a tool that the server does not have."""
    from difflib import get_close_matches

    near = get_close_matches(subject, list(offered), n=1)
    return Finding(
        id="tool-not-offered",
        severity=Severity.ERROR,
        message=f'the server has no tool "{subject}"',
        where=where,
        help=f'did you mean "{near[0]}"?' if near else None,
    )


def _failure(
    outcome: ProbeOutcome,
    verdict: Verdict,
    same: Sequence[Heard],
    severity: Severity,
    where: Location | None,
) -> Finding:
    probe, first = outcome.probe, same[0]
    shown = ", ".join(one.label for one in same[:_LABELS])
    more = f" and {len(same) - _LABELS} more" if len(same) > _LABELS else ""
    what = _what(verdict, one_line(first.judgement.detail))
    return Finding(
        id=probe.fault,
        severity=severity,
        message=f"{probe.id}: {what} ({one_line(shown)}{more})",
        where=where,
        expected=probe.demands,
        actual=verdict.value,
        help=probe.fix,
        spec=probe.paper,
        exchange=_short_exchange(first),
    )


def _what(verdict: Verdict, detail: str) -> str:
    """What happened; a detail of a breakdown does not name it."""
    broken = _BREAKDOWNS.get(verdict)
    if broken is None:
        return detail or verdict.value
    return f"{broken}: {detail}" if detail else broken


def _advice(outcome: ProbeOutcome, text: str, where: Location | None) -> Finding:
    return Finding(
        id=outcome.probe.fault,
        severity=Severity.NOTE,
        message=f"{outcome.probe.id}: {one_line(text, limit=400)}",
        where=where,
    )


def _short_exchange(one: Heard) -> Exchange:
    """An oversized request would drown the report it stands in."""
    seen = one.reply.exchange
    request, reply = _maybe_short(seen.request), _maybe_short(seen.reply)
    return Exchange(request, reply, alone=one.ordinary)


def _maybe_short(value: MaybeJson) -> MaybeJson:
    return value if isinstance(value, Missing) else shortened(value)


def shortened(value: Json) -> Json:
    """The same with long texts cut, each with its full length named."""
    if isinstance(value, str) and len(value) > _LONG_TEXT:
        return f"{value[:_LONG_TEXT]}… ({len(value)} characters)"
    if isinstance(value, list):
        return [shortened(item) for item in value]
    if isinstance(value, dict):
        return {shortened_key(key): shortened(item) for key, item in value.items()}
    return value


def shortened_key(key: str) -> str:
    return key if len(key) <= _LONG_TEXT else f"{key[:_LONG_TEXT]}…"
