"""A right server at 2025-11-25 in plain Python, with one unusual habit: ``unusual_stdio.py HABIT``.

A habit with an exclamation mark is a fault. Nothing of mcptest is used, so that no assumption is shared with what judges it.
"""

import json
import sys
import threading
import time

HABIT = sys.argv[1] if len(sys.argv) > 1 else ""
SPOKEN = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
LOCK = threading.Lock()
ECHO = {
    "name": "echo",
    "description": "Gives a text back.",
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
        "additionalProperties": False,
    },
    "annotations": {"readOnlyHint": True},
}
NOW = {
    "name": "now",
    "description": "Tells the time.",
    "inputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": True},
}
STATE = {"open": False, "sent": 0}


class RefusedError(Exception):
    """A JSON-RPC error on its way out."""


def write(message):
    text = json.dumps(message, ensure_ascii=HABIT == "escapes")
    if HABIT == "spaces":
        text = "  " + json.dumps(message, separators=(" , ", " : ")) + " \t"
    if HABIT == "!pretty" and "tools" in message.get("result", {}):
        text = json.dumps(message, indent=1)
    if HABIT == "!latin-1":
        text = text.replace("noon", "d\u00e9j\u00e0 midi")
    end = "\r\n" if HABIT == "crlf" else "\n"
    raw = (text + end).encode("latin-1" if HABIT == "!latin-1" else "utf-8")
    with LOCK:
        if HABIT == "drops":
            for byte in raw:
                sys.stdout.buffer.write(bytes([byte]))
                sys.stdout.buffer.flush()
        else:
            sys.stdout.buffer.write(raw)
            sys.stdout.buffer.flush()


def initialize(params):
    if not isinstance(params.get("protocolVersion"), str):
        raise RefusedError(-32602, "protocolVersion is missing")
    wanted = params["protocolVersion"]
    version = wanted if wanted in SPOKEN or HABIT == "!any-version" else SPOKEN[0]
    if HABIT == "old":
        version = "2025-03-26"
    STATE["open"] = True
    capabilities = {"tools": {}}
    if HABIT == "empty":
        names = ("tools", "prompts", "resources", "logging", "completions", "experimental")
        capabilities = {name: {} for name in names}
    if HABIT == "bare":
        capabilities = {}
    result = {
        "protocolVersion": version,
        "capabilities": capabilities,
        "serverInfo": {"name": "", "version": ""}
        if HABIT == "nameless"
        else {"name": "unusual", "version": "0"},
    }
    if HABIT == "extra":
        result["vendor"] = {"deep": [1, {"x": None}]}
        result["serverInfo"]["vendor"] = None
        result["_meta"] = {"com.example/trace": "1", "plain": []}
    return result


def listed(kind, items, params):
    cursor = params.get("cursor")
    if cursor is not None and cursor not in ("", "middle", "end"):
        raise RefusedError(-32602, "unknown cursor")
    if HABIT == "!endless-pages":
        return {kind: items, "nextCursor": "middle"}
    if HABIT == "pages":
        pages = {None: ([], "middle"), "middle": (items[:1], "end"), "end": (items[1:], None)}
        if cursor not in pages:
            raise RefusedError(-32602, "unknown cursor")
        page, following = pages[cursor]
        return {kind: page, **({"nextCursor": following} if following else {})}
    if cursor is not None:
        raise RefusedError(-32602, "unknown cursor")
    return {kind: items}


def tools():
    if HABIT == "empty":
        return []
    found = [ECHO, NOW, NOW] if HABIT == "!twice" else [ECHO, NOW]
    if HABIT == "!schema-text":
        found = [{**tool, "inputSchema": json.dumps(tool["inputSchema"])} for tool in found]
    if HABIT == "extra":
        found = [{**tool, "vendor": True, "_meta": {"com.example/x": None}} for tool in found]
    return found


