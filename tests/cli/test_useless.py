"""A server that keeps the rules, and of which nobody can use a thing: not green."""

import json
import sys

import pytest

TOOLS = [{"name": "get_x", "inputSchema": {"type": "object"}}]
SCRIPT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method = message["method"]
    error = {"code": -32601, "message": "Method not found"}
    result = {
        "initialize": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "useless", "version": "1"},
        },
        "ping": {},
        "tools/list": LIST,
    }.get(method)
    if method == "tools/call":
        known = message.get("params", {}).get("name") == "get_x"
        error = CALL if known else {"code": -32602, "message": "Unknown tool"}
    if method == "tools/list" and result is None:
        error = {"code": -32603, "message": "later"}
    reply = {"error": error} if result is None else {"result": result}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **reply}), flush=True)
"""
INTERNAL = {"code": -32603, "message": "Internal error"}
PYTHON = {"code": -32603, "message": "'NoneType' object has no attribute 'get'"}


@pytest.fixture
def graded(cli, tmp_path):
    def run(listed, call):
        script = tmp_path / "server.py"
        script.write_text(SCRIPT.replace("LIST", repr(listed)).replace("CALL", repr(call)))
        said = cli("compliance", "run", "--format", "json", "--", sys.executable, str(script))
        return said.code, json.loads(said.out)

    return run


def test_a_declared_list_that_fails_fails_the_run(graded):
    code, document = graded(None, INTERNAL)
    assert code == 1
    assert "CAP-006" in {
        c["id"].split("::")[-1] for c in document["cases"] if c["status"] == "failed"
    }


@pytest.mark.parametrize("error", [INTERNAL, PYTHON])
def test_a_server_whose_every_tool_crashes_gets_no_letter(graded, error):
    code, document = graded({"tools": TOOLS}, error)
    assert code == 1
    assert document["compliance"]["grade"] is None
    assert "crashed" in document["compliance"]["reason"]


def test_one_whose_tools_mean_their_rejection_is_graded(graded):
    _, document = graded({"tools": TOOLS}, {"code": -32602, "message": "no such thing"})
    assert document["compliance"]["reason"] is None
    assert document["compliance"]["grade"] is not None
