"""The rules about skills and tasks on servers that others wrote, or that follow the text alone.

Each of the named rules is decided and passed, and nothing fails but what is named.
"""

import json

import pytest
from tests.real.conftest import REAL, free_port, listening
from tests.real.servers import HERE, python_of, typescript

from mcptest.cli.main import run

pytestmark = pytest.mark.real

SKILLS = {f"SKILL-{number:03}" for number in range(1, 26)}
DIRECTORIES = {f"SKILL-{number:03}" for number in (21, 22, 23, 24)}
TASKS = {f"TASKX-{number:03}" for number in (*range(1, 15), 16, 18, 19, 20, 21)}
FOLDER = str(HERE / "skills")


def fastmcp(*more):
    return [python_of("extended"), str(HERE / "extended_server.py"), FOLDER, *more]


def by_hand(*more):
    return [python_of("py2"), str(HERE / "extensions_by_hand.py"), FOLDER, *more]


def node(maker, *more):
    typescript("2")  # skips where it is not installed
    return ["node", str(HERE / "skills_server.mjs"), str(REAL / "node"), maker, FOLDER, *more]


def official(*more):
    return node("own", *more)


def packaged(*more):
    return node("other", *more)


# FastMCP names the resource of a skill by its file, keeps its own key in _meta, and declares no
# directories. @olaservo/ext-skills sends no cache hints with skills/get, which the specification
# requires since it is stable.
FAST = SKILLS - DIRECTORIES - {"SKILL-019", "SKILL-020"} | TASKS
WRONG = {packaged: {"SKILL-006"}}
SERVERS = [
    (official, SKILLS),
    (packaged, SKILLS - WRONG[packaged]),
    (fastmcp, FAST),
    (by_hand, SKILLS | TASKS | {"TASKX-024"}),
]
HINTS = HERE / "extended_hints.yaml"


def decided(tmp_path, version, *server, hints):
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


@pytest.mark.parametrize(("make", "rules"), SERVERS)
def test_the_rules_are_decided_over_stdio(make, rules, tmp_path):
    passed, wrong = decided(tmp_path, "v2026-07-28", "--", *make(), hints=HINTS)
    assert (rules - passed, wrong) == (set(), WRONG.get(make, set()))


@pytest.mark.parametrize(("make", "rules"), SERVERS)
def test_the_rules_are_decided_over_http(make, rules, tmp_path):
    port = free_port()
    address = f"http://127.0.0.1:{port}/mcp"
    with listening(make(str(port)), port):
        passed, wrong = decided(tmp_path, "v2026-07-28", "--url", address, hints=HINTS)
    more = {"TASKX-015"} if "TASKX-001" in rules else set()
    assert ((rules | more) - passed, wrong) == (set(), WRONG.get(make, set()))
