"""Every scenario for clients with the client that is built in, over both transports.

Three revisions in turn make more than two hundred scenarios, each with a process of its own for
the client. On a busy machine only the processor time can be compared.
"""

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benches.cost import MCPTEST, Cost, once

SCRIPTED = (sys.executable, "-m", "mcptest.client.scripted")
REVISIONS = ("2024-11-05", "2025-11-25", "2026-07-28")
OVER = ("--transport", "http", "--transport", "stdio")
GOAL = 30  # seconds for two hundred scenarios on two cores
MANY = 200


class Played(NamedTuple):
    scenarios: int
    cost: Cost


def lines(*, revisions: Sequence[str] = REVISIONS, selected: Sequence[str] = ()) -> Iterator[str]:
    played = [_play(revision, selected) for revision in revisions]
    for revision, (number, cost) in zip(revisions, played, strict=True):
        yield f"{revision}: {number} scenarios, {_told(number, cost)}"
    number = sum(one.scenarios for one in played)
    cpu, wall = (sum(one.cost[place] for one in played) for place in (0, 1))
    yield f"all: {number} scenarios, {_told(number, Cost(cpu, wall))}"
    many = MANY / number / 1000
    busy = f"{cpu * many / 2:.1f} s of two cores"
    yield f"{MANY} scenarios: {wall * many:.1f} s, {busy}, goal {GOAL} s"


def _told(number: int, cost: Cost) -> str:
    each = f"{cost.wall / number:.0f} ms and {cost.cpu / number:.0f} ms of processor time each"
    return f"{cost.wall / 1000:.1f} s; {each}"


def _play(revision: str, selected: Sequence[str]) -> Played:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "run.json")
        chosen = [word for name in selected for word in ("--scenario", name)]
        words = ("client", "run", "--spec-version", revision, *OVER, *chosen)
        cost = once((*MCPTEST, *words, "--report", f"json={report}", "--", *SCRIPTED))
        summary = json.loads(report.read_text(encoding="utf-8"))["summary"]
    if summary["passed"] != sum(summary.values()):
        raise RuntimeError(f"the built-in client did not pass everything at {revision}: {summary}")
    return Played(summary["passed"], cost)


if __name__ == "__main__":
    for line in lines(revisions=sys.argv[1:] or REVISIONS):
        print(line, flush=True)
