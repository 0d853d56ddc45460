"""Server requests for a person (elicitation, sampling, roots), answered by hand or by a rule."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.ui.feed import Feed

CAPABILITIES: Final[JsonObject] = {
    "elicitation": {"form": {}, "url": {}},
    "sampling": {},
    "roots": {"listChanged": True},
    "tasks": {
        "list": {},
        "cancel": {},
        "requests": {"sampling": {"createMessage": {}}, "elicitation": {"create": {}}},
    },
    "extensions": {
        "io.modelcontextprotocol/tasks": {},
        "io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]},
    },
}
_MOST_OPEN: Final = 100


@record
class Question:
    """One request that waits for a person; ``send`` takes the body of the response."""

    number: int
    server: str
    method: str
    params: Json
    send: Callable[[JsonObject], None]
    id: Json = None  # of the request, where it was one

    @property
    def document(self) -> JsonObject:
        return {
            "number": self.number,
            "server": self.server,
            "method": self.method,
            "params": self.params,
        }


class Questions:
    """Questions of all servers; a rule answers those of one server and method by itself."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._last = 0
        self.open: dict[int, Question] = {}
        self.rules: dict[tuple[str, str], JsonObject] = {}

    def take(self, server: str, message: JsonObject, send: Callable[[JsonObject], None]) -> bool:
        """Put a request of a server before a person; False where too many wait already."""

        def respond(body: JsonObject) -> None:
            send({"jsonrpc": "2.0", "id": message.get("id"), **body})

        method, id_ = str(message.get("method")), message.get("id")
        return self.put(server, method, message.get("params"), respond, id_=id_) is not None

    async def ask(self, server: str, method: str, params: Json) -> JsonObject:
        """The same for a question inside a result; waits for the body of the response."""
        future: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()

        def settle(body: JsonObject) -> None:
            if not future.done():
                future.set_result(body)

        number = self.put(server, method, params, settle)
        if number is None:
            return {"error": {"code": -32603, "message": "too many open questions"}}
        try:
            return await future
        finally:
            self.withdraw(number)

    def answer(self, number: int, body: JsonObject) -> None:
        """Raises: UsageError where nobody waits for it any more."""
        question = self.open.pop(number, None)
        if question is None:
            raise UsageError("ui-question-gone", "nobody waits for this answer any more")
        question.send(body)
        self._feed.put("answered", {"number": number, "body": body})

    def set_rule(self, server: str, method: str, body: JsonObject | None) -> None:
        """Answer by itself from now on; None asks a person again."""
        if body is None:
            self.rules.pop((server, method), None)
        else:
            self.rules[server, method] = body
        self._feed.put("rules", {"rules": self.rules_document})

    @property
    def rules_document(self) -> list[Json]:
        return [
            {"server": server, "method": method, "body": body}
            for (server, method), body in self.rules.items()
        ]

    def forget(self, server: str) -> None:
        """The session is over, so nobody can be answered."""
        for number in [n for n, one in self.open.items() if one.server == server]:
            self.withdraw(number)

    def cancelled(self, server: str, id_: Json) -> None:
        """The server no longer waits for the response to its request."""
        for number, one in list(self.open.items()):
            if one.server == server and one.id is not None and one.id == id_:
                self.withdraw(number)

    def withdraw(self, number: int) -> None:
        """Take a question back, unless it was answered."""
        if self.open.pop(number, None) is not None:
            self._feed.put("answered", {"number": number, "body": None})

    def put(
        self,
        server: str,
        method: str,
        params: Json,
        send: Callable[[JsonObject], None],
        *,
        id_: Json = None,
    ) -> int | None:
        """The number of the question, 0 if a rule answered it; None where too many wait already."""
        rule = self.rules.get((server, method))
        if rule is not None:
            send(rule)
            return 0
        if len(self.open) >= _MOST_OPEN:
            return None
        self._last += 1
        question = Question(self._last, server, method, params, send, id_)
        self.open[self._last] = question
        self._feed.put("question", question.document)
        return self._last
