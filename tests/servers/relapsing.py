"""A server whose tools do not work for ever: ``python relapsing.py WORD [unknown] [agrees]``.

``locked`` rejects every call after the first bad request, ``once`` every call of a tool but the
first, ``listed`` every call after the second list, ``picky`` one tool always, ``odd`` one tool after
the other accepted a text that is not ASCII, and ``busy`` says that there were too many calls. Another word ``unknown`` gives the tools names that say nothing, and
``agrees`` agrees to any revision, as often as it is asked.
"""

import json
import sys

WORD, UNKNOWN, AGREES = sys.argv[1], "unknown" in sys.argv[2:], "agrees" in sys.argv[2:]
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
NAMES = ("frobnicate", "twiddle") if UNKNOWN else ("get_weather", "list_cities")
LOCKED = "database is locked"
called = []
bad = []
odd = []
lists = []


def tools():
    about = {} if UNKNOWN else {"annotations": {"readOnlyHint": True}}
    schemas = (CITY, {"type": "object", "properties": {}})
    pairs = zip(NAMES, schemas, strict=True)
    return [{"name": name, "inputSchema": schema, **about} for name, schema in pairs]


def rejection(name):
    """Why a valid call fails; None where it does not."""
    if WORD == "locked" and bad:
        return LOCKED
    if WORD == "once" and name in called[:-1]:
        return "the cursor is closed"
    if WORD == "listed" and len(lists) > 1:
        return "the list is in use"
    if WORD == "odd" and odd and name == NAMES[1]:
        return LOCKED
    if WORD == "busy" and len(called) > 1:
        return "rate limit exceeded, try again later"
    return "no such city" if WORD == "picky" and name == NAMES[0] else None


def call(params):
    name, given = params.get("name"), params.get("arguments")
    given = given if isinstance(given, dict) else {}
    if name not in NAMES:
        bad.append(name)
        return {"error": {"code": -32602, "message": f"Unknown tool: {name}"}}
    called.append(name)
    wrong = name == NAMES[0] and not isinstance(given.get("city"), str)
    odd.extend([name] if not str(given.get("city")).isascii() else [])
    text = "city must be a string" if wrong else rejection(name)
    bad.extend([name] if wrong else [])
    content = [{"type": "text", "text": text or "fine"}]
    return {"result": {"content": content, "isError": text is not None}}


def answer(method, params):
    lists.extend([method] if method == "tools/list" else [])
    if method == "initialize":
        about = {"name": "relapsing", "version": "1"}
        version = params.get("protocolVersion") if AGREES else "2025-11-25"
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}
    return {"ping": {}, "tools/list": {"tools": tools()}}.get(method)


def take(message):
    method, params = message["method"], message.get("params")
    params = params if isinstance(params, dict) else {}
    if method == "tools/call":
        return call(params)
    result = answer(method, params)
    unknown = {"error": {"code": -32601, "message": "Method not found"}}
    return unknown if result is None else {"result": result}


def say(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


for line in sys.stdin.buffer:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        say({"id": None, "error": {"code": -32700, "message": "Parse error"}})
        continue
    if not isinstance(message, dict) or not isinstance(message.get("method"), str):
        if not (isinstance(message, dict) and {"result", "error"} & message.keys()):
            say({"id": None, "error": {"code": -32600, "message": "Invalid Request"}})
    elif "id" in message:
        say({"id": message["id"], **take(message)})
