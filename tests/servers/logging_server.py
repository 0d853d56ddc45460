"""A server that writes down every call it gets: ``python logging_server.py LOG``."""

import json
import sys
import time
from pathlib import Path

OBJECT = {"type": "object"}
TEXT = {"type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]}
TOOLS = [
    {"name": "echo", "description": "Says it back.", "inputSchema": TEXT},
    {
        "name": "lookup",
        "annotations": {"readOnlyHint": True},
        "inputSchema": OBJECT,
        "outputSchema": {
            "type": "object",
            "properties": {"n": {"type": "integer"}},
            "required": ["n"],
        },
    },
    {"name": "now", "inputSchema": OBJECT},
    {"name": "counter", "inputSchema": OBJECT},
    {"name": "needs_more", "inputSchema": TEXT},
    {"name": "create_thing", "inputSchema": TEXT},
    {"name": "touch", "annotations": {"idempotentHint": False}, "inputSchema": OBJECT},
    {"name": "delete_thing", "inputSchema": TEXT},
    {"name": "tidy", "annotations": {"destructiveHint": True}, "inputSchema": OBJECT},
    {"name": "wipeAll", "annotations": {"destructiveHint": "no"}, "inputSchema": OBJECT},
    {"name": "anything", "inputSchema": True},
    {
        "name": "impossible",
        "inputSchema": {"type": "object", "properties": {"x": False}, "required": ["x"]},
    },
]
DESTRUCTIVE = {"delete_thing", "tidy", "wipeAll"}
MUTATING = {"create_thing", "touch"}


class LoggingServer:
    """The whole server; ``log`` gets the name of every tool that is called."""

    def __init__(self, log, tools=None, *, dies_on=()):
        self.log = log
        self.tools = TOOLS if tools is None else tools
        self.dies_on = dies_on
        self.count = 0

    def handle(self, message):
        """The reply; None for a notification; raises SystemExit where it dies."""
        if "id" not in message:
            return None
        method, params = message["method"], message.get("params", {})
        answer = getattr(self, method.replace("/", "_"), None)
        reply = {"jsonrpc": "2.0", "id": message["id"]}
        if answer is None:
            return {**reply, "error": {"code": -32601, "message": "no such method"}}
        return {**reply, "result": answer(params)}

    def initialize(self, params):
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
            "serverInfo": {"name": "logging", "version": "1"},
        }

    def tools_list(self, params):
        return {"tools": self.tools}

    def resources_list(self, params):
        return {
            "resources": [
                {"uri": "log://one", "name": "one"},
                {"uri": "log://gone", "name": "gone"},
            ]
        }

    def resources_read(self, params):
        self.log(params["uri"])
        return {"contents": [{"uri": params["uri"], "text": "hello"}]}

    def prompts_list(self, params):
        return {
            "prompts": [
                {"name": "greet", "arguments": [{"name": "who", "required": True}]},
                {"name": "bare"},
            ]
        }

    def prompts_get(self, params):
        return {"messages": [{"role": "user", "content": {"type": "text", "text": "hi"}}]}

    def tools_call(self, params):
        name, arguments = params["name"], params.get("arguments", {})
        self.log(name)
        if name in self.dies_on:
            raise SystemExit(3)
        self.count += 1
        said = {
            "echo": arguments.get("message"),
            "now": f"it is {time.time_ns()}",
            "counter": f"call number {self.count}",
            "needs_more": "no such record",
            "lookup": "{}",
        }.get(name, f"did {name}")
        result = {"content": [{"type": "text", "text": said}]}
        if name == "lookup":
            result["structuredContent"] = {"n": 7, "when": "2026-01-02T03:04:05Z"}
        if name == "needs_more":
            result["isError"] = True
        return result


def main():
    with Path(sys.argv[1]).open("a", encoding="utf-8") as file:

        def log(name):
            file.write(name + "\n")
            file.flush()

        server = LoggingServer(log)
        for line in sys.stdin:
            reply = server.handle(json.loads(line))
            if reply is not None:
                sys.stdout.write(json.dumps(reply) + "\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
