"""Requests that the page makes: each in its own task, with a history and a way to cancel."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Final

from mcptest.errors import McptestError, UsageError
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, Missing
from mcptest.model.redaction import MASK
from mcptest.model.spec_version import Era
from mcptest.schema.validate import validator
from mcptest.ui.feed import Feed
from mcptest.ui.history import History
from mcptest.ui.live import LiveServer, error_document
from mcptest.ui.page_call import PageCall
from mcptest.ui.questions import Questions
from mcptest.ui.tasks import (
    TASK_FACTS,
    extension_task_of,
    result_of_extension_task,
    result_of_task,
    task_of,
)
from mcptest.wire.meta import LOG_LEVEL
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session

MOST_CALLS: Final = 500
MOST_BYTES: Final = 64 * 1024 * 1024
MOST_AT_ONCE: Final = 32
_NO_LIMIT: Final = 24 * 3600.0
_MOST_ROUNDS: Final = 20


class Calls:
    """The history of the page, newest last."""

    def __init__(
        self, feed: Feed, questions: Questions, history: History, earlier: Sequence[PageCall] = ()
    ) -> None:
        self._feed, self._questions, self._history = feed, questions, history
        self._last = len(earlier)
        self.kept = {call.number: call for call in earlier}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def get(self, number: int) -> PageCall:
        """Raises: UsageError."""
        if number not in self.kept:
            raise UsageError("ui-unknown", f"there is no call {number}")
        return self.kept[number]

    def last_arguments(self, live: LiveServer, tool: str) -> JsonObject | None:
        """Those of the newest call of a tool, without the ones that were masked."""
        for call in reversed(self.kept.values()):
            if (call.server, call.method, call.subject) == (live.name, "tools/call", tool):
                given = call.params.get("arguments")
                return _unmasked(live.redactor.json(given))
        return None

    def forget_ended(self) -> None:
        """Empty the history, also the one on disk; calls that run stay."""
        self.kept = {number: one for number, one in self.kept.items() if one.status == "running"}
        self._history.clear()
        self._feed.put("calls-cleared", {"kept": list(self.kept)})

    def start(self, live: LiveServer, method: str, params: JsonObject) -> PageCall:
        """Begin; the end is told on the feed.

        Raises: UsageError where too many are under way.
        """
        if len(self._tasks) >= MOST_AT_ONCE:
            raise UsageError("ui-busy", f"{MOST_AT_ONCE} calls are running; cancel one first")
        self._last += 1
        call = PageCall(self._last, live.name, method, params, time.time())
        self.kept[call.number] = call
        task = asyncio.ensure_future(self._run(live, call))
        self._tasks[call.number] = task
        task.add_done_callback(lambda _done: self._tasks.pop(call.number, None))
        self._feed.put("call", call.summary)
        return call

    def cancel(self, number: int) -> None:
        task = self._tasks.get(number)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, live: LiveServer, call: PageCall) -> None:
        started = time.monotonic()
        try:
            session = await live.ready()
            reply = await self._ask(session, live, call)
            call.answer = answer_document(reply, await self._misfits(live, call, reply))
            call.status = status_of(reply)
        except McptestError as error:
            call.status, call.answer = "failed", {"error": error_document(error, live.redactor)}
        except asyncio.CancelledError:
            call.status = "cancelled"
        call.took_ms = round((time.monotonic() - started) * 1000, 1)
        redacted = live.redactor.json(call.answer)
        call.answer = redacted if isinstance(redacted, dict) else None
        call.size = len(json.dumps(call.answer)) if call.answer else 0
        self._bound()
        self._history.add(call, live.redactor)
        self._feed.put("call", call.summary)

    async def _ask(self, session: Session, live: LiveServer, call: PageCall) -> Reply:
        """The reply; a result that asks for input is answered and sent again."""
        params = call.params
        for _ in range(_MOST_ROUNDS):
            reply = await self._request(session, live, call, params)
            result = reply.result if isinstance(reply.result, dict) else {}
            if result.get("resultType") != "input_required":
                break
            params = await self._with_input(live, call.params, result)
        return await self._of_task(session, live, call, reply)

    async def _of_task(
        self, session: Session, live: LiveServer, call: PageCall, reply: Reply
    ) -> Reply:
        """The reply itself, or what becomes of the task that it announces."""

        def tell(now: JsonObject) -> None:
            self._follow(live, call, now)

        task = task_of(reply)
        if task is not None:
            limit = live.offered.spec.timeout or _NO_LIMIT
            return await result_of_task(session, task, tell, limit)
        task = extension_task_of(reply)
        if task is None:
            return reply
        return await result_of_extension_task(
            session, task, tell, lambda asked: self._inputs(live, asked)
        )

    def _follow(self, live: LiveServer, call: PageCall, task: JsonObject) -> None:
        shown = {name: task[name] for name in TASK_FACTS if name in task}
        call.task = {name: live.redactor.json(value) for name, value in shown.items()}
        self._feed.put("call", call.summary)

    async def _request(
        self, session: Session, live: LiveServer, call: PageCall, params: JsonObject
    ) -> Reply:
        number = call.id = session.next_id
        if call.method == "tools/call" and "_meta" not in params:
            logs = {LOG_LEVEL: live.log_level} if session.era is Era.STATELESS else {}
            wanted: JsonObject = {name: level for name, level in logs.items() if level}
            params = {**params, "_meta": {"progressToken": number, **wanted}}
        try:
            limit = live.offered.spec.timeout or _NO_LIMIT
            return await session.request(call.method, params or None, timeout=limit)
        except asyncio.CancelledError:
            await session.cancel(number, "cancelled by the user")
            raise

    async def _with_input(
        self, live: LiveServer, params: JsonObject, result: JsonObject
    ) -> JsonObject:
        asked = result.get("inputRequests")
        responses = await self._inputs(live, asked if isinstance(asked, dict) else {})
        again: JsonObject = {**params, "inputResponses": responses}
        if "requestState" in result:
            again["requestState"] = result["requestState"]
        return again

    async def _inputs(self, live: LiveServer, asked: JsonObject) -> JsonObject:
        """What a person says to each question inside a result."""
        responses: JsonObject = {}
        for key, one in asked.items():
            wanted = one if isinstance(one, dict) else {}
            body = await self._questions.ask(
                live.name, str(wanted.get("method")), wanted.get("params")
            )
            responses[key] = body.get("result", {"action": "cancel"})
        return responses

    async def _misfits(self, live: LiveServer, call: PageCall, reply: Reply) -> Json:
        """How the structured content breaks the outputSchema; None where there is none."""
        if call.method != "tools/call" or not isinstance(reply.result, dict):
            return None
        tool = await live.tool(str(call.params.get("name")))
        schema = MISSING if tool is None else tool.output_schema
        if isinstance(schema, Missing) or reply.result.get("isError") is True:
            return None
        return check_structured(schema, reply.result.get("structuredContent", MISSING))

    def _bound(self) -> None:
        """The oldest calls are forgotten, and the largest results of the older ones."""
        finished = [call for call in self.kept.values() if call.status != "running"]
        for call in finished[: max(0, len(self.kept) - MOST_CALLS)]:
            del self.kept[call.number]
        total = sum(call.size for call in finished)
        for call in finished[:-1]:
            if total <= MOST_BYTES:
                return
            total -= call.size
            call.answer, call.size = None, 0


def _unmasked(given: Json) -> JsonObject:
    arguments = given if isinstance(given, dict) else {}
    return {name: value for name, value in arguments.items() if MASK not in json.dumps(value)}


def check_structured(schema: Json, value: MaybeJson) -> list[Json]:
    check = validator(schema)
    if check.schema_errors:
        return [f"the outputSchema cannot be used: {check.schema_errors[0].message}"]
    if isinstance(value, Missing):
        return ["the tool has an outputSchema, but the result has no structuredContent"]
    return [f"{error.pointer or '/'}: {error.message}" for error in check.errors(value)[:20]]


def status_of(reply: Reply) -> str:
    if reply.ok:
        failed = isinstance(reply.result, dict) and reply.result.get("isError") is True
        return "tool-error" if failed else "ok"
    return "error" if not isinstance(reply.error, Missing) else "failed"


def answer_document(reply: Reply, misfits: Json) -> JsonObject:
    """The response as the page shows it."""
    found: JsonObject = {
        "kind": reply.kind.value,
        "duration_ms": round(reply.duration_ms, 2),
        "problem": reply.problem,
        "notifications": list(reply.notifications),
        "stderr": reply.stderr,
        "schema_errors": misfits,
    }
    if not isinstance(reply.result, Missing):
        found["result"] = reply.result
    if not isinstance(reply.error, Missing):
        found["rpc_error"] = reply.error
    if reply.ending is not None:
        found["ending"] = str(reply.ending)
        found["stderr"] = reply.ending.stderr or reply.stderr
    if reply.http is not None:
        found["http"] = {"status": reply.http.status, "headers": dict(reply.http.headers)}
    return found
