"""A server that says markup wherever a server may say something."""

import json
import sys

NASTY = '<img src=x onerror="hacked=1"><script>hacked=1</script>\u202e\x1b[31m"\'`${hacked=1}'
LINK = "javascript:hacked=1//" + NASTY
SCHEMA = {
    "type": "object",
    "title": NASTY,
    "description": NASTY,
    "properties": {
        NASTY: {"type": "string", "title": NASTY, "description": NASTY, "default": NASTY},
        "pick": {"enum": [NASTY, "plain"], "title": NASTY},
    },
}
TEXT = {"type": "text", "text": NASTY}
BLOCKS = [
    TEXT,
    {"type": "resource_link", "uri": LINK, "name": NASTY, "title": NASTY},
    {"type": "resource", "resource": {"uri": LINK, "mimeType": "text/html", "text": NASTY}},
    {"type": "image", "mimeType": "image/svg+xml", "data": "PHN2Zy8+"},
    {"type": "audio", "mimeType": NASTY, "data": NASTY},
    {"type": NASTY, NASTY: NASTY},
]
CAPABILITIES = {
    "tools": {},
    "prompts": {},
    "completions": {},
    "logging": {},
    "resources": {"subscribe": True},
    "experimental": {NASTY: {NASTY: NASTY}},
}
NAMED = {"title": NASTY, "description": NASTY, "icons": [{"src": LINK}]}
ASKED = {"message": NASTY, "requestedSchema": SCHEMA}
SAMPLING = {"messages": [{"role": NASTY, "content": TEXT}], "systemPrompt": NASTY, "maxTokens": 1}


def say(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


RESULTS = {
    "tools/list": {
        "tools": [
            {"name": "get_all", "inputSchema": SCHEMA, "outputSchema": SCHEMA, **NAMED},
            {"name": "fail", "inputSchema": {"type": "object"}, **NAMED},
            {"name": NASTY, "inputSchema": SCHEMA, "annotations": {"title": NASTY}, **NAMED},
        ]
    },
    "prompts/list": {"prompts": [{"name": NASTY, "arguments": [{"name": NASTY}], **NAMED}]},
    "prompts/get": {"messages": [{"role": NASTY, "content": one} for one in BLOCKS]},
    "resources/list": {"resources": [{"uri": LINK, "name": NASTY, "mimeType": NASTY, **NAMED}]},
    "resources/templates/list": {
        "resourceTemplates": [{"uriTemplate": "x:{" + NASTY + "}", "name": NASTY, **NAMED}]
    },
    "resources/read": {"contents": [{"uri": LINK, "mimeType": NASTY, "text": NASTY}]},
    "completion/complete": {"completion": {"values": [NASTY]}},
}


def respond(message):
    method, number = message["method"], message["id"]
    if method == "initialize":
        version = message["params"]["protocolVersion"]
        info = {"name": NASTY, "version": NASTY, "title": NASTY, "websiteUrl": LINK}
        told = {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": info}
        say(id=number, result={**told, "instructions": NASTY})
    elif method == "tools/call" and message["params"]["name"] == "fail":
        say(id=number, error={"code": -32000, "message": NASTY, "data": {NASTY: NASTY}})
    elif method == "tools/call":
        sys.stderr.write(NASTY + "\n")
        sys.stderr.flush()
        say(method="notifications/message", params={"level": NASTY, "logger": NASTY, "data": NASTY})
        say(method=NASTY, params={NASTY: NASTY})
        say(id="form", method="elicitation/create", params=ASKED)
        url = {"mode": "url", "message": NASTY, "url": LINK, "elicitationId": NASTY}
        say(id="url", method="elicitation/create", params=url)
        say(id="sampling", method="sampling/createMessage", params=SAMPLING)
        say(id=number, result={"content": BLOCKS, "structuredContent": {NASTY: NASTY}})
    else:
        say(id=number, result=RESULTS.get(method, {NASTY: NASTY}))


if __name__ == "__main__":
    sys.stderr.write(NASTY + "\n")
    sys.stderr.flush()
    for line in sys.stdin:
        found = json.loads(line)
        if "method" in found and "id" in found:
            respond(found)
