"""Server requests that the page answers as tasks (2025-11-25), while a person decides."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import field
from datetime import UTC, datetime
from typing import Final, TypeAlias

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.ui.questions import Questions

METHODS: Final = ("tasks/get", "tasks/result", "tasks/list", "tasks/cancel")
_RELATED: Final = "io.modelcontextprotocol/related-task"
_MOST: Final = 200
_POLL: Final = 1000
_INVALID: Final = -32602

_Send: TypeAlias = "Callable[[JsonObject], None]"


@record(frozen=False)
class ClientTask:
    """One request that the server does not wait for; ``waiting`` are requests for its result."""

    id: str
    ttl: Json
    created: str
    updated: str
    status: str = "working"
    question: int = 0
    body: JsonObject | None = None
    waiting: list[_Send] = field(default_factory=list)

    @property
    def document(self) -> JsonObject:
        return {
            "taskId": self.id,
            "status": self.status,
            "createdAt": self.created,
            "lastUpdatedAt": self.updated,
            "ttl": self.ttl,
            "pollInterval": _POLL,
        }

    def end(self, status: str, body: JsonObject) -> None:
        """Settle the task, once; pending ``tasks/result`` requests get the outcome."""
        if self.body is not None:
            return
        self.status, self.body, self.updated = status, body, _now()
        for send in self.waiting:
            send(self.outcome)

    @property
    def outcome(self) -> JsonObject:
        """The body of the response to ``tasks/result``."""
        body = self.body or {}
        result = body.get("result")
        if not isinstance(result, dict):
            return body
        return {"result": {**result, "_meta": {_RELATED: {"taskId": self.id}}}}


class ClientTasks:
    """Those of one session."""

    def __init__(self, server: str, questions: Questions) -> None:
        self._server, self._questions = server, questions
        self._tasks: dict[str, ClientTask] = {}

    def take(self, message: JsonObject, send: _Send) -> bool:
        """Answer a request about a task, or begin one; False leaves it to the inbox."""
        method, given = str(message.get("method")), message.get("params")
        params = given if isinstance(given, dict) else {}

        def respond(body: JsonObject) -> None:
            send({"jsonrpc": "2.0", "id": message.get("id"), **body})

        if method in METHODS:
            self._about(method, params, respond)
            return True
        if not isinstance(params.get("task"), dict):
            return False
        self._begin(method, params, respond)
        return True

    def _begin(self, method: str, params: JsonObject, respond: _Send) -> None:
        wanted = params["task"]
        ttl = wanted.get("ttl") if isinstance(wanted, dict) else None
        now = _now()
        task = ClientTask(secrets.token_urlsafe(12), ttl, now, now)
        self._tasks[task.id] = task
        for old in list(self._tasks)[:-_MOST]:
            del self._tasks[old]

        def settle(body: JsonObject) -> None:
            task.end("completed" if "result" in body else "failed", body)

        number = self._questions.put(self._server, method, params, settle)
        if number is None:
            error: JsonObject = {"code": -32603, "message": "too many open questions"}
            respond({"error": error})
            return
        task.question = number
        respond({"result": {"task": task.document}})

    def _about(self, method: str, params: JsonObject, respond: _Send) -> None:
        if method == "tasks/list":
            respond({"result": {"tasks": [task.document for task in self._tasks.values()]}})
            return
        task = self._tasks.get(str(params.get("taskId")))
        if task is None:
            respond({"error": {"code": _INVALID, "message": "unknown task"}})
        elif method == "tasks/get":
            respond({"result": task.document})
        elif method == "tasks/result" and task.body is None:
            task.waiting.append(respond)
        elif method == "tasks/result":
            respond(task.outcome)
        elif task.body is not None:
            respond({"error": {"code": _INVALID, "message": f"the task is {task.status}"}})
        else:
            self._questions.withdraw(task.question)
            task.end("cancelled", {"error": {"code": _INVALID, "message": "the task is cancelled"}})
            respond({"result": task.document})


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
