"""What a server asks its client before it responds, in the form of either era."""

from __future__ import annotations

from mcptest.mock.meaning.scene import Scene
from mcptest.mock.rpc import INVALID_PARAMS, error_message, result_message
from mcptest.model.json import MISSING, JsonObject, MaybeJson
from mcptest.schema.pointer import follow_pointer
from mcptest.schema.validate import validator

_KEY = "first"


def own_request(ask: JsonObject, scene: Scene) -> list[JsonObject]:
    """In a session the server sends a request of its own."""
    if not scene.standing.is_open:
        return []
    return [{"jsonrpc": "2.0", "id": f"srv-{scene.incoming.id}", **ask}]


def asked_reply(ask: JsonObject, scene: Scene) -> MaybeJson:
    """Without a session a result asks, until the answer comes; MISSING once it is there."""
    incoming = scene.incoming
    if scene.standing.is_open:
        return MISSING
    own = None if incoming.id is MISSING else incoming.id
    answers = incoming.params.get("inputResponses", {})
    if not isinstance(answers, dict):
        return error_message(own, _wrong("inputResponses is not an object"))
    if _KEY not in answers:
        wanted: JsonObject = {"resultType": "input_required", "inputRequests": {_KEY: ask}}
        return result_message(own, wanted)
    answer = answers[_KEY]
    if not isinstance(answer, dict):
        return error_message(own, _wrong("an input response is not an object"))
    if not _fits(answer, follow_pointer(ask, "/params/requestedSchema")):
        return error_message(own, _wrong("the content does not match the form"))
    return MISSING


def _fits(answer: JsonObject, form: MaybeJson) -> bool:
    """An accepted form has what was asked for."""
    if not isinstance(form, dict) or answer.get("action") != "accept":
        return True
    content = answer.get("content", MISSING)
    return content is not MISSING and not [*validator(form).errors(content)]


def _wrong(message: str) -> JsonObject:
    return {"code": INVALID_PARAMS, "message": message}
