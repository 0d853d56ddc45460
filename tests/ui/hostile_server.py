"""A server that is hard on a page: huge results, floods on both outputs, and an opening that hangs."""

import json
import sys

HUGE = 50_000_000
TOOLS = ("get_huge", "list_stderr", "list_forever", "get_deep")


def say(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def tool(name):
    read_only = {"readOnlyHint": True}
    return {"name": name, "inputSchema": {"type": "object"}, "annotations": read_only}


def called(name):
    match name:
        case "get_huge":
            return {"content": [{"type": "text", "text": "x" * HUGE}]}
        case "list_stderr":
            for number in range(100_000):
                sys.stderr.write(f"line {number} \x1b[31mred\x1b[0m <b>bold</b>\n")
            return {"content": [{"type": "text", "text": "written"}]}
        case "list_forever":
            while True:
                say(method="notifications/message", params={"level": "info", "data": "again"})
        case "get_deep":
            deep = "leaf"
            for _ in range(50):
                deep = {"inside": [deep]}
            return {"content": [], "structuredContent": deep}
    return {}


def main():
    for line in sys.stdin:
        message = json.loads(line)
        method = message.get("method")
        if "--hang" in sys.argv:
            continue
        if method == "initialize":
            info = {"name": "hostile", "version": "1"}
            version = message["params"]["protocolVersion"]
            result = {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
            say(id=message["id"], result=result)
        elif method == "tools/list":
            say(id=message["id"], result={"tools": list(map(tool, TOOLS))})
        elif method == "tools/call":
            say(id=message["id"], result=called(message["params"]["name"]))
        elif "id" in message:
            say(id=message["id"], result={})


if __name__ == "__main__":
    main()
