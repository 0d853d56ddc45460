"""The command under a finding: it sends the same request, gets the same answer, shows no secret."""

import json
import shlex
import sys

import pytest

from mcptest.cli.servers import ServerChoice
from mcptest.cli.shell_server import shell_server

MOCK = ("--", sys.executable, "-m", "mcptest", "mock")


def findings(path):
    run = json.loads(path.read_text(encoding="utf-8"))
    return [finding for case in run["cases"] for finding in case["findings"]]


def reproduced(cli, finding):
    """What the server says to the printed command."""
    program, *words = shlex.split(finding["reproduce"])
    assert program == "mcptest"
    said = cli(*words)
    received = [line[2:] for line in said.out.splitlines() if line.startswith("< {")]
    return json.loads(received[-1])


@pytest.mark.parametrize("rule", ["TOOL-002", "PROTO-001"])
@pytest.mark.parametrize("revision", ["2025-06-18", "2026-07-28"])
def test_the_command_shows_the_same_wrong_answer(cli, tmp_path, rule, revision):
    out = tmp_path / "run.json"
    mock = (*MOCK, "--spec-version", revision, "--break", rule)
    said = cli("compliance", "run", "--report", f"json={out}", *mock)
    broken = [finding for finding in findings(out) if finding["id"] == rule]
    assert broken
    for finding in broken:
        assert reproduced(cli, finding) == finding["reply"]
    assert f"reproduce: {broken[0]['reproduce']}" in said.out


def test_a_server_of_both_eras_shows_it_in_the_era_that_was_graded(cli, tmp_path):
    out = tmp_path / "run.json"
    cli("compliance", "run", "--report", f"json={out}", *MOCK, "--break", "TOOL-002")
    [finding] = [one for one in findings(out) if one["id"] == "TOOL-002"]
    assert "--spec-version 2026-07-28" in finding["reproduce"]
    assert reproduced(cli, finding) == finding["reply"]


@pytest.mark.parametrize(
    ("rule", "flag"), [("RPC-011", "send '{"), ("LIFE-010", "send --no-session '{")]
)
def test_bytes_that_are_not_json_and_a_request_before_the_session(cli, tmp_path, rule, flag):
    out = tmp_path / "run.json"
    mock = (*MOCK, "--spec-version", "2025-06-18", "--break", rule)
    cli("compliance", "run", "--report", f"json={out}", *mock)
    [finding] = [one for one in findings(out) if one["id"] == rule]
    assert flag in finding["reproduce"]
    said = cli(*shlex.split(finding["reproduce"])[1:]).out
    got = [json.loads(line[2:]) for line in said.splitlines() if line.startswith("< {")]
    assert got == ([finding["reply"]] if "reply" in finding else [])


def test_a_lint_of_an_audit_is_found_again(cli, tmp_path):
    out, tools = tmp_path / "run.json", tmp_path / "tools.json"
    listed = {"tools": [{"name": "get_it", "inputSchema": {"type": "object"}}]}
    tools.write_text(json.dumps(listed), encoding="utf-8")
    server = (*MOCK, "--tools-from", str(tools))
    cli("audit", "--only", "lint", "--report", f"json={out}", *server)
    [finding] = [one for one in findings(out) if one["id"] == "DESC-001"]
    assert "[DESC-001]" in cli(*shlex.split(finding["reproduce"])[1:]).out


def test_a_finding_about_a_sequence_has_no_command(cli, tmp_path):
    out = tmp_path / "run.json"
    cli("compliance", "run", "--report", f"json={out}", *MOCK, "--break", "RPC-001")
    assert findings(out)
    assert not any("reproduce" in finding for finding in findings(out))


def test_only_the_first_is_shown_unless_verbose(cli, tmp_path, suite):
    path = suite("""\
        tools:
          - {tool: nobody, name: first}
          - {tool: nobody, name: second}
        """)
    said, verbose = cli("run", path), cli("run", path, "-v")
    assert said.out.count("reproduce: mcptest send") == 1
    assert verbose.out.count("reproduce: mcptest send") == 2
    assert f"--from-suite {path}" in said.out
    out = tmp_path / "run.json"
    cli("run", path, "--report", f"json={out}")
    assert reproduced(cli, findings(out)[0]) == findings(out)[0]["reply"]


def shown(*command, **more):
    server = shell_server(ServerChoice(command=command or None, **{"environ": {}, **more}))
    return " ".join([*server.options, *server.end])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["srv", "a b"], "-- srv 'a b'"),
        (["srv", "--api-key", "hunter22"], '-- srv --api-key "$API_KEY"'),
        (["srv", "--token=hunter22"], '-- srv --token="$TOKEN"'),
        (["env", "DB_PASSWORD=hunter22", "srv"], '-- env DB_PASSWORD="$DB_PASSWORD" srv'),
        (["srv", "postgres://ada:hunter22@host/db"], '-- srv "$SECRET"'),
        (["srv", "x-hunter22-y"], '-- srv "$MY_TOKEN"'),
    ],
)
def test_a_variable_stands_for_a_secret_in_the_command(words, expected):
    environ = {"MY_TOKEN": "hunter22"} if "x-hunter22-y" in words else {}
    assert shown(*words, environ=environ) == expected


def test_a_variable_stands_for_a_secret_in_an_option():
    flags = shown(
        url="http://localhost/mcp",
        header=("Authorization: Bearer hunter22", "X-Team: blue one"),
        env=("API_KEY=hunter22", "MODE=fast", "HOME"),
        bearer_env="TOKEN",
        timeout=2.5,
    )
    assert flags == (
        "--url http://localhost/mcp --bearer-env TOKEN "
        "--header \"Authorization: $AUTHORIZATION\" --header 'X-Team: blue one' "
        "--env API_KEY --env MODE=fast --env HOME --timeout 2.5s"
    )
