"""Interrupt runs at random moments and look whether a process is left: ``--count 200``."""

import argparse
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
STUBBORN = ROOT / "tests" / "servers" / "stubborn.py"
MODES = ("polite", "hang", "deaf", "forks")
LONGEST = 30.0  # far more than any run that was interrupted may take
SUITE = """
server: {{ command: {command}, timeout: 3s }}
tools: [{{ name: one, tool: echo }}, {{ name: two, tool: echo }}, {{ name: three, tool: echo }}]
"""


class Interruption(NamedTuple):
    """What came of one run."""

    mode: str
    number: signal.Signals
    after: float
    code: int
    out: str
    err: str
    left: int

    @property
    def in_time(self) -> bool:
        """Not before Python had come as far as our code, and not after all was told."""
        too_early = "Traceback" in self.err and "mcptest" not in self.err
        return not too_early and not re.search(r"^(3 passed|3 failed) in", self.out, re.MULTILINE)

    @property
    def right(self) -> bool:
        """Ended by the signal, or told as a shell would tell it, and nobody is left."""
        told = self.code in {-self.number, 128 + self.number} and "Traceback" not in self.err
        return not self.left and (told or not self.in_time)


def interrupt(mode: str, number: signal.Signals, after: float) -> Interruption:
    """Run a suite against a server of that mode and send the signal so many seconds later."""
    tag = f"tag-{uuid4().hex}"
    with tempfile.TemporaryDirectory() as folder:
        suite = Path(folder, "one.mcptest.yml")
        suite.write_text(SUITE.format(command=[sys.executable, str(STUBBORN), mode, tag]))
        process = subprocess.Popen(
            (sys.executable, "-m", "mcptest", "run", str(suite)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(after)
        process.send_signal(number)
        out, err = process.communicate(timeout=LONGEST)
    left = _left(tag, within=5.0 if number is signal.SIGKILL else 0.5)
    end(left)
    return Interruption(mode, number, after, process.returncode, out, err, len(left))


def _left(tag: str, *, within: float) -> list[int]:
    """Who carries the tag; one that is on its way out gets a moment."""
    deadline = time.monotonic() + within
    while (found := tagged(tag)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def tagged(tag: str) -> list[int]:
    import psutil

    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        alive = process.info["status"] != psutil.STATUS_ZOMBIE
        if alive and tag in (process.info["cmdline"] or ()):
            found.append(process.pid)
    return found


def end(pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def moments(count: int, seed: int) -> Iterator[tuple[str, signal.Signals, float]]:
    """Each mode and signal in turn, at a random moment of a run on this machine."""
    draw = random.Random(seed)
    begun = time.perf_counter()
    interrupt("polite", signal.SIGINT, LONGEST)
    whole = 1.2 * (time.perf_counter() - begun)
    for index in range(count):
        number = (signal.SIGINT, signal.SIGTERM)[index // 4 % 2]
        yield MODES[index % 4], number, draw.uniform(0.0, whole)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    seen = [interrupt(*moment) for moment in moments(given.count, given.seed)]
    seen += [interrupt("polite", signal.SIGKILL, 0.1 * index) for index in range(10)]
    print(Counter((each.number.name, each.code) for each in seen))
    for each in seen:
        if not each.right:
            print(each)
    left = sum(each.left for each in seen)
    in_time = sum(each.in_time for each in seen)
    print(f"{len(seen)} runs, {in_time} interrupted before their end, {left} processes left")
    return int(not all(each.right for each in seen))


if __name__ == "__main__":
    sys.exit(main())
