"""Many server starts in one process, and many jobs at once: does anything stay, or change?

``python -m benches.soak --starts 1000 --rounds 20``
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import psutil
from benches.cost import ECHO, MCPTEST

from mcptest.wire.session import open_session
from mcptest.wire.target import StdioTarget

VOLATILE = ("started", "duration_ms", "at_ms", "mcptest")


class Holdings(NamedTuple):
    """What this process has, and what hangs below it."""

    handles: int
    threads: int
    children: int
    mib: float


def holdings() -> Holdings:
    own = psutil.Process()
    mib = own.memory_info().rss / (1 << 20)
    return Holdings(own.num_fds(), own.num_threads(), len(own.children()), round(mib, 1))


async def start(times: int) -> None:
    for _ in range(times):
        session = await open_session(StdioTarget(ECHO))
        await session.request("ping")
        await session.close()


async def soak(times: int) -> tuple[Holdings, Holdings]:
    await start(10)
    before = holdings()
    await start(times)
    return before, holdings()


def verdicts(jobs: int, suite: Path) -> list[dict]:
    """The cases of a run, without what a clock says."""
    words = (*MCPTEST, "run", str(suite), "--jobs", str(jobs), "--format", "json")
    done = subprocess.run(words, capture_output=True, check=False)
    cases = json.loads(done.stdout)["cases"]
    return [_timeless(case) for case in cases]


def _timeless(value: object) -> object:
    if isinstance(value, dict):
        return {key: _timeless(each) for key, each in value.items() if key not in VOLATILE}
    return [_timeless(each) for each in value] if isinstance(value, list) else value


def mixed_suite(folder: Path) -> Path:
    """Tests that pass and fail, in parallel and alone, on three servers."""
    tests = [
        {
            "name": f"{server} {number}",
            "server": server,
            "tool": "echo",
            "args": {"text": f"t{number}"},
            "serial": number % 7 == 0,
            "expect": [
                {"target": "text", "matcher": {"exact": f"t{number if number % 5 else 'x'}"}}
            ],
        }
        for server in ("a", "b", "c")
        for number in range(20)
    ]
    servers = {name: {"command": list(ECHO)} for name in ("a", "b", "c")}
    file = folder / "mixed.mcptest.yml"
    file.write_text(json.dumps({"servers": servers, "tools": tests}, indent=1))
    return file


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--starts", type=int, default=1000)
    asked.add_argument("--rounds", type=int, default=20)
    given = asked.parse_args()
    begun = time.monotonic()
    before, after = asyncio.run(soak(given.starts))
    print(f"{given.starts} starts in {time.monotonic() - begun:.0f} s: {before} → {after}")
    with tempfile.TemporaryDirectory() as name:
        suite = mixed_suite(Path(name))
        alone = verdicts(1, suite)
        same = sum(verdicts(16, suite) == alone for _ in range(given.rounds))
    print(f"--jobs 16 gave the verdicts of --jobs 1 in {same} of {given.rounds} runs of 60 tests")
    kept = before[:3] == after[:3]
    return int(not kept or same != given.rounds)


if __name__ == "__main__":
    sys.exit(main())
