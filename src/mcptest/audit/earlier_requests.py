"""Find the requests in a transcript that the server answered with an error."""

from __future__ import annotations

import json
from typing import Final

from mcptest.match.show import short
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.wire.transcript import Transcript

_CALL: Final = "tools/call"
_OPENING: Final = ("initialize", "server/discover")


@record
class EarlierRequest:
    """What was asked, without what every session adds by itself."""

    method: str
    params: JsonObject | None

    @property
    def tool(self) -> str | None:
        """The name of the tool that it calls."""
        name = self.params.get("name") if self.method == _CALL and self.params else None
        return name if isinstance(name, str) else None

    @property
    def subject(self) -> str:
        """The method, with the tool that it calls."""
        return self.method if self.tool is None else f"{self.method} {json.dumps(self.tool)}"

    def __str__(self) -> str:
        given = self.params.get("arguments") if self.tool is not None and self.params else None
        return f"{self.subject} with {short(given)}" if given else self.subject


def earlier_requests(
    transcript: Transcript, params: JsonObject
) -> tuple[list[EarlierRequest], bool]:
    """Those that failed, the latest first, and whether a call or a failure came before.

    The latest request is the call with ``params`` itself, which is left out.
    """
    asked: dict[str, EarlierRequest] = {}
    failed: list[EarlierRequest] = []
    for entry in transcript.entries:
        message = entry.message if isinstance(entry.message, dict) else {}
        key = json.dumps(message.get("id"))
        if entry.direction == "sent":
            request = _request(message)
            asked |= {} if request is None else {key: request}
        elif _is_error(message) and key in asked:
            failed.append(asked[key])
    own = EarlierRequest(_CALL, params)
    calls = sum(request.method == _CALL for request in asked.values())
    others = [request for request in reversed(failed) if request != own]
    return _one_of_each(others), calls > 1 or bool(others)


def _request(message: JsonObject) -> EarlierRequest | None:
    method, params = message.get("method"), message.get("params")
    if not isinstance(method, str) or "id" not in message or method in _OPENING:
        return None
    kept = isinstance(params, dict) and {k: v for k, v in params.items() if k != "_meta"}
    return EarlierRequest(method, kept or None)


def _is_error(message: JsonObject) -> bool:
    result: Json = message.get("result")
    return "error" in message or (isinstance(result, dict) and result.get("isError") is True)


def _one_of_each(requests: list[EarlierRequest]) -> list[EarlierRequest]:
    """The latest of every method, and of every tool that was called."""
    found: dict[str, EarlierRequest] = {}
    for request in requests:
        found.setdefault(request.subject, request)
    return list(found.values())
