"""Modes that go wrong in lists and calls, most of them on input that a server must refuse."""

import os

from core import content, error, words, wrong
from registry import Family

MODES = mode = Family()
TRACE = 'Traceback (most recent call last):\n  File "/srv/app/main.py", line 42, in run\n    x()\nKeyError: 1'
KEY = "sk-live-51HnQabcdefghijklmnopqrstuvwx"


def offer(server, change):
    """Change the first tool as it is listed, not as it is called."""

    def listed(reply):
        first, *rest = reply["result"]["tools"]
        server.say(reply | {"result": {"tools": [change(first), *rest]}})

    server.on["tools/list"] = listed


def give(server, result):
    server.on["tools/call"] = lambda reply: server.say(
        {"jsonrpc": "2.0", "id": reply["id"], "result": result}
    )


def success(server):
    server.say({"jsonrpc": "2.0", "id": server.asked["id"], "result": content(words("fine"))})


def where(server, bad, then):
    """Do ``then`` on a call whose parameters are bad in that way, else answer rightly."""

    def called(reply):
        params = server.asked["params"]
        tool = next((each for each in server.tools if each["name"] == params.get("name")), None)
        problem = wrong(tool["inputSchema"], params.get("arguments") or {}) if tool else "unknown"
        then() if problem.startswith(bad) else server.say(reply)

    server.on["tools/call"] = called


@mode
def same_cursor(server):
    def listed(reply):
        server.say(
            {
                "jsonrpc": "2.0",
                "id": server.asked["id"],
                "result": {"tools": server.tools, "nextCursor": "x"},
            }
        )

    server.on["tools/list"] = listed


@mode
def same_names(server):
    server.tools = [*server.tools, server.tools[0]]


@mode
def schema_null(server):
    offer(server, lambda tool: tool | {"inputSchema": None})


@mode
def schema_type_array(server):
    offer(server, lambda tool: tool | {"inputSchema": {"type": "array"}})


@mode
def recursive_schema(server):
    """A schema that refers to itself twice, and an answer that is wrong at its deepest place.

    Whoever tries both ways at each level never comes to an end.
    """
    way = {"$ref": "#/$defs/node"}

    def called(reply):
        value = "wrong"
        for _ in range(60):
            value = [value]
        result = content(words("deep"), structuredContent={"tree": value})
        server.say({"jsonrpc": "2.0", "id": reply["id"], "result": result})

    node = {"type": "array", "items": {"anyOf": [way, way | {"title": "other"}]}}
    schema = {"type": "object", "properties": {"tree": way}, "$defs": {"node": node}}
    offer(server, lambda tool: tool | {"outputSchema": schema})
    server.on["tools/call"] = called


@mode
def schema_of_itself(server):
    offer(server, lambda tool: tool | {"inputSchema": {"type": "object", "$ref": "#"}})


@mode
def list_exit(server):
    server.on["tools/list"] = lambda reply: server.leave(1)


@mode
def list_shuffle(server):
    state = {"seen": 0}

    def listed(reply):
        state["seen"] += 1
        tools = [
            tool | {"description": f"{tool['description']} Version {state['seen']}."}
            for tool in server.tools
        ]
        turn = state["seen"] % len(tools)
        server.say(reply | {"result": {"tools": tools[turn:] + tools[:turn]}})

    server.on["tools/list"] = listed


@mode
def ten_thousand(server):
    first = server.tools[0]
    server.tools += [first | {"name": f"echo_{number}"} for number in range(10_000)]


@mode
def call_abort(server):
    server.on["tools/call"] = lambda reply: os.abort()


@mode
def call_hang(server):
    server.on["tools/call"] = lambda reply: None


@mode
def third_call_exit(server):
    def called(reply):
        server.leave(5) if server.calls == 3 else server.say(reply)

    server.on["tools/call"] = called


@mode
def call_null(server):
    give(server, None)


@mode
def content_text(server):
    give(server, {"content": "hello"})


@mode
def odd_type(server):
    give(server, content({"type": "hologram", "data": "x"}))


@mode
def bad_base64(server):
    give(server, content({"type": "image", "data": "%%%", "mimeType": "image/png"}))


@mode
def stack_in_result(server):
    give(server, content(words(TRACE)))


@mode
def takes_unknown_tool(server):
    where(server, "unknown", lambda: success(server))


@mode
def takes_missing(server):
    where(server, "missing", lambda: success(server))


@mode
def takes_wrong_type(server):
    where(server, "wrong type", lambda: success(server))


@mode
def takes_extra(server):
    where(server, "unexpected", lambda: success(server))


@mode
def dies_on_missing(server):
    where(server, "missing", lambda: server.leave(9))


@mode
def hangs_on_wrong_type(server):
    where(server, "wrong type", lambda: None)


@mode
def hangs_on_oversized(server):
    def called(reply):
        if len(str(server.asked["params"])) < 60_000:
            server.say(reply)

    server.on["tools/call"] = called


@mode
def leaks_on_error(server):
    def called(reply):
        failed = "error" in reply or reply["result"].get("isError")
        leak = error(reply["id"], -32602, f"{TRACE}\nkey {KEY}")
        server.say(leak if failed else reply)

    server.on["tools/call"] = called
