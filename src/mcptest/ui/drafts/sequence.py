"""Several calls as one test: a step for each, with captures where a later step needs a value."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.model.redaction import MASK
from mcptest.recording.suite.drafts import MOST_STEPS, draft_sequence
from mcptest.recording.suite.observed import BLOCKS, KnownTools, ObservedCall
from mcptest.scaffold.draft import DraftedTest
from mcptest.ui.drafts.source import DraftSource
from mcptest.ui.hub import Hub
from mcptest.ui.live import LiveServer
from mcptest.ui.page_call import PageCall


async def source_of_sequence(hub: Hub, numbers: Sequence[int]) -> DraftSource:
    """The calls in the order in which they were made.

    Raises: UsageError where a call cannot be a step.
    """
    calls = [hub.calls.get(number) for number in sorted(set(numbers))]
    if not 1 <= len(calls) <= MOST_STEPS:
        raise UsageError("ui-no-test", f"a sequence has 1 to {MOST_STEPS} calls, got {len(calls)}")
    live = hub.live(calls[0].server)
    observed = [_observed(live, call) for call in calls]
    for call in observed:
        if call.block == "tools":
            await live.tool(call.subject)  # so that it is known what the tool does
    known = KnownTools(live.tools)
    first, last = observed[0].subject, observed[-1].subject
    return DraftSource(
        live,
        f"{first}, then {last}",
        lambda name: _without_masked(draft_sequence(observed, known, name)),
        {"assertions": None},
    )


def _observed(live: LiveServer, call: PageCall) -> ObservedCall:
    block, answer = BLOCKS.get(call.method), call.answer or {}
    if call.server != live.name:
        raise UsageError("ui-no-test", "the calls of a sequence must go to the same server")
    if block is None or not ("result" in answer or "rpc_error" in answer):
        words = f"call {call.number} ({call.method}) cannot be a step of a test"
        raise UsageError(
            "ui-no-test", words, hint="choose tool calls, resources and prompts that got a response"
        )
    subject = str(call.params.get("uri" if block == "resources" else "name"))
    given = live.redactor.json(call.params.get("arguments"))
    response: JsonObject = (
        {"error": answer["rpc_error"]} if "rpc_error" in answer else {"result": answer["result"]}
    )
    return ObservedCall(block, subject, given if isinstance(given, dict) else {}, response, "")


def _without_masked(draft: DraftedTest) -> DraftedTest:
    """The test without assertions on what was masked: no response can match them."""
    steps = draft.body["steps"]
    assert isinstance(steps, list)
    kept: list[Json] = [_unmasked(step) for step in steps if isinstance(step, dict)]
    return DraftedTest(draft.block, draft.subject, {**draft.body, "steps": kept}, draft.remarks)


def _unmasked(step: JsonObject) -> JsonObject:
    expect = step.get("expect")
    kept: list[Json] = (
        [one for one in expect if MASK not in str(one)] if isinstance(expect, list) else []
    )
    rest = {key: value for key, value in step.items() if key != "expect"}
    return {**rest, "expect": kept} if kept else rest
