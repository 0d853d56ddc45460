"""Multi round-trip requests: ask for input in a result, and record how the client retries."""

from __future__ import annotations

from mcptest.client.asking import NAME_FORM
from mcptest.client.conversation import key_of
from mcptest.client.turn import Turn
from mcptest.model.json import Json, JsonObject, MaybeJson

_FORM: JsonObject = {"method": "elicitation/create", "params": {"mode": "form", **NAME_FORM}}


def required(
    turn: Turn,
    label: str,
    *,
    state: str | None,
    request: JsonObject | None = None,
    capability: str = "elicitation",
) -> MaybeJson:
    """An ``input_required`` result; a client that did not declare the input is not asked for it."""
    if not turn.conversation.declares(capability):
        return turn.healthy()
    own = turn.incoming.id
    assert isinstance(own, str | int)
    turn.stage.memory[f"round {label}"] = {"id": own, "state": state}
    result: JsonObject = {
        "resultType": "input_required",
        "inputRequests": {"question": request or _FORM},
    }
    if state is not None:
        result["requestState"] = state
    turn.stage.log.fact("rounds", label=label, retried=False, state=state, given=state is not None)
    return turn.result(result)


def note_retry(turn: Turn) -> bool:
    """Whether this is the retry of a call that was asked for input; notes how it looks."""
    label = turn.arguments.get("text")
    asked = turn.stage.memory.get(f"round {label}")
    if not isinstance(asked, dict) or "done" in asked:
        return False
    asked["done"] = True
    for fact in turn.stage.log.facts.get("rounds", []):
        if isinstance(fact, dict) and fact["label"] == label:
            fact.update(_retried(turn, asked))
    return True


def _retried(turn: Turn, asked: JsonObject) -> JsonObject:
    own = turn.incoming.id
    responses = turn.params.get("inputResponses")
    keys: list[Json] = list(responses) if isinstance(responses, dict) else []
    return {
        "retried": True,
        "message": turn.incoming.message if isinstance(turn.incoming.message, dict) else None,
        "has_state": "requestState" in turn.params,
        "same_state": turn.params.get("requestState") == asked["state"],
        "new_id": key_of(own) != key_of(asked["id"]),
        "answered": keys == ["question"],
    }
