"""A server in two builds: every word on its command line plants one change.

``log=FILE`` adds tools that do not only read, and writes down each call.
"""

import json
import sys
import time
from pathlib import Path

PLANTED = set(sys.argv[1:])
READS = {"readOnlyHint": True}
LOG = next((word.removeprefix("log=") for word in PLANTED if word.startswith("log=")), None)


def tool(name, **more):
    schema = {"type": "object", "properties": {"text": {"type": "string"}}}
    found = {"name": name, "description": f"Get {name}.", "inputSchema": schema, **more}
    return {"annotations": dict(READS), **found}


def tools():
    found = {name: tool(f"get_{name}") for name in ("a", "b", "c", "d", "e", "f", "g", "h")}
    if "required-argument" in PLANTED:
        found["a"]["inputSchema"]["required"] = ["text"]
    if "optional-argument" in PLANTED:
        found["b"]["inputSchema"]["properties"]["more"] = {"type": "string"}
    if "removed-tool" in PLANTED:
        del found["c"]
    if "annotation" in PLANTED:
        found["d"]["annotations"]["idempotentHint"] = True
    if "wording" in PLANTED:
        found["e"]["description"] = "Get e, again."
    if LOG:
        names = ("create_x", "frobnicate", "delete_x")
        found |= {name: tool(name, description="A tool.", annotations={}) for name in names}
    return list(found.values())


def call(name):
    if LOG:
        with Path(LOG).open("a", encoding="utf-8") as file:
            file.write(f"{name}\n")
    structured = {"name": name, "count": 3}
    if name == "get_a" and "value" in PLANTED:
        structured["count"] = 4
    if name == "get_b" and "member" in PLANTED:
        del structured["count"]
    if name == "get_e" and "fails" in PLANTED:
        return {"result": {"content": [{"type": "text", "text": "no"}], "isError": True}}
    if name == "get_f":
        if "error-shape" in PLANTED:
            return {"error": {"code": -32000, "message": "never works"}}
        return {"result": {"content": [{"type": "text", "text": "never works"}], "isError": True}}
    if name == "get_g" and "slow" in PLANTED:
        time.sleep(0.02)
    if name not in {each["name"] for each in tools()}:
        return {"error": {"code": -32602, "message": f"Unknown tool: {name}"}}
    text = json.dumps(structured)
    result = {"content": [{"type": "text", "text": text}], "structuredContent": structured}
    return {"result": result}


def answer(message):
    match message["method"]:
        case "initialize":
            wanted = message["params"]["protocolVersion"]
            return {
                "result": {
                    "protocolVersion": wanted if wanted < "2026" else "2025-11-25",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "builds", "version": "1"},
                }
            }
        case "tools/list":
            return {"result": {"tools": tools()}}
        case "tools/call":
            return call(message["params"]["name"])
        case "ping" if "no-ping" not in PLANTED:
            return {"result": {}}
    return {"error": {"code": -32601, "message": "Method not found"}}


for line in sys.stdin:
    heard = json.loads(line)
    if "id" in heard:
        said = json.dumps({"jsonrpc": "2.0", "id": heard["id"], **answer(heard)})
        sys.stdout.write(said + "\n")
        sys.stdout.flush()
