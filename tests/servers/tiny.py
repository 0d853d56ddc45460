"""The smallest server that can also misbehave: one file, nothing but the standard library."""

import json
import os
import sys
import time
from pathlib import Path

EMPTY = {"type": "object", "properties": {}}
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
TOOLS = [
    {"name": "echo", "description": "Give the text back.", "inputSchema": TEXT},
    {"name": "fail", "description": "Report an error.", "inputSchema": EMPTY},
    {"name": "crash", "description": "End at once.", "inputSchema": EMPTY},
    {"name": "hang", "description": "Never answer.", "inputSchema": EMPTY},
    {"name": "environment", "description": "Name a variable.", "inputSchema": TEXT},
    {"name": "count", "description": "Count the calls.", "inputSchema": EMPTY},
]
CALLS = [0]


def call(name, arguments):
    CALLS[0] += 1
    if name == "crash":
        sys.stderr.write("cannot go on\n")
        sys.stderr.flush()
        os._exit(3)
    if name == "hang":
        if "MARK" in os.environ:  # a pipe that somebody waits at
            Path(os.environ["MARK"]).write_text("hanging")
        time.sleep(60)
    said = {
        "echo": lambda: str(arguments.get("text")),
        "fail": lambda: "that did not work",
        "environment": lambda: os.environ.get(arguments["text"], "unset"),
        "count": lambda: str(CALLS[0]),
    }.get(name)
    if said is None:
        return {"error": {"code": -32602, "message": f"Unknown tool: {name}"}}
    content = [{"type": "text", "text": said()}]
    return {"result": {"content": content, "isError": name == "fail"}}


def answer(message):
    match message["method"]:
        case "initialize":
            wanted = message["params"]["protocolVersion"]
            return {
                "result": {
                    "protocolVersion": wanted if wanted < "2026" else "2025-11-25",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "tiny", "version": "1"},
                }
            }
        case "tools/list":
            return {"result": {"tools": TOOLS}}
        case "tools/call":
            return call(message["params"]["name"], message["params"].get("arguments") or {})
        case "ping":
            return {"result": {}}
        case _:
            return {"error": {"code": -32601, "message": "Method not found"}}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        reply = {"jsonrpc": "2.0", "id": message["id"], **answer(message)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
