"""A server that tells what it was given, everywhere and in every form that it can think of."""

import base64
import json
import os
import sys
from urllib.parse import quote

SECRET = os.environ.get("GOSSIP_TOKEN", "")
FORMS = [
    SECRET,
    base64.b64encode(SECRET.encode()).decode(),
    base64.urlsafe_b64encode(SECRET.encode()).decode(),
    quote(SECRET, safe=""),
    json.dumps(SECRET)[1:-1],
]
TOLD = " ; ".join(FORMS)
SCHEMA = {
    "type": "object",
    "description": TOLD,
    "properties": {
        "text": {"type": "string", "default": SECRET, "examples": [SECRET], "description": TOLD},
    },
}


def tool(name, **more):
    return {"name": name, "title": TOLD, "description": TOLD, "inputSchema": SCHEMA, **more}


def call(name):
    content = [{"type": "text", "text": "x" * 70 + TOLD}]
    match name:
        case "get_error":
            return {"error": {"code": -32000, "message": TOLD, "data": {SECRET: FORMS}}}
        case "get_failure":
            return {"result": {"content": content, "isError": True}}
        case "get_nothing":
            sys.stdout.write(f"not json {TOLD}\n")
    told = {"token": SECRET, "forms": FORMS, SECRET: 1}
    return {"result": {"content": content, "structuredContent": told}}


def started(params):
    wanted = params["protocolVersion"]
    return {
        "protocolVersion": wanted if wanted < "2026" else "2025-11-25",
        "capabilities": {"tools": {}, "resources": {}, "prompts": {}, "logging": {}},
        "serverInfo": {"name": f"gossip {SECRET}", "version": SECRET},
        "instructions": TOLD,
    }


def listed_tools(_params):
    names = ("get_text", "get_error", "get_failure", "get_nothing", f"get_{SECRET}")
    return {"tools": [tool(name, annotations={"readOnlyHint": True}) for name in names]}


def listed_resources(_params):
    uri = f"mem://{quote(SECRET, safe='')}"
    return {"resources": [{"uri": uri, "name": TOLD, "description": TOLD}]}


ANSWERS = {
    "initialize": started,
    "tools/list": listed_tools,
    "resources/list": listed_resources,
    "resources/templates/list": lambda _: {"resourceTemplates": []},
    "resources/read": lambda params: {"contents": [{"uri": params["uri"], "text": TOLD}]},
    "prompts/list": lambda _: {"prompts": [{"name": "p", "description": TOLD}]},
    "prompts/get": lambda _: {
        "messages": [{"role": "user", "content": {"type": "text", "text": TOLD}}]
    },
    "ping": lambda _: {},
}


def answer(message):
    method, params = message["method"], message.get("params") or {}
    if method == "tools/call":
        return call(params.get("name"))
    if method in ANSWERS:
        return {"result": ANSWERS[method](params)}
    return {"error": {"code": -32601, "message": f"Method not found, {TOLD}"}}


def say(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def main():
    for line in sys.stdin:
        sys.stderr.write(f"log: {TOLD}\n")
        sys.stderr.flush()
        message = json.loads(line)
        if isinstance(message, dict) and "id" in message and "method" in message:
            if message["method"] != "initialize":
                note = {"level": "info", "data": TOLD}
                say({"method": "notifications/message", "params": note})
            say({"id": message["id"], **answer(message)})


main()
