"""Draft tests from recorded calls: one per distinct call, and sequences as steps."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from mcptest.model.counted import counted
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.recording.format.recording import Recording
from mcptest.recording.suite.observed import KnownTools, Observed, ObservedCall
from mcptest.recording.suite.sequence import Captured, captures_of, linked, with_references
from mcptest.safety.classify import classify
from mcptest.safety.tool_class import ToolClass
from mcptest.scaffold.draft import REVIEW, DraftedTest, escape_references, remark
from mcptest.scaffold.proposal import propose_assertions

MOST_STEPS: Final = 50
_SUBJECT: Final = {"tools": "tool", "resources": "uri", "prompts": "prompt"}


@record
class RecordedDrafts:
    """The tests, and what could not become one."""

    drafts: tuple[DraftedTest, ...]
    notes: tuple[str, ...] = field(default=())


def drafts_of(recording: Recording) -> RecordedDrafts:
    """Tests that hold for what was recorded."""
    observed = Observed(recording)
    alone: dict[str, list[ObservedCall]] = {}
    sequences: list[DraftedTest] = []
    notes: list[str] = []
    for calls in observed.sessions.values():
        captures = captures_of(calls)
        together = linked(calls, observed, captures)
        for number, call in enumerate(calls):
            if number not in together:
                alone.setdefault(call.key, []).append(call)
        if together:
            chosen = sorted(together)
            if len(chosen) > MOST_STEPS:
                left = counted(len(chosen) - MOST_STEPS, "call")
                notes.append(f"the last {left} of a long session are omitted")
            kept = {number: calls[number] for number in chosen[:MOST_STEPS]}
            name = f"recorded sequence {len(sequences) + 1}"
            sequences.append(_sequence(kept, captures, observed, name))
    if observed.unanswered:
        without = counted(observed.unanswered, "call")
        notes.append(f"{without} without a complete response are omitted")
    singles = _named([_single(calls, observed) for calls in alone.values()])
    return RecordedDrafts((*singles, *sequences), tuple(notes))


def _single(calls: list[ObservedCall], observed: Observed) -> DraftedTest:
    call = calls[0]
    body: JsonObject = {"name": _title(call), **_request(call, call.arguments)}
    remarks: list[str] = []
    if observed.mutates(call):
        body["serial"] = True
        remarks.append(_mutation(call, observed))
    expect = _expect(calls, call.arguments)
    if expect:
        body["expect"] = expect
    if observed.tool_class(call) is ToolClass.DESTRUCTIVE:
        body["skip"] = remark(f"{REVIEW}: {call.subject} is destructive")
    return DraftedTest(call.block, call.subject, body, tuple(remarks))


def draft_sequence(calls: list[ObservedCall], known: KnownTools, name: str) -> DraftedTest:
    """One test with every call as a step; a value of an earlier response is captured."""
    return _sequence(dict(enumerate(calls)), captures_of(calls), known, name)


def _sequence(
    calls: dict[int, ObservedCall], captures: list[Captured], known: KnownTools, name: str
) -> DraftedTest:
    steps: list[Json] = []
    for at, call in calls.items():
        earlier = [one for one in captures if one.source < at]
        steps.append(_step(call, earlier, [one for one in captures if one.source == at]))
    mutating = [call for call in calls.values() if known.mutates(call)]
    body: JsonObject = {"name": name}
    remarks = list(dict.fromkeys(_mutation(call, known) for call in mutating))
    if mutating:
        body["serial"] = True
    destructive = [
        call.subject for call in mutating if known.tool_class(call) is ToolClass.DESTRUCTIVE
    ]
    if destructive:
        names = ", ".join(dict.fromkeys(destructive))
        body["skip"] = remark(f"{REVIEW}: calls destructive tools ({names})")
    body["steps"] = steps
    return DraftedTest("tools", "", body, tuple(remarks))


def _step(call: ObservedCall, earlier: list[Captured], made: list[Captured]) -> JsonObject:
    arguments = with_references(_escaped(call.arguments), earlier)
    step: JsonObject = _request(call, arguments, escaped=True)
    expect = _expect([call], with_references(call.arguments, earlier))
    if expect:
        step["expect"] = expect
    if made:
        step["capture"] = {one.name: one.path for one in made}
    return step


def _escaped(arguments: JsonObject) -> JsonObject:
    found = escape_references(arguments)
    assert isinstance(found, dict)
    return found


def _request(call: ObservedCall, arguments: Json, *, escaped: bool = False) -> JsonObject:
    subject = escape_references(call.subject) if call.block == "resources" else call.subject
    found: JsonObject = {_SUBJECT[call.block]: subject}
    if arguments:
        found["args"] = arguments if escaped else escape_references(arguments)
    return found


def _expect(calls: list[ObservedCall], arguments: Json) -> list[Json]:
    """What held in every answer that was recorded; nothing where the default says enough."""
    first, second = calls[0], calls[1] if len(calls) > 1 else None
    if (error := first.answer.get("error")) is not None:
        code = error.get("code") if isinstance(error, dict) else None
        return [{"target": "error.code", "matcher": {"exact": code}}]
    if first.block != "tools" or first.result is None:
        return []
    if first.result.get("isError") is True:
        return [{"target": "result.isError", "matcher": {"exact": True}}]
    again = second.result if second is not None else None
    assert isinstance(arguments, dict)
    return [
        escape_references(entry) for entry in propose_assertions(first.result, again, arguments)
    ]


def _mutation(call: ObservedCall, known: KnownTools) -> str:
    found = classify(known.tool(call.subject))
    return remark(f"{call.subject} changes something ({found.reason})")


def _title(call: ObservedCall) -> str:
    if call.answer.get("error") is not None or (call.result or {}).get("isError") is True:
        return f"{call.subject} rejects what it rejected"
    return f"{call.subject} responds as recorded"


def _named(drafts: list[DraftedTest]) -> list[DraftedTest]:
    """A number for the second test of the same name, and on."""
    seen: dict[str, int] = {}
    found = []
    for draft in drafts:
        name = str(draft.body["name"])
        seen[name] = seen.get(name, 0) + 1
        numbered = name if seen[name] == 1 else f"{name} ({seen[name]})"
        body: JsonObject = {**draft.body, "name": numbered}
        found.append(DraftedTest(draft.block, draft.subject, body, draft.remarks))
    return found