def call(params):
    name, arguments = params.get("name"), params.get("arguments", {})
    if name not in [tool["name"] for tool in tools()]:
        raise RefusedError(-32602, f"unknown tool: {name}")
    if not isinstance(arguments, dict):
        raise RefusedError(-32602, "arguments is not an object")
    if name == "now":
        content = [] if HABIT == "nothing" else [{"type": "text", "text": "noon"}]
        return {"content": content, "isError": False}
    if set(arguments) != {"text"} or not isinstance(arguments["text"], str):
        return {"content": [{"type": "text", "text": "give a text"}], "isError": True}
    block = {"type": "text", "text": arguments["text"]}
    if HABIT == "extra":
        block |= {"annotations": {"audience": [], "vendor": 1}, "_meta": {}, "vendor": 1}
    return {"content": [block]}


def answer(method, params):
    if not isinstance(params, dict):
        raise RefusedError(-32602, "params is not an object")
    if method == "initialize":
        return initialize(params)
    if method == "ping":
        return {}
    if method == "tools/list" and HABIT != "bare":
        return listed("tools", tools(), params)
    if method == "tools/call" and HABIT != "bare":
        return call(params)
    if HABIT == "empty":
        return answer_empty(method, params)
    raise RefusedError(-32601, "")


def answer_empty(method, params):
    lists = {
        "prompts/list": "prompts",
        "resources/list": "resources",
        "resources/templates/list": "resourceTemplates",
    }
    if method in lists:
        return listed(lists[method], [], params)
    if method == "logging/setLevel":
        if params.get("level") not in LEVELS:
            raise RefusedError(-32602, "unknown level")
        return {}
    if method in ("prompts/get", "completion/complete"):
        raise RefusedError(-32602, "unknown prompt")
    if method == "resources/read":
        raise RefusedError(-32002, "unknown resource")
    raise RefusedError(-32601, "unknown method")


def respond(message):
    own, params = message["id"], message.get("params", {})
    reply = {"jsonrpc": "2.0", "id": str(own) if HABIT == "!text-ids" else own}
    try:
        reply["result"] = answer(message["method"], params)
    except RefusedError as refused:
        code, text = refused.args
        reply["error"] = {"code": code, "message": text}
        if HABIT == "extra":
            reply["error"]["data"] = [None, "anything"]
    if HABIT == "late" and message["method"] != "initialize":
        time.sleep(0.01 + 0.03 * (hash(str(own)) % 3))
    if HABIT == "pings" and STATE["open"] and message["method"] != "initialize":
        STATE["sent"] += 1
        write({"jsonrpc": "2.0", "id": f"ping-{STATE['sent']}", "method": "ping"})
    if HABIT == "!text-codes" and "error" in reply:
        reply["error"]["code"] = str(reply["error"]["code"])
    if HABIT == "!null-result" and reply.get("result") == {}:
        reply["result"] = None
    if HABIT == "!both" and "result" in reply:
        reply["error"] = None
    if HABIT == "!two-answers" and message["method"] == "tools/call":
        write(reply)
    if HABIT == "!mixed-up" and message["method"] == "tools/call" and "result" in reply:
        STATE["last"], reply["result"] = reply["result"], STATE.get("last", reply["result"])
    if HABIT == "reversed":
        reply = dict(reversed(reply.items()))
    write(reply)


def refuse(own, code, text):
    write({"jsonrpc": "2.0", "id": own, "error": {"code": code, "message": text}})


def read(line):
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return refuse(None, -32700, "not JSON")
    if not isinstance(message, dict):
        return refuse(None, -32600, "not a message")
    own = message.get("id")
    usable = isinstance(own, str) or (isinstance(own, int) and not isinstance(own, bool))
    if "method" not in message and ("result" in message or "error" in message):
        return None
    if message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        return refuse(own if usable else None, -32600, "not a request")
    if "id" not in message:
        if HABIT == "!answers-notifications" and message["method"] == "notifications/initialized":
            write({"jsonrpc": "2.0", "id": None, "result": {}})
        return None
    if not usable:
        return refuse(None, -32600, "bad id")
    if HABIT == "late":
        threading.Thread(target=respond, args=(message,)).start()
        return None
    return respond(message)


def main():
    for line in sys.stdin.buffer:
        if HABIT == "chatty":
            sys.stderr.write("a line for people\n" * 50)
        if line.strip():
            read(line)


if __name__ == "__main__":
    main()
