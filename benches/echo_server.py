"""A bare stdio server that answers every request at once: the raw limit to measure against."""

import json
import sys

RESULT = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "echo", "version": "1"},
}

if __name__ == "__main__":
    read, write, flush = sys.stdin.buffer.readline, sys.stdout.buffer.write, sys.stdout.buffer.flush
    while line := read():
        message = json.loads(line)
        if "id" not in message:
            continue
        if message["method"] == "tools/call":
            text = message["params"]["arguments"]["text"]
            result = {"content": [{"type": "text", "text": text}], "isError": False}
        elif message["method"] == "tools/list":
            result = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
        else:
            result = RESULT
        reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        write(json.dumps(reply, separators=(",", ":")).encode() + b"\n")
        flush()
