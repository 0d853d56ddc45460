"""A small correct server, and the places where a mode can make it go wrong.

It speaks every revision with a handshake, offers three tools, a resource and a prompt, and checks
arguments strictly. Only what starts fast is imported: it is started thousands of times.
"""

import json
import os
import sys
import time

KNOWN = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
TEXT = {"type": "string"}
NUMBER = {"type": "number"}
HELPER = "import time; time.sleep(300)"


def closed(required, **properties):
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


TOOLS = [
    {
        "name": "echo",
        "description": "Gives the text back as it is.",
        "inputSchema": closed(["text"], text=TEXT | {"description": "What to give back."}),
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "add",
        "description": "Adds two numbers.",
        "inputSchema": closed(
            ["a", "b"],
            a=NUMBER | {"description": "The first number."},
            b=NUMBER | {"description": "The second number."},
        ),
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "delete_record",
        "description": "Deletes a record.",
        "inputSchema": closed(["id"], id=TEXT | {"description": "Which record."}),
        "annotations": {"destructiveHint": True, "readOnlyHint": False},
    },
]
RESOURCE = {"uri": "memo://one", "name": "one", "mimeType": "text/plain"}
PROMPT = {"name": "greet", "arguments": [{"name": "who", "required": True}]}


class RefusedError(Exception):
    """A JSON-RPC error to be sent."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code, self.message = code, message


class Core:
    """Answers; knows no transport. ``changes`` of a mode replace the result of a method."""

    def __init__(self):
        self.tools = [dict(tool) for tool in TOOLS]
        self.version = KNOWN[-1]

    def answer(self, message):
        reply = {"jsonrpc": "2.0", "id": message.get("id")}
        try:
            reply["result"] = self.result(message.get("method"), message.get("params") or {})
        except RefusedError as refused:
            reply["error"] = {"code": refused.code, "message": refused.message}
        return reply

    def result(self, method, params):
        name = str(method).replace("/", "_")
        known = getattr(self, f"do_{name}", None)
        if known is None:
            raise RefusedError(-32601, "Method not found")
        if not isinstance(params, dict):
            raise RefusedError(-32602, "params must be an object")
        return known(params)

    def do_initialize(self, params):
        asked = params.get("protocolVersion")
        self.version = asked if asked in KNOWN else KNOWN[-1]
        return {
            "protocolVersion": self.version,
            "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
            "serverInfo": {"name": "hostile", "version": "1"},
        }

    def do_ping(self, params):
        return {}

    def do_tools_list(self, params):
        if "cursor" in params:
            raise RefusedError(-32602, "unknown cursor")
        return {"tools": self.tools}

    def do_tools_call(self, params):
        tool = next((tool for tool in self.tools if tool["name"] == params.get("name")), None)
        if tool is None:
            raise RefusedError(-32602, "Unknown tool")
        arguments = params.get("arguments") or {}
        problem = wrong(tool["inputSchema"], arguments)
        if problem:
            return {"content": [{"type": "text", "text": problem}], "isError": True}
        return {"content": [{"type": "text", "text": self.text_of(tool["name"], arguments)}]}

    def text_of(self, name, arguments):
        if name == "add":
            return str(arguments["a"] + arguments["b"])
        return arguments.get("text", "done")

    def do_resources_list(self, params):
        if "cursor" in params:
            raise RefusedError(-32602, "unknown cursor")
        return {"resources": [RESOURCE]}

    def do_resources_templates_list(self, params):
        return {"resourceTemplates": []}

    def do_resources_read(self, params):
        if params.get("uri") != RESOURCE["uri"]:
            raise RefusedError(-32002, "Resource not found")
        return {"contents": [{"uri": RESOURCE["uri"], "mimeType": "text/plain", "text": "memo"}]}

    def do_prompts_list(self, params):
        if "cursor" in params:
            raise RefusedError(-32602, "unknown cursor")
        return {"prompts": [PROMPT]}

    def do_prompts_get(self, params):
        who = (params.get("arguments") or {}).get("who")
        if params.get("name") != "greet" or not isinstance(who, str):
            raise RefusedError(-32602, "Invalid params")
        return {"messages": [{"role": "user", "content": {"type": "text", "text": f"Hi {who}"}}]}


def wrong(schema, arguments):
    """Why the arguments are not what the schema says, or nothing."""
    if not isinstance(schema, dict) or not isinstance(arguments, dict):
        return "arguments must be an object"
    types = {"string": str, "number": (int, float)}
    for name in schema.get("required", []):
        if name not in arguments:
            return f"missing argument {name}"
    for name, value in arguments.items():
        if name not in schema.get("properties", {}):
            return f"unexpected argument {name}"
        wanted = types[schema["properties"][name]["type"]]
        if not isinstance(value, wanted) or isinstance(value, bool):
            return f"wrong type of argument {name}"
    return ""


class StdioServer(Core):
    """One message a line; a mode sets what happens at the start, at a method, at the end."""

    def __init__(self, tag):
        super().__init__()
        self.tag = tag
        self.at_start = lambda: None
        self.at_end = lambda: None
        self.on = {}  # method → what to do with the right reply, instead of sending it
        self.say = self.plainly  # how any reply is sent
        self.calls = 0
        self.asked = None

    def put(self, raw):
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()

    def plainly(self, message):
        self.put(text(message) + b"\n")

    def log(self, words):
        sys.stderr.write(words)
        sys.stderr.flush()

    def leave(self, status):
        os._exit(status)

    def idle(self):
        while True:
            time.sleep(60)

    def helper(self, **how):
        import subprocess

        subprocess.Popen([sys.executable, "-S", "-E", "-c", HELPER, self.tag], **how)

    def run(self):
        self.at_start()
        for line in iter(sys.stdin.buffer.readline, b""):
            self.take(line)
        self.at_end()

    def take(self, line):
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            self.plainly(error(None, -32700, "Parse error"))
            return
        if not isinstance(message, dict) or "method" not in message:
            if not (isinstance(message, dict) and ("result" in message or "error" in message)):
                self.plainly(error(None, -32600, "Invalid Request"))
            return
        if message.get("id") is None:
            return
        self.asked = message
        self.calls += message["method"] == "tools/call"
        self.on.get(message["method"], self.say)(self.answer(message))


def text(value):
    return json.dumps(value).encode()


def error(number, code, message):
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def content(*blocks, **more):
    return {"content": list(blocks), **more}


def words(what):
    return {"type": "text", "text": what}
