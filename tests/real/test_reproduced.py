"""The command under a finding, as it is pasted into a shell: it shows what the finding says."""

import json
import shlex
import subprocess
import sys

import pytest
from tests.real.servers import STDIO, served

from mcptest.cli.main import run

pytestmark = pytest.mark.real


def findings(tmp_path, *server):
    """One of each kind, from every stage but the slow ones."""
    report = tmp_path / "run.json"
    run(["audit", "--skip", "fuzz", "--report", f"json={report}", *server])
    cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
    found = {one["id"]: one for case in cases for one in case["findings"] if "reproduce" in one}
    return found.values()


def check(finding):
    words = shlex.split(finding["reproduce"])
    asked = [sys.executable, "-m", *words]
    said = subprocess.run(
        asked, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if words[1] != "send":
        assert finding["id"] in said.stdout, finding["reproduce"]
        return
    got = [json.loads(line[2:]) for line in said.stdout.splitlines() if line.startswith("< {")]
    if "reply" in finding:
        assert finding["reply"] in got, finding["reproduce"]
    else:
        assert not [one for one in got if {"result", "error"} & one.keys()], finding["reproduce"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("FastMCP", {"PAGE-003", "PROMPT-109", "RPC-011", "RPC-413", "TOOL-123", "DESC-005"}),
        ("TypeScript 1.x", {"LIFE-010", "RES-322", "RPC-011", "HOST-005", "SCH-002"}),
    ],
)
def test_a_pasted_command_shows_the_finding_over_stdio(name, expected, tmp_path):
    found = findings(tmp_path, "--", *STDIO[name]())
    assert {one["id"] for one in found} >= expected
    for finding in found:
        check(finding)


def test_a_pasted_command_shows_the_finding_over_http(tmp_path):
    with served("FastMCP") as url:
        found = findings(tmp_path, "--url", url)
        assert {one["id"] for one in found} >= {"PAGE-003", "SEC-062", "DESC-005"}
        for finding in found:
            check(finding)
