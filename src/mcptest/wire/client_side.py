"""Answer requests that a server sends to its client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeAlias

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record

METHOD_NOT_FOUND = -32601

_CAPABILITY_OF = {
    "roots/list": "roots",
    "sampling/createMessage": "sampling",
    "elicitation/create": "elicitation",
    "tasks/get": "tasks",
    "tasks/result": "tasks",
    "tasks/list": "tasks",
    "tasks/cancel": "tasks",
}
_DEFAULTS: Mapping[str, Json] = {
    "ping": {},
    "roots/list": {"roots": []},
    "sampling/createMessage": {
        "role": "assistant",
        "content": {"type": "text", "text": "mcptest"},
        "model": "mcptest",
        "stopReason": "endTurn",
    },
    "elicitation/create": {"action": "decline"},
}
_MOST_ASKED = 1_000


@record
class ClientRefusal:
    """An error in place of a result."""

    code: int
    message: str


@record
class Asked:
    """One request of the server; ``declared`` says that we had offered to answer it."""

    method: str
    message: JsonObject
    declared: bool


# Takes a request and the way to answer it; False leaves the answer to the rest of the client.
ByHand: TypeAlias = "Callable[[JsonObject, Callable[[JsonObject], None]], bool]"


@record(frozen=False)
class ClientSide:
    """What we declare and how we answer; ``asked`` fills up while a session is open.

    ``by_hand`` may take a request that we declared, and answer it when a person has decided.
    """

    capabilities: JsonObject = field(default_factory=dict)
    answers: Mapping[str, Json | ClientRefusal | Callable[[JsonObject], Json]] = field(
        default_factory=dict
    )
    asked: list[Asked] = field(default_factory=list)
    by_hand: ByHand | None = None

    def declares(self, method: str) -> bool:
        """A server may send this request: it is ping, or we declared its capability."""
        capability = _CAPABILITY_OF.get(method)
        return method == "ping" or (capability is not None and capability in self.capabilities)

    def respond(self, message: JsonObject, send: Callable[[JsonObject], None]) -> None:
        """Answer one request of the server, now or when a person has decided."""
        method = str(message.get("method"))
        offered = self.by_hand is not None and method != "ping" and self.declares(method)
        if offered and self.by_hand is not None and self.by_hand(message, send):
            self._note(method, message)
            return
        send(self.answer(message))

    def answer(self, message: JsonObject) -> JsonObject:
        """The whole response to one request of the server."""
        method = str(message.get("method"))
        declared = self.declares(method)
        self._note(method, message)
        reply: JsonObject = {"jsonrpc": "2.0", "id": message.get("id")}
        body = (
            self._body(method, message)
            if declared
            else ClientRefusal(METHOD_NOT_FOUND, "Method not found")
        )
        if isinstance(body, ClientRefusal):
            return reply | {"error": {"code": body.code, "message": body.message}}
        return reply | {"result": body}

    def _note(self, method: str, message: JsonObject) -> None:
        if len(self.asked) < _MOST_ASKED:
            self.asked.append(Asked(method, message, self.declares(method)))

    def _body(self, method: str, message: JsonObject) -> Json | ClientRefusal:
        if method in self.answers:
            answer = self.answers[method]
            return answer(message) if callable(answer) else answer
        return _DEFAULTS.get(method, ClientRefusal(METHOD_NOT_FOUND, "Method not found"))
