"""Modes whose lines are JSON and not the JSON-RPC message that was due."""

import sys
import time

from core import error
from registry import Family

MODES = mode = Family()


def on_call(server, answer):
    server.on["tools/call"] = lambda reply: server.say(answer(reply))


@mode
def both(server):
    on_call(server, lambda reply: reply | {"error": {"code": 1, "message": "x"}})


@mode
def neither(server):
    on_call(server, lambda reply: {"jsonrpc": "2.0", "id": reply["id"]})


@mode
def no_jsonrpc(server):
    on_call(server, lambda reply: {"id": reply["id"], "result": reply.get("result", {})})


@mode
def id_as_text(server):
    on_call(server, lambda reply: reply | {"id": str(reply["id"])})


@mode
def error_null_id(server):
    on_call(server, lambda reply: error(None, -32600, "Invalid Request"))


@mode
def error_no_message(server):
    on_call(server, lambda reply: {"jsonrpc": "2.0", "id": reply["id"], "error": {"code": -32603}})


@mode
def stray_answer(server):
    stray = {"jsonrpc": "2.0", "id": 999_999, "result": {}}
    server.on["tools/call"] = lambda reply: (server.say(stray), server.say(reply))


@mode
def double_answer(server):
    server.say = lambda reply: (server.plainly(reply), server.plainly(reply))


@mode
def notify_flood(server):
    note = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'

    def flood(reply):
        if server.calls == 1:
            for _ in range(100):
                server.put((note + b"\n") * 1000)
        server.say(reply)

    server.on["tools/call"] = flood


@mode
def asks_roots(server):
    def ask(reply):
        server.say({"jsonrpc": "2.0", "id": "r", "method": "roots/list"})
        sys.stdin.buffer.readline()
        server.say(reply)

    server.on["tools/call"] = ask


@mode
def asks_without_end(server):
    def ask(reply):
        number = 0
        while True:
            number += 1
            server.say({"jsonrpc": "2.0", "id": f"q{number}", "method": "sampling/createMessage"})

    server.on["tools/call"] = ask


@mode
def log_without_end(server):
    def talk(reply):
        while True:
            server.say(
                {
                    "jsonrpc": "2.0",
                    "method": "notifications/message",
                    "params": {"level": "info", "data": "still here"},
                }
            )
            time.sleep(0.1)

    server.on["tools/call"] = talk


@mode
def number_as_message(server):
    server.on["tools/call"] = lambda reply: server.put(b"42\n")
