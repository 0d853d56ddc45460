"""One correct server and the ways in which it breaks the protocol, for every transport.

``messages(request, fault)`` is what it sends for one message; as a program it is the same over
stdio: ``python -S -E unlawful.py FAULT``.
"""

import json
import os
import sys

KNOWN = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
LOG = {"level": "info", "method": "tools/call", "message": "called"}
NOTE = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}
CALLS = {
    "no-content": {"structuredContent": {"n": 1}},
    "unknown-type": {"content": [{"type": "video", "data": "AAAA", "mimeType": "video/mp4"}]},
    "no-text": {"content": [{"type": "text"}]},
    "resource-link": {"content": [{"type": "resource_link", "uri": "a://b", "name": "b"}]},
    "no-object": [],
}


def messages(request, fault):
    """Everything that is sent for a request, in order; the last is the answer where one comes."""
    if "id" not in request:
        return []
    method, reply = request["method"], {"jsonrpc": "2.0", "id": request["id"]}
    if method == "initialize":
        return opening(request, reply, fault)
    if method == "tools/list":
        return listing(reply, fault)
    if method != "tools/call":
        return [reply | {"error": {"code": -32601, "message": "Method not found"}}]
    if fault == "error-text":
        return [reply | {"error": {"code": "E1", "message": "no"}}]
    before = {"log-line": [LOG] * 3, "bad-note": [NOTE | {"params": {}}] * 3}.get(fault, [])
    if fault == "legal":
        extra = {"jsonrpc": "2.0", "method": "notifications/of/ours", "params": {"x": [1]}}
        before = [NOTE | {"more": 1}, extra]
    done = {"content": [{"type": "text", "text": "done", "more": 1}], "more": {"a": 1}}
    return [*before, reply | {"result": CALLS.get(fault, done)}]


def opening(request, reply, fault):
    asked = request["params"]["protocolVersion"]
    old = "2025-03-26" if fault == "resource-link" else KNOWN[-1]
    result = {
        "protocolVersion": asked if asked in KNOWN and asked < old else old,
        "capabilities": {"tools": {}, "ours": {"x": True}},
        "serverInfo": {"name": "unlawful", "version": "1"},
    }
    if fault == "no-info":
        del result["serverInfo"]
    if fault == "no-jsonrpc":
        del reply["jsonrpc"]
    early = [LOG] if fault == "early-log" else []
    return [*early, reply | {"result": result}]


def listing(reply, fault):
    if fault == "list-hangs":
        return []
    if fault == "list-error":
        return [reply | {"error": {"code": -32603, "message": "no"}}]
    tools = (
        "none" if fault == "list-garbage" else [{"name": "a", "inputSchema": {"type": "object"}}]
    )
    return [reply | {"result": {"tools": tools}}]


def main(fault):
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if fault == "list-exits" and request.get("method") == "tools/list":
            sys.stderr.write("the disk is full\n")
            sys.stderr.flush()
            os._exit(7)
        for message in messages(request, fault):
            sys.stdout.write(json.dumps(message) + "\n")
            sys.stdout.flush()
        if fault == "exits" and request.get("method") == "tools/call":
            sys.stderr.write("first\nthe disk is full\n")
            sys.stderr.flush()
            os._exit(7)


if __name__ == "__main__":
    main(sys.argv[1])
