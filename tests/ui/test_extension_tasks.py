"""Tasks of the extension (2026-07-28), and requests of a server that the page answers as tasks."""

import asyncio
import json

from tests.ui.conftest import memory

TASKS = "io.modelcontextprotocol/tasks"
TASK = {"taskId": "t-1", "pollIntervalMs": 1}
NAME = {"method": "elicitation/create", "params": {"message": "Who?", "requestedSchema": {}}}
RESULT = {"content": [{"type": "text", "text": "done"}]}


def serves(get):
    """A stateless server whose calls become a task; ``get(updates)`` is what tasks/get returns."""
    seen, updates = [], []

    def result_of(message):
        match message["method"]:
            case "server/discover":
                return {
                    "resultType": "complete",
                    "supportedVersions": ["2026-07-28"],
                    "capabilities": {"tools": {}, "extensions": {TASKS: {}}},
                    "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "t", "version": "1"}},
                }
            case "tools/list":
                return {"tools": [{"name": "long", "inputSchema": {"type": "object"}}]}
            case "tools/call":
                return {"resultType": "task", "status": "working", **TASK}
            case "tasks/get":
                return {"resultType": "complete", **TASK, **get(updates)}
            case "tasks/update":
                updates.append(message["params"]["inputResponses"])
        return {"resultType": "complete"}

    async def serve(pipe):
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            seen.append(message)
            if "id" in message:
                told = {"jsonrpc": "2.0", "id": message["id"], "result": result_of(message)}
                await pipe.send(json.dumps(told).encode())

    return memory("t", serve), seen


async def start(client):
    await client.value("connect", server="t", revision="2026-07-28")
    params = {"name": "long", "arguments": {}}
    return await client.value("request", server="t", method="tools/call", params=params)


def test_a_call_that_becomes_a_task_is_followed_and_its_question_answered(page):
    def get(updates):
        if updates:
            return {"status": "completed", "result": RESULT}
        return {"status": "input_required", "inputRequests": {"who": NAME}}

    server, seen = serves(get)

    async def look(client):
        started = await start(client)
        await client.until(lambda: client.hub.questions.open)
        [question] = client.hub.questions.open.values()
        assert question.method == "elicitation/create"
        answer = {"action": "accept", "content": {}}
        await client.value("answer", question=question.number, result=answer)
        call = await client.ended(started["number"])
        assert call["status"] == "ok"
        assert call["answer"]["result"] == RESULT
        assert call["task"]["status"] == "completed"
        updated = [m["params"] for m in seen if m["method"] == "tasks/update"]
        assert [one["inputResponses"] for one in updated] == [{"who": answer}]
        [called] = [m for m in seen if m["method"] == "tools/call"]
        assert TASKS in json.dumps(called["params"]["_meta"])

    page(look, server)


def test_a_log_level_goes_with_each_call_where_there_is_no_session(page):
    server, seen = serves(lambda _: {"status": "completed", "result": RESULT})

    async def look(client):
        await client.ended((await start(client))["number"])
        await client.value("log_level", server="t", level="debug")
        await client.ended((await start(client))["number"])
        sent = [m["params"]["_meta"] for m in seen if m["method"] == "tools/call"]
        assert [one.get("io.modelcontextprotocol/logLevel") for one in sent] == [None, "debug"]
        assert (await client.error("log_level", server="t", level="loud"))["code"] == (
            "ui-bad-request"
        )

    page(look, server)


def test_a_task_that_fails_or_that_the_server_cancels_says_so(page):
    failed, _ = serves(lambda _: {"status": "failed", "error": {"code": -32000, "message": "no"}})

    async def look(client):
        call = await client.ended((await start(client))["number"])
        assert call["status"] == "error"
        assert call["answer"]["rpc_error"]["message"] == "no"

    page(look, failed)
    cancelled, _ = serves(lambda _: {"status": "cancelled", "statusMessage": "shutting down"})

    async def given_up(client):
        call = await client.ended((await start(client))["number"])
        assert call["status"] == "failed"
        assert call["answer"]["error"]["code"] == "ui-task-cancelled"
        assert "shutting down" in call["answer"]["error"]["message"]

    page(given_up, cancelled)


