"""Servers with many features are right: nothing fails or warns but what is the SDK's.

``right/decided.json`` has the rules that each of them passes; a rule that is no longer decided
fails here. ``python -m tests.real.test_right_servers`` writes it anew and prints the counts.
"""

import json
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.real.conftest import free_port, listening
from tests.real.right_servers import AUTHORS, ON_PURPOSE, RIGHT, SERVERS

from mcptest.cli.main import run
from mcptest.sdk.profiles import profiles

pytestmark = pytest.mark.real
DECIDED = RIGHT / "decided.json"
# Over stdio every check that needs a new process costs a start, so only the newest is graded there.
GRADED = [
    (name, transport, revision)
    for name, (_, _, revisions) in SERVERS.items()
    for transport, chosen in (("streamable-http", revisions), ("stdio", revisions[-1:]))
    for revision in chosen
]


def graded(name, transport, revision, folder):
    """The outcome of every rule, by its id."""
    _, command, _ = SERVERS[name]
    report = folder / "run.json"
    said = ["compliance", "run", "--spec-version", revision, "--report", f"json={report}"]
    said += ["--hints", str(RIGHT / "hints.yaml")]
    with ExitStack() as stack:
        if transport == "stdio":
            target = ["--", *command()]
        else:
            port = free_port()
            stack.enter_context(listening(command(str(port)), port))
            target = ["--url", f"http://127.0.0.1:{port}/mcp"]
        run([*said, *target])
    cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
    return {case["id"].rpartition("::")[2]: case["status"] for case in cases}


def is_known(rule, name, transport, revision):
    sdk = SERVERS[name][0]
    rows = profiles()[sdk].answers
    place = {"transport": transport, "revision": revision}
    explained = any(row.holds(rule, **place) for row in rows) or (sdk, rule) in AUTHORS
    return explained or rule in ON_PURPOSE


@pytest.mark.parametrize(("name", "transport", "revision"), GRADED)
def test_a_right_server_is_found_right(name, transport, revision, tmp_path):
    found = graded(name, transport, revision, tmp_path)
    wrong = {rule for rule, status in found.items() if status in {"failed", "warned", "errored"}}
    assert {rule for rule in wrong if not is_known(rule, name, transport, revision)} == set()
    kept = json.loads(DECIDED.read_text(encoding="utf-8"))[f"{name} {transport} {revision}"]
    assert {rule for rule in kept if found.get(rule) != "passed"} == set()


def main():
    """Write what each server decides, and count the servers that decide each rule."""
    decided = {}
    for place in GRADED:
        with tempfile.TemporaryDirectory() as folder:
            found = graded(*place, Path(folder))
        passed = sorted(rule for rule, status in found.items() if status == "passed")
        decided[" ".join(place)] = passed
    lines = [f"{json.dumps(key)}: {json.dumps(rules)}" for key, rules in decided.items()]
    DECIDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    programs = {name: set() for name in SERVERS}
    for key, rules in decided.items():
        programs[key.rsplit(" ", 2)[0]].update(rules)
    counts = Counter(rule for rules in programs.values() for rule in rules)
    for number, rules in sorted(Counter(counts.values()).items()):
        sys.stdout.write(f"{rules} rules pass on {number} of {len(programs)} servers\n")


if __name__ == "__main__":
    main()
