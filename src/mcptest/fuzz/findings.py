"""The results of fuzzing as findings, targets and notes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from mcptest.fuzz.entry import suite_entry
from mcptest.fuzz.hunt import Find, Tally
from mcptest.fuzz.oracle import FuzzOutcome
from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.model.location import Location

_FAULTS: Final = {
    FuzzOutcome.CRASH: "FAULT-FUZZ-CRASH",
    FuzzOutcome.HANG: "FAULT-FUZZ-HANG",
    FuzzOutcome.PROTOCOL_VIOLATION: "FAULT-FUZZ-PROTOCOL-VIOLATION",
    FuzzOutcome.CLEAN: "FAULT-FUZZ-LEAK",
}
_WORDS: Final = {
    FuzzOutcome.CRASH: "the server crashed",
    FuzzOutcome.HANG: "the call timed out",
    FuzzOutcome.PROTOCOL_VIOLATION: "the response violates the protocol",
    FuzzOutcome.CLEAN: "the error reveals too much",
}
_LONG_TEXT: Final = 200
_AS_A_TEST: Final = "to keep it as a test, add this to a suite:\ntools:\n"


def targets_of(tally: Tally) -> JsonObject:
    """What ``expect`` can name."""
    return {
        "cases_run": tally.cases,
        "succeeded": tally.succeeded,
        "crashes": tally.outcomes[FuzzOutcome.CRASH],
        "hangs": tally.outcomes[FuzzOutcome.HANG],
        "protocol_violations": tally.outcomes[FuzzOutcome.PROTOCOL_VIOLATION],
        "leaks": tally.leaks,
        "gate_passed": int(tally.bad == 0),
    }


def findings_of(
    tool: str, tally: Tally, *, limit: float, severity: Severity, where: Location | None
) -> Iterator[Finding]:
    for number, find in enumerate(tally.finds, 1):
        yield _finding(tool, find, limit, number, severity, where)
    if tally.growth is not None:
        yield Finding(
            id="FAULT-FUZZ-MEMORY-GROWTH",
            severity=Severity.WARNING,
            message=(
                f"{tool}: the server's memory grew {tally.growth} "
                f"over {counted(tally.cases, 'call')}"
            ),
            where=where,
            help="look for caches and logs that are never cleared",
        )


def notes_of(tally: Tally) -> Iterator[str]:
    sent = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.kinds.items()))
    yield f"{counted(tally.cases, 'case')}: {sent}" if sent else "no input was sent"
    answered = tally.cases - tally.outcomes[FuzzOutcome.HANG]
    if answered and not tally.succeeded:
        yield (
            "no call succeeded, so this only shows how the tool rejects input; test it in a suite "
            "with working args to fuzz around them"
        )
    if tally.stopped is not None:
        yield f"stopped early: {tally.stopped}"


def _finding(
    tool: str,
    find: Find,
    limit: float,
    number: int,
    severity: Severity,
    where: Location | None,
) -> Finding:
    seen = find.sighting
    told = "; ".join(f"a {leak.kind}: {leak.excerpt}" for leak in seen.leaks)
    detail = "; ".join(text for text in (seen.problem, told) if text)
    once = "" if find.reproduced else " (seen once)"
    arguments = one_line(json.dumps(_short(find.arguments), ensure_ascii=False))
    return Finding(
        id=_FAULTS[seen.outcome],
        severity=severity,
        message=f"{tool} {arguments}: {_WORDS[seen.outcome]}{once}: {one_line(detail)}",
        where=where,
        actual=seen.outcome.value if seen.outcome is not FuzzOutcome.CLEAN else "leak",
        help=_AS_A_TEST + suite_entry(tool, find, limit=limit, number=number),
        exchange=_exchange(find),
    )


def _exchange(find: Find) -> Exchange:
    reply = find.sighting.reply
    request = reply.request if reply else MISSING
    if reply is None or not isinstance(request, dict) or request.get("method") != "tools/call":
        return Exchange(_short(find.arguments))  # a later look showed that the server had died
    return Exchange(_short(request), reply.message, alone=find.reproduced)


def _short(value: Json) -> Json:
    if isinstance(value, str) and len(value) > _LONG_TEXT:
        return f"{value[:_LONG_TEXT]}… ({len(value)} characters)"
    if isinstance(value, list):
        return [_short(item) for item in value[:_LONG_TEXT]]
    if isinstance(value, dict):
        return {key[:_LONG_TEXT]: _short(item) for key, item in value.items()}
    return value
