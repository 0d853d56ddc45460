"""Rules that need more than a small server has, decided on servers that use the SDKs' own features.

Each of the named rules is decided and passed, and no must fails.
"""

import json

import pytest
from tests.real.conftest import REAL, free_port, listening
from tests.real.servers import HERE, python_of, typescript

from mcptest.cli.main import run

pytestmark = pytest.mark.real

APPS = {f"APP-00{number}" for number in range(1, 8)}
SAMPLING = {"CLI-007", "CLI-207"}
ROUNDS = {"MRTR-017", "MRTR-213", "MRTR-313"}
SUBSCRIPTIONS = {"SUB-004", "SUB-010", "SUB-014", "SUB-214"}
TASKS = {f"TASK-{number:03}" for number in (3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16)}
STREAMS = {"SHL-010", "SHL-011", "SHL-012", "SHL-013", "SHL-014", "SHL-212", "SHL-230"}


def python(*more):
    return [python_of("py2"), str(HERE / "rich_server.py"), *more]


def node(*more):
    typescript("1")  # skips where it is not installed
    return ["node", str(HERE / "rich_server.cjs"), str(REAL / "node"), *more]


def decided(tmp_path, version, *server, hints=HERE / "rich_hints.yaml"):
    """The rules that passed, and those that failed or could not be finished."""
    report = tmp_path / "run.json"
    said = ["compliance", "run", "--spec-version", version, "--hints", str(hints)]
    run([*said, "--report", f"json={report}", *server])
    cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
    by_status = {}
    for case in cases:
        by_status.setdefault(case["status"], set()).add(case["id"].rpartition("::")[2])
    wrong = by_status.get("failed", set()) | by_status.get("errored", set())
    return by_status["passed"], wrong


@pytest.mark.parametrize(
    ("make", "version", "rules"),
    [
        (python, "v2026-07-28", APPS | SAMPLING | ROUNDS | SUBSCRIPTIONS | {"SUB-013"}),
        (python, "v2025-11-25", APPS | SAMPLING),
        (node, "v2025-11-25", SAMPLING | TASKS | {"SUB-004"}),
    ],
)
def test_the_rules_are_decided_over_stdio(make, version, rules, tmp_path):
    passed, wrong = decided(tmp_path, version, "--", *make())
    assert (rules - passed, wrong) == (set(), set())


@pytest.mark.parametrize(
    ("make", "version", "rules"),
    [
        (python, "v2026-07-28", APPS | SAMPLING | ROUNDS | SUBSCRIPTIONS),
        (python, "v2025-11-25", APPS | SAMPLING | {"SHL-010"}),
        (node, "v2025-11-25", SAMPLING | TASKS | STREAMS),
    ],
)
def test_the_rules_are_decided_over_http(make, version, rules, tmp_path):
    port = free_port()
    with listening(make(str(port)), port):
        passed, wrong = decided(tmp_path, version, "--url", f"http://127.0.0.1:{port}/mcp")
    assert (rules - passed, wrong) == (set(), set())
