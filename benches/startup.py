"""Start-up: the version, one test of one suite, and the mock, against what they cannot avoid."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benches.cost import BARE, ECHO, MCPTEST, MOCK, Cost, cost_of

SUITE = """
server: {{ command: {command} }}
tools:
  - name: echo says it again
    tool: echo
    args: {{ text: hello }}
    expect: [{{ target: "result.content[0].text", matcher: {{ exact: hello }} }}]
"""


def lines(*, rounds: int = 15) -> Iterator[str]:
    python = cost_of((sys.executable, "-c", "pass"), rounds)
    yield f"python -c pass: {python.cpu:.0f} ms of processor time"
    version = cost_of((*MCPTEST, "--version"), rounds)
    yield _ratio("mcptest --version / python -c pass", version, python, goal="4.0")
    with tempfile.TemporaryDirectory() as folder:
        for name, server in (("bare echo server", ECHO), ("mock", MOCK)):
            suite = Path(folder, "one.mcptest.yml")
            suite.write_text(SUITE.format(command=list(server)))
            run = cost_of((*MCPTEST, "run", str(suite)), rounds)
            bare = cost_of((*BARE, "1", *server), rounds)
            yield _ratio(f"one-test run / bare script, {name}", run, bare, goal="2.0")
    file = MOCK[-1]
    command = cost_of((*MCPTEST, "mock", "--tools-from", file), rounds)
    yield _ratio("mcptest mock / python -m mcptest.mock", command, cost_of(MOCK, rounds))


def _ratio(what: str, ours: Cost, theirs: Cost, *, goal: str | None = None) -> str:
    wanted = f", goal {goal}" if goal else ""
    spent = f"({ours.cpu:.0f} ms to {theirs.cpu:.0f} ms; wall {ours.wall / theirs.wall:.1f})"
    return f"{what}: {ours.cpu / theirs.cpu:.2f}{wanted} {spent}"


if __name__ == "__main__":
    for line in lines():
        print(line)
