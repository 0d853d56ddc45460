"""``mcptest doctor``: exit codes, the document, the files of desktop hosts, the plan."""

import json
import sys
from pathlib import Path

import pytest

from mcptest.compliance.corpus.healthy import HEALTHY
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

PEER = Path(__file__).parents[1] / "servers" / "stdio_peer.py"
MOCK = [sys.executable, "-m", "mcptest", "mock", "--tools-from", str(HEALTHY)]


def peer(mode):
    return ["--", sys.executable, "-S", "-E", PEER, mode, "doctor"]


def document(said):
    found = json.loads(said.out)
    assert validator(document_schema("run")).errors(found) == []
    assert found["command"] == "doctor"
    assert {case["lane"] for case in found["cases"]} == {"doctor"}
    assert found["exit_code"] == said.code
    return found


def by_part(found):
    return {case["id"].rpartition("::")[2]: case for case in found["cases"]}


def test_a_server_that_works_is_a_zero(cli, tiny):
    said = cli("doctor", "--format", "json", *tiny)
    found = document(said)
    assert said.code == 0
    assert found["servers"][0]["speaks"][-1] == "2025-11-25"


def test_a_server_that_cannot_be_used_is_a_three(cli):
    found = document(cli("doctor", "--format", "json", "--", "no-such-program-anywhere"))
    assert found["exit_code"] == 3
    assert by_part(found)["command"]["status"] == "failed"
    assert by_part(found)["handshake"]["skip"]["reason"] == "cannot-tell"


def test_a_server_that_can_be_used_with_faults_is_a_one(cli):
    said = cli("doctor", *peer("banner"))
    assert said.code == 1
    assert "Server running on stdio" in said.out


def config(tmp_path, text):
    path = tmp_path / "host.json"
    path.write_text(text if isinstance(text, str) else json.dumps(text))
    return path


@pytest.mark.parametrize(
    ("text", "code"),
    [("{", "config-not-json"), ("{}", "config-no-servers"), ('{"mcpServers": {"a": {}}}', None)],
)
def test_a_file_of_a_host_that_cannot_be_used_is_a_two(cli, tmp_path, text, code):
    said = cli("doctor", "--mcp-config", config(tmp_path, text))
    assert said.code == 2
    assert f"error[{code or 'config-bad-server'}]" in said.err


def test_a_file_of_a_host_that_is_not_there_is_a_two(cli, tmp_path):
    said = cli("doctor", "--mcp-config", tmp_path / "none.json")
    assert (said.code, "config-unreadable" in said.err) == (2, True)


def test_an_entry_of_a_host_is_checked_as_the_host_would_start_it(cli, tmp_path):
    tiny = Path(__file__).parents[1] / "servers" / "tiny.py"
    env = {"TOKEN": "<your token>", "PASSWORD": "hunter-2-hunter"}
    entry = {"command": sys.executable, "args": [str(tiny)], "env": env}
    path = config(tmp_path, {"mcpServers": {"a": entry}})
    said = cli("doctor", "--mcp-config", path, "--format", "json")
    found = by_part(document(said))
    assert said.code == 0
    assert found["environment"]["status"] == "warned"
    assert found["desktop-path"]["status"] == "passed"
    assert "hunter-2" not in said.out


def test_a_revision_that_nobody_knows_is_a_two(cli, tiny):
    said = cli("doctor", "--migrate-to", "v2026-7-28", *tiny)
    assert said.code == 2
    assert "unknown compliance spec_version: v2026-7-28" in said.err
    assert "did you mean 2026-07-28?" in said.err


def test_a_server_that_breaks_gets_a_plan_and_a_one(cli):
    command = [*MOCK, "--spec-version", "v2025-11-25"]
    said = cli("doctor", "--migrate-to", "v2026-07-28", "--format", "json", "--", *command)
    found = document(said)
    assert said.code == 1
    words = {part: case["targets"]["migration"] for part, case in by_part(found).items()}
    assert words["RES-003"] == "breaks"
    assert set(words.values()) == {"ready", "breaks", "cannot tell"}
    pairs = {(case["status"], case["targets"]["migration"]) for case in found["cases"]}
    assert pairs == {("passed", "ready"), ("failed", "breaks"), ("skipped", "cannot tell")}
    assert any("not ready for 2026-07-28: " in note for note in found["notes"])


def test_a_server_that_is_ready_is_a_zero_and_the_text_says_so(cli):
    said = cli("doctor", "--migrate-to", "v2026-07-28", "--", *MOCK)
    assert said.code == 0
    assert "note: 2026-07-28 adds or changes " in said.out
    assert "note: the server is ready for 2026-07-28" in said.out
    assert "note: rules that passed: " in said.out


def test_a_server_that_cannot_be_used_has_no_plan(cli):
    said = cli("doctor", "--migrate-to", "draft", *peer("exit-at-start"))
    assert (said.code, "handshake-crashed" in said.err) == (3, True)