def test_cancelling_the_call_cancels_the_task_and_takes_its_question_back(page):
    server, seen = serves(lambda _: {"status": "input_required", "inputRequests": {"who": NAME}})

    async def look(client):
        started = await start(client)
        await client.until(lambda: client.hub.questions.open)
        await client.value("cancel", call=started["number"])
        assert (await client.ended(started["number"]))["status"] == "cancelled"
        assert client.hub.questions.open == {}
        assert [m for m in seen if m["method"] == "tasks/cancel"]

    page(look, server)


class Asking:
    """A server of 2025-11-25 through which a test sends requests to the page."""

    def __init__(self):
        self.pipe = None
        self.responses = {}
        self.came = asyncio.Event()

    async def __call__(self, pipe):
        self.pipe = pipe
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            if "method" not in message:
                self.responses[message["id"]] = message
                self.came.set()
            elif message["method"] == "initialize":
                self.declared = message["params"]["capabilities"]
                info = {"name": "t", "version": "1"}
                result = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info}
                await self.say(id=message["id"], result=result)

    async def say(self, **message):
        await self.pipe.send(json.dumps({"jsonrpc": "2.0", **message}).encode())

    async def ask(self, number, method, **params):
        """The response to a request; None where none came by the time of a later one."""
        await self.say(id=number, method=method, params=params)
        return await self.response(number)

    async def response(self, number):
        async with asyncio.timeout(20):
            while number not in self.responses:
                self.came.clear()
                await self.came.wait()
        return self.responses[number]


def test_a_question_that_comes_as_a_task_is_answered_later(page):
    server = Asking()

    async def look(client):
        await client.value("connect", server="t", revision="2025-11-25")
        assert server.declared["tasks"]["requests"]["elicitation"] == {"create": {}}
        told = await server.ask("a", "elicitation/create", message="Who?", task={"ttl": 1000})
        task = told["result"]["task"]
        assert (task["status"], task["ttl"]) == ("working", 1000)
        named = {"taskId": task["taskId"]}
        assert (await server.ask("b", "tasks/get", **named))["result"]["status"] == "working"
        await server.say(id="c", method="tasks/result", params=named)
        assert (await server.ask("d", "tasks/list"))["result"]["tasks"] == [task]
        assert "c" not in server.responses
        [question] = client.hub.questions.open
        await client.value("answer", question=question, result={"action": "decline"})
        result = (await server.response("c"))["result"]
        assert result["action"] == "decline"
        assert result["_meta"]["io.modelcontextprotocol/related-task"] == named
        assert (await server.ask("e", "tasks/get", **named))["result"]["status"] == "completed"
        assert (await server.ask("f", "tasks/result", **named))["result"] == result
        assert (await server.ask("g", "tasks/cancel", **named))["error"]["code"] == -32602
        assert (await server.ask("h", "tasks/get", taskId="other"))["error"]["code"] == -32602

    page(look, memory("t", server))


def test_a_server_can_cancel_its_questions(page):
    server = Asking()

    async def look(client):
        await client.value("connect", server="t", revision="2025-11-25")
        told = await server.ask("a", "sampling/createMessage", messages=[], task={})
        named = {"taskId": told["result"]["task"]["taskId"]}
        await client.until(lambda: client.hub.questions.open)
        gone = await server.ask("b", "tasks/cancel", **named)
        assert gone["result"]["status"] == "cancelled"
        assert client.hub.questions.open == {}
        assert "error" in await server.ask("c", "tasks/result", **named)
        await server.say(id="d", method="elicitation/create", params={"message": "Who?"})
        await client.until(lambda: client.hub.questions.open)
        await server.say(method="notifications/cancelled", params={"requestId": "d"})
        await client.until(lambda: not client.hub.questions.open)

    page(look, memory("t", server))
