"""A server in memory that asks its client back, offers everything, and speaks in markup."""

import asyncio
import json
import sys

NASTY = "<img src=x onerror=alert(1)>\u202e\x1b[31m"
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["name"],
}
PERSON = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
TOOLS = [
    {"name": "ask", "description": "Get a name from the user.", "inputSchema": {"type": "object"}},
    {
        "name": "get_person",
        "inputSchema": PERSON,
        "outputSchema": SCHEMA,
        "annotations": {"readOnlyHint": True},
    },
    {"name": "get_wrong", "inputSchema": {"type": "object"}, "outputSchema": SCHEMA},
    {
        "name": "delete_all",
        "inputSchema": {"type": "object"},
        "annotations": {"destructiveHint": True, "readOnlyHint": False},
    },
    {"name": "create_item", "inputSchema": {"type": "object"}},
    {"name": "read_nothing", "inputSchema": {"type": "object"}},
    {"name": NASTY, "description": NASTY, "inputSchema": {"type": "object"}},
    {
        "name": "list_flood",
        "inputSchema": {"type": "object", "properties": {"count": {"type": "integer"}}},
        "annotations": {"readOnlyHint": True},
    },
    {"name": "end", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
    {"name": "broken", "inputSchema": {"type": 7}},
    {"description": "it has no name"},
]
CAPABILITIES = {"tools": {}, "resources": {"subscribe": True}, "prompts": {}, "completions": {}}


def result_of(method, params):  # noqa: PLR0911 - one a method
    match method:
        case "initialize":
            info = {"name": "asking", "version": "1"}
            version = params["protocolVersion"]
            return {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": info}
        case "tools/list":
            return {"tools": TOOLS}
        case "resources/list":
            return {"resources": [{"uri": "test://one", "name": "one"}]}
        case "resources/templates/list":
            return {"resourceTemplates": [{"uriTemplate": "test://{id}", "name": "any"}]}
        case "resources/read":
            return {"contents": [{"uri": params["uri"], "text": "hello"}]}
        case "prompts/list":
            return {"prompts": [{"name": "greet", "arguments": [{"name": "who"}]}]}
        case "prompts/get":
            content = {"type": "text", "text": "hello"}
            return {"messages": [{"role": "user", "content": content}]}
        case "completion/complete":
            return {"completion": {"values": ["Ada", "Alan"]}}
        case "tools/call":
            return called(params)
    return {}


def called(params):
    text = {"type": "text", "text": NASTY}
    match params["name"]:
        case "get_person":
            person = {"name": params["arguments"]["name"], "age": 36}
            return {
                "content": [{"type": "text", "text": json.dumps(person)}],
                "structuredContent": person,
            }
        case "get_wrong":
            return {"content": [text], "structuredContent": {"age": "old"}}
    return {"content": [text]}


async def asking(pipe):
    """Serve until the other side closes."""
    waiting = None
    while (raw := await pipe.receive()) is not None:
        message = json.loads(raw)
        method = message.get("method")
        if method is None and message["id"] == "question":
            told = message.get("result", message.get("error"))
            content = [{"type": "text", "text": json.dumps(told)}]
            await say(pipe, id=waiting, result={"content": content})
        elif method == "tools/call" and message["params"]["name"] == "ask":
            waiting = message["id"]
            params = {"message": "Who are you?", "requestedSchema": PERSON}
            await say(pipe, id="question", method="elicitation/create", params=params)
        elif method == "tools/call" and message["params"]["name"] == "read_nothing":
            continue
        elif method == "tools/call" and message["params"]["name"] == "end":
            return
        elif method == "tools/call" and message["params"]["name"] == "list_flood":
            for number in range(message["params"]["arguments"]["count"]):
                data = {"level": "info", "data": number}
                await say(pipe, method="notifications/message", params=data)
            await say(pipe, id=message["id"], result={"content": []})
        elif method == "resources/subscribe":
            await say(pipe, id=message["id"], result={})
            changed = {"uri": message["params"]["uri"]}
            await say(pipe, method="notifications/resources/updated", params=changed)
        elif "id" in message and method != "resources/unknown":
            result = result_of(method, message.get("params") or {})
            await say(pipe, id=message["id"], result=result)
        elif "id" in message:
            error = {"code": -32602, "message": "unknown"}
            await say(pipe, id=message["id"], error=error)


async def say(pipe, **message):
    await pipe.send(json.dumps({"jsonrpc": "2.0", **message}).encode())


class Stdio:
    """The same pipe on standard input and output."""

    async def receive(self):
        line = await asyncio.to_thread(sys.stdin.buffer.readline)
        return line or None

    async def send(self, message):
        sys.stdout.buffer.write(message + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.stderr.write("asking is ready\n")
    sys.stderr.flush()
    asyncio.run(asking(Stdio()))
