"""A server that cannot be reached still gets the reports that were asked for."""

import json

import pytest

COMMANDS = (["probe"], ["fuzz"], ["audit"], ["compliance", "run"])


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("server", "finding"),
    [
        (["--", "no-such-server"], "launch-not-found"),
        (["--url", "http://127.0.0.1:1/mcp"], "connect-refused"),
    ],
    ids=["launch", "connect"],
)
def test_the_reports_tell_why(cli, tmp_path, command, server, finding):
    report = tmp_path / "run.json"
    said = cli(*command, f"--report=json={report}", *server)
    document = json.loads(report.read_text())
    assert (said.code, document["exit_code"]) == (3, 3)
    assert document["command"] == " ".join(command)
    assert [found["id"] for case in document["cases"] for found in case["findings"]] == [finding]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_without_reports_a_message_says_it_all(cli, command):
    said = cli(*command, "--", "no-such-server")
    assert (said.code, said.out) == (3, "")
    assert "launch-not-found" in said.err
