"""A server of 2025-11-25 with a list of tasks in two pages, one of them without an id."""

import json
import sys

STARTED = "2026-01-05T10:00:00Z"
TASKS = {
    "t-working": {
        "status": "working",
        "statusMessage": "Reading <b>pages</b>",
        "ttl": None,
        "pollInterval": 1500,
    },
    "t-failed": {"status": "failed", "ttl": 600000},
}
CAPABILITIES = {"tools": {}, "tasks": {"list": {}, "cancel": {}}}


def shown(name):
    return {"taskId": name, "createdAt": STARTED, "lastUpdatedAt": STARTED, **TASKS[name]}


def result(method, params):
    match method:
        case "initialize":
            info = {"name": "tasks", "version": "1"}
            return {
                "protocolVersion": "2025-11-25",
                "capabilities": CAPABILITIES,
                "serverInfo": info,
            }
        case "tools/list":
            return {"tools": []}
        case "tasks/list":
            if params.get("cursor"):
                return {"tasks": [shown("t-failed"), {"status": "working"}, None]}
            return {"tasks": [shown("t-working")], "nextCursor": "2"}
        case "tasks/get":
            return shown(params["taskId"])
        case "tasks/result":
            return {"content": [{"type": "text", "text": "no luck"}], "isError": True}
        case "tasks/cancel":
            TASKS[params["taskId"]]["status"] = "cancelled"
            return shown(params["taskId"])
    return {}


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            told = result(message["method"], message.get("params", {}))
            response = {"jsonrpc": "2.0", "id": message["id"], "result": told}
            sys.stdout.write(json.dumps(response) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
