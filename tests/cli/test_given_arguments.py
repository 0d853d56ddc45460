"""Arguments that the user gives for a tool are used by every command that calls it."""

import json
import sys

import pytest

from mcptest.compliance.hint_values import given_arguments, parse_hints
from mcptest.errors import UsageError

SERVER = """
import json, sys
TOOL = {
    "name": "get_order",
    "description": "Read one order. Returns its state.",
    "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
    "annotations": {"readOnlyHint": True},
}
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    method, result, error = asked["method"], {}, None
    if method == "initialize":
        result = {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "orders", "version": "1"},
        }
    elif method == "tools/list":
        result = {"tools": [TOOL]}
    elif method == "tools/call":
        known = asked["params"].get("arguments", {}).get("id") == "order-7"
        said = "sent" if known else "no such order"
        result = {"content": [{"type": "text", "text": said}], "isError": not known}
    elif method != "ping":
        error = {"code": -32601, "message": "unknown method"}
    body = {"result": result} if error is None else {"error": error}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **body}), flush=True)
"""
GIVEN = 'tool_args.get_order={"id": "order-7"}'
PIN = ["--spec-version", "v2025-11-25"]


@pytest.fixture
def server(tmp_path):
    path = tmp_path / "orders.py"
    path.write_text(SERVER)
    return ["--", sys.executable, str(path)]


def outcome(said, lane="probe"):
    [case] = [case for case in json.loads(said.out)["cases"] if case["lane"] == lane]
    return case["targets"].get("outcome")


@pytest.mark.parametrize("command", [["audit", "--only", "valid-calls"], ["probe"]])
def test_a_valid_call_has_the_arguments_of_the_user(cli, server, command):
    flags = [*command, *PIN, "--format", "json"]
    assert outcome(cli(*flags, *server)) == "rejected"
    assert outcome(cli(*flags, "--hint", GIVEN, *server)) == "succeeded"


def test_bad_input_is_made_from_them(cli, server):
    flags = ["audit", "--only", "bad-input", *PIN, "--format", "json"]

    def statuses(said):
        cases = json.loads(said.out)["cases"]
        return {case["name"]: case["status"] for case in cases}

    assert statuses(cli(*flags, *server))["get_order"] == "skipped"
    assert statuses(cli(*flags, "--hint", GIVEN, *server))["get_order"] != "skipped"


@pytest.mark.parametrize("command", ["probe", "fuzz"])
def test_a_dry_run_or_a_warning_shows_what_they_are_for(cli, server, command):
    given = "tool_args.get_ordr={}"
    said = cli(command, *PIN, "--dry-run", "--hint", given, *server)
    assert said.code == 0
    assert "no such tool" in said.err
    assert "get_ordr" in said.err


def test_a_plan_shows_them(cli, server):
    assert '{"id": "order-7"}' in cli("probe", *PIN, "--dry-run", "--hint", GIVEN, *server).out


def test_the_suite_that_has_the_server_gives_them_too(cli, server, tmp_path):
    suite = tmp_path / "mcptest.yml"
    block = {"hints": {"tool_args": {"get_order": {"id": "order-7"}}}}
    suite.write_text(json.dumps({"server": {"command": server[1:]}, "compliance": block}))
    said = cli("probe", *PIN, "--format", "json", "--from-suite", str(suite))
    assert outcome(said) == "succeeded"


def test_a_fixture_that_a_command_would_not_use_is_refused(cli, server):
    said = cli("probe", "--hint", "slow_tool=get_order", *server)
    assert said.code == 2
    assert "hint-unused" in said.err


def test_arguments_are_an_object():
    with pytest.raises(UsageError) as refused:
        parse_hints(["tool_args.get_order=7"])
    assert refused.value.code == "hint-value"
    assert given_arguments({"tool_args": {"a": {"x": 1}, "b": 2}}) == {"a": {"x": 1}}
    assert given_arguments({}) == {}
