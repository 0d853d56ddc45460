"""Graders side by side on the same servers over HTTP: a right one, and one with a single defect.

The right one is a small server on the official TypeScript SDK 2.x; the broken one says that every
call of an unknown tool succeeded. Prints a Markdown table; a grader that is not here is left out.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benches.cost import MCPTEST
from benches.port import free_port, until_it_listens

ROOT = Path(__file__).parent.parent
REAL = ROOT / ".real"
PEERS = REAL / "peers"
DEFECT = "TOOL-002"
_LIMIT = 300


class Told(NamedTuple):
    """What a grader said of one server."""

    passed: int
    failed: int
    skipped: int
    seconds: float
    words: str = ""

    @property
    def decided(self) -> int:
        return self.passed + self.failed

    def __str__(self) -> str:
        words = f" ({self.words})" if self.words else ""
        return f"{self.passed} / {self.failed} / {self.skipped}{words}"


def ours(url: str) -> Told:
    return graded("--url", url)


def graded(*server: str) -> Told:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "run.json")
        words = [*MCPTEST, "compliance", "run", "--report", f"json={report}", *server]
        _, seconds = _run(words)
        document = json.loads(report.read_text(encoding="utf-8"))
    count = document["summary"]
    failed = [case["id"].rpartition("::")[2] for case in document["cases"] if _is_red(case)]
    words = ", ".join([f"grade {document['compliance']['grade']}", *failed])
    passed = count["passed"] + count["warned"]
    return Told(passed, count["failed"], count["skipped"], seconds, words)


def _is_red(case: dict) -> bool:
    return case["status"] == "failed"


def mcpscore(url: str) -> Told:
    out, seconds = _run([str(PEERS / "mcpscore/bin/mcpscore"), "--json", url])
    report = json.loads(out)
    graves = [
        r["rule_id"] for r in report["results"] if not r["passed"] and r["severity_value"] > 3
    ]
    words = ", ".join([f"{report['score']} of {report['max_score']}", *graves])
    count = report["summary"]
    return Told(count["passed"], count["failed"], count["skipped"], seconds, words)


def conformance(url: str) -> Told:
    programs = PEERS / "conformance/node_modules/.bin"
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    words = [str(programs / "conformance"), "server", "--url", url]
    out, seconds = _run(words, env={**os.environ, "PATH": path})
    passed, failed = map(int, re.findall(r"Total: (\d+) passed, (\d+) failed", out)[-1])
    return Told(passed, failed, 0, seconds, "red" if failed else "green")


class Grader(NamedTuple):
    name: str
    version: str
    revisions: str
    installed: Callable[[], bool]
    grade: Callable[[str], Told]


GRADERS = [
    Grader("mcptest", "this one", "5 dated and draft", lambda: True, ours),
    Grader(
        "mcpscore",
        "1.29.0",
        "2025-11-25, readiness for 2026-07-28",
        (PEERS / "mcpscore/bin/mcpscore").exists,
        mcpscore,
    ),
    Grader(
        "official conformance, active suite",
        "0.2.0-alpha.12",
        "2025-11-25 by default",
        (PEERS / "conformance/node_modules/.bin/conformance").exists,
        conformance,
    ),
]


def _run(command: list[str], *, env: dict[str, str] | None = None) -> tuple[str, float]:
    """What it wrote, and the seconds that it took; its exit code is a verdict, not trouble."""
    begun = time.perf_counter()
    ended = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=env,
        check=False,
        timeout=_LIMIT,
    )
    return ended.stdout.decode(errors="replace"), time.perf_counter() - begun


@contextmanager
def served(command: Callable[[str], list[str]]) -> Iterator[str]:
    """The address of a server while it runs."""
    port = free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command(str(port)), **quiet)
    try:
        until_it_listens(port)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        process.wait(10)


def right(port: str) -> list[str]:
    return ["node", str(ROOT / "tests/real/sdk_server.cjs"), str(REAL / "node"), "2", port]


def broken(port: str) -> list[str]:
    return [*MCPTEST, "mock", "--http", port, "--break", DEFECT]


def lines(graders: list[Grader] = GRADERS) -> Iterator[str]:
    if not (REAL / "node").exists():
        yield "the TypeScript SDK is not here; make test-real installs it"
        return
    yield f"| Grader | Version | Revisions | Right server | Broken server ({DEFECT}) | Seconds |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for grader in graders:
        if not grader.installed():
            yield f"| {grader.name} | | | not installed here | | |"
            continue
        with served(right) as url:
            good = grader.grade(url)
        with served(broken) as url:
            bad = grader.grade(url)
        seconds = f"{good.seconds:.1f} and {bad.seconds:.1f}"
        cells = (grader.name, grader.version, grader.revisions, good, bad, seconds)
        yield f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    for line in lines():
        print(line, flush=True)
