"""The feature rules on servers that nobody here wrote: what is right does not fail a must.

Where a server does fail one, the sentence of the specification that it breaks stands beside it.
"""

import json
from pathlib import Path

import pytest
from tests.real.conftest import SDK_SERVER, node_server, python_of

from mcptest.cli.main import run

pytestmark = pytest.mark.real

FEATURES = {"TOOL", "SCHEMA", "RES", "RESTPL", "PROMPT", "CACHE", "MRTR", "TASK", "TASKX"}
# server: {rule: the sentence of the specification}; none is known today
TRUE_FINDINGS: dict[str, dict[str, str]] = {}
SERVERS = {
    "mcp 1.x": lambda: [python_of("py1"), str(SDK_SERVER)],
    "mcp 2.x": lambda: [python_of("py2"), str(SDK_SERVER)],
    "time": lambda: [str(Path(python_of("servers")).with_name("mcp-server-time"))],
    "git": lambda: [str(Path(python_of("servers")).with_name("mcp-server-git"))],
    "everything": lambda: ["node", node_server("server-everything"), "stdio"],
    "filesystem": lambda: ["node", node_server("server-filesystem"), "."],
    "memory": lambda: ["node", node_server("server-memory")],
}


def failed_rules(tmp_path, command):
    """The rules that failed at any revision that the server speaks."""
    report = tmp_path / "run.json"
    arguments = ["compliance", "run", "--all-revisions", "--report", f"json={report}"]
    run([*arguments, "--", *command])
    cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
    assert len(cases) > 100
    return {case["id"].rpartition("::")[2] for case in cases if case["status"] == "failed"}


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_that_is_right_fails_no_must(name, tmp_path):
    failed = failed_rules(tmp_path, SERVERS[name]())
    features = {rule for rule in failed if rule.partition("-")[0] in FEATURES}
    assert features == set(TRUE_FINDINGS.get(name, {}))
