"""A server whose tools belong together: one creates what the other gets, under a random id."""

import json
import sys
import uuid

NAME = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
ID = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
TOOLS = [
    {"name": "create_item", "inputSchema": NAME},
    {"name": "get_item", "inputSchema": ID, "annotations": {"readOnlyHint": True}},
    {"name": "delete_item", "inputSchema": ID, "annotations": {"destructiveHint": True}},
]
ITEMS = {}


def call(name, arguments):
    if name == "create_item":
        item = {"id": str(uuid.uuid4()), "name": arguments["name"]}
        ITEMS[item["id"]] = item
    else:
        item = ITEMS.get(arguments["id"])
    if item is None:
        return {"content": [{"type": "text", "text": "not found"}], "isError": True}
    return {"content": [{"type": "text", "text": json.dumps(item)}], "structuredContent": item}


def result_of(method, params):
    match method:
        case "initialize":
            info = {"name": "shop", "version": "1"}
            version = params["protocolVersion"]
            return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
        case "tools/list":
            return {"tools": TOOLS}
        case "tools/call":
            return call(params["name"], params.get("arguments") or {})
    return {}


for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        result = result_of(asked["method"], asked.get("params") or {})
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}) + "\n")
        sys.stdout.flush()
