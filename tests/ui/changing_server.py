"""A server that says that its lists changed whenever it is told to, lists in pages, and runs tasks."""

import json
import sys

TASKS = "io.modelcontextprotocol/tasks"
PAGES = {None: (["touch", "echo", "long"], "2"), "2": (["get_b"], "3"), "3": (["get_c"], None)}
NAME = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
CAPABILITIES = {name: {"listChanged": True} for name in ("tools", "resources", "prompts")} | {
    "extensions": {TASKS: {}}
}
CAPABILITIES["resources"] = {"listChanged": True, "subscribe": True}
answers = {}  # what the client said to the questions of the task


def say(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def tool(name):
    read_only = {"readOnlyHint": True}
    schema = {"type": "object", "properties": {"text": {"type": "string"}}}
    return {"name": name, "inputSchema": schema, "annotations": read_only}


def result_of(method, params):  # noqa: PLR0911 - one a method
    match method:
        case "initialize":
            info = {"name": "changing", "version": "1"}
            version = params["protocolVersion"]
            return {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": info}
        case "server/discover":
            return {"supportedVersions": ["2026-07-28"], "capabilities": CAPABILITIES}
        case "tools/list":
            names, following = PAGES[params.get("cursor")]
            more = {"nextCursor": following} if following else {}
            return {"tools": [tool(name) for name in names], **more}
        case "prompts/list":
            return {"prompts": [{"name": "greet", "arguments": [{"name": "who"}]}]}
        case "prompts/get":
            content = {"type": "text", "text": "hello"}
            return {"messages": [{"role": "user", "content": content}]}
        case "resources/list":
            return {"resources": [{"uri": "test://one", "name": "one"}]}
        case "resources/templates/list":
            return {"resourceTemplates": [{"uriTemplate": "test://{id}", "name": "any"}]}
        case "resources/read":
            return {"contents": [{"uri": params["uri"], "text": "hello"}]}
        case "tools/call":
            return called(params)
        case "tasks/get":
            return task(params["taskId"])
        case "tasks/update":
            answers.update(params["inputResponses"])
    return {}


def called(params):
    if params["name"] == "long" and TASKS in json.dumps(params.get("_meta", {})):
        answers.clear()
        return {"resultType": "task", "status": "working", "taskId": "t-1", "pollIntervalMs": 200}
    if params["name"] == "touch":
        for kind in ("tools", "resources", "prompts"):
            say(method=f"notifications/{kind}/list_changed")
    text = params.get("arguments", {}).get("text", "")
    return {"content": [{"type": "text", "text": text}]}


def task(number):
    common = {"taskId": number, "pollIntervalMs": 200}
    if not answers:
        params = {"message": "Who are you?", "requestedSchema": NAME}
        asked = {"who": {"method": "elicitation/create", "params": params}}
        return {**common, "status": "input_required", "inputRequests": asked}
    told = {"content": [{"type": "text", "text": json.dumps(answers)}]}
    return {**common, "status": "completed", "result": told}


def listen(number, wanted):
    """The stream of a subscription, which has no response until it ends."""
    meta = {"io.modelcontextprotocol/subscriptionId": number}
    told = {"notifications": wanted, "_meta": meta}
    say(method="notifications/subscriptions/acknowledged", params=told)
    for uri in wanted.get("resourceSubscriptions", []):
        say(method="notifications/resources/updated", params={"uri": uri, "_meta": meta})


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("method") == "subscriptions/listen":
            listen(message["id"], message["params"]["notifications"])
        elif "id" in message and "method" in message:
            result = result_of(message["method"], message.get("params") or {})
            say(id=message["id"], result={"resultType": "complete", **result})


if __name__ == "__main__":
    main()
