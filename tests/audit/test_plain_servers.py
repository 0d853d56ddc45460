"""Small servers, each with one habit that decides the verdict."""

import json
import sys

import pytest

from mcptest.cli.main import run

SERVER = """
import json, sys

habit = sys.argv[1]
SPOKEN = ["2024-11-05", "2025-03-26", "2025-06-18"]
TEXT = {"type": "string", "description": "Text to send back.", "maxLength": 100}
TOOL = {
    "name": "echo",
    "description": "Send the given text back to the caller.",
    "inputSchema": {"type": "object", "properties": {"text": TEXT}, "required": ["text"],
                    "additionalProperties": False},
    "annotations": {"readOnlyHint": True},
}

class Refused(Exception):
    pass

def initialize(params):
    if not {"protocolVersion", "capabilities", "clientInfo"} <= params.keys():
        raise Refused(-32602, "missing members")
    asked = params["protocolVersion"]
    if habit == "lists-revisions" and asked not in SPOKEN:
        raise Refused(-32602, "Unsupported protocol version",
                      {"supported": SPOKEN, "requested": asked})
    return {"protocolVersion": asked if asked in SPOKEN else SPOKEN[-1],
            "capabilities": {"tools": {}}, "serverInfo": {"name": "plain", "version": "1"}}

def tools(params):
    if "cursor" in params:
        if habit == "dies-of-a-cursor":
            sys.exit(3)
        raise Refused(-32602, "unknown cursor")
    return {"tools": [TOOL]}

def call(params):
    given = params.get("arguments", {})
    if params.get("name") != "echo":
        raise Refused(-32602, "unknown tool")
    if not isinstance(given, dict):
        raise Refused(-32602, "arguments must be an object")
    said = given.get("text")
    fine = isinstance(said, str) and len(said) <= 100 and given.keys() == {"text"}
    content = [{"type": "text", "text": said if fine else "text must be a short string"}]
    return {"content": content, "isError": not fine}

METHODS = {"initialize": initialize, "ping": lambda _: {}, "tools/list": tools, "tools/call": call}

def answer(message):
    number = message.get("id") if isinstance(message, dict) else None
    if isinstance(message, dict) and "method" in message and "id" not in message:
        return None
    if type(number) not in (int, str) or message.get("jsonrpc") != "2.0":
        return {"id": None, "error": {"code": -32600, "message": "not a request"}}
    if "method" not in message:
        return None
    try:
        params = message.get("params", {})
        if message["method"] not in METHODS:
            raise Refused(-32601, "unknown method")
        if not isinstance(params, dict):
            if habit == "dies-of-a-list":
                sys.exit(3)
            raise Refused(-32602, "params must be an object")
        return {"id": number, "result": METHODS[message["method"]](params)}
    except Refused as refused:
        keys = ("code", "message", "data")
        return {"id": number, "error": dict(zip(keys, refused.args))}

for line in sys.stdin:
    try:
        found = answer(json.loads(line))
    except ValueError:
        found = {"id": None, "error": {"code": -32700, "message": "not JSON"}}
    if found:
        print(json.dumps({"jsonrpc": "2.0", **found}), flush=True)
"""


@pytest.fixture
def plain(tmp_path):
    """The command of a server with that habit."""
    script = tmp_path / "plain.py"
    script.write_text(SERVER, encoding="utf-8")
    return lambda habit: [sys.executable, str(script), habit]


def audited(capsys, command, *flags):
    code = run(["audit", "--format", "json", *flags, "--", *command])
    return code, json.loads(capsys.readouterr().out)


def failed(document):
    return sorted(case["name"] for case in document["cases"] if case["status"] == "failed")


@pytest.mark.parametrize("habit", ["none", "lists-revisions"])
def test_a_server_is_graded_at_a_revision_that_it_supports(capsys, plain, habit):
    code, document = audited(capsys, plain(habit))

    assert (code, failed(document)) == (0, [])
    assert document["compliance"]["spec_version"] == "v2025-06-18"
    assert document["compliance"]["grade"] in {"A", "A+"}


def test_a_pinned_revision_that_the_server_rejects_is_not_replaced(capsys, plain):
    pin = ("--spec-version", "2025-11-25")
    code, document = audited(capsys, plain("lists-revisions"), *pin)

    assert code == 1
    assert failed(document) == ["The server opens a session"]


@pytest.mark.parametrize(
    ("habit", "cause"),
    [("dies-of-a-cursor", "an unknown cursor"), ("dies-of-a-list", "an array as params")],
)
def test_a_request_that_stops_the_server_fails_its_audit(capsys, plain, habit, cause):
    code, document = audited(capsys, plain(habit))

    assert code == 1
    [case] = [case for case in document["cases"] if case["status"] == "failed"]
    [finding] = case["findings"]
    assert (finding["id"], finding["severity"]) == ("RPC-214", "error")
    assert finding["message"] == f"the server closed the connection after tools/list with {cause}"


@pytest.mark.parametrize("stages", [(), ("--only", "valid-calls"), ("--skip", "compliance")])
def test_arguments_for_a_tool_that_the_server_lacks_are_noted(capsys, plain, stages):
    given = ("--hint", 'tool_args.ecko={"text": "a"}', "--hint", 'tool_args.echo={"text": "a"}')
    code, document = audited(capsys, plain("none"), *given, *stages)

    lacks = 'the server does not list the tool "ecko"; did you mean "echo"?'
    assert code == 0
    assert document["notes"] == [f"the hint tool_args.ecko was not used: {lacks}"]
