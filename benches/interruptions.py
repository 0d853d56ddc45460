"""Interrupt commands at random moments: is a process left, a file broken, an end not in sight?

``python -m benches.interruptions --count 1000 --jobs 2``. Each command, server and signal in turn:
SIGINT and SIGTERM to mcptest, SIGKILL to mcptest, and SIGKILL to the server.
"""

import argparse
import contextlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import psutil
from benches.interrupted import COMMANDS, broken_files, command_line
from tests.tagged import end, left_behind, new_tag, tagged

MODES = ("polite", "hang", "deaf", "forks", "daemon")
WAYS = ("SIGINT", "SIGTERM", "SIGKILL", "child")
LONGEST = 60.0  # far more than any run that was interrupted may take
GONE_WITHIN = 20.0  # on a machine that may be busy
OUR_CODE = re.compile(r'mcptest/\S+", line \d+, in (?!<module>)')
FINISHED = (0, 1, 3, 5)
TRACE = "Traceback (most recent call last)"


class Moment(NamedTuple):
    """Which command is interrupted, with which server, how and when."""

    command: str
    mode: str
    way: str
    after: float


class Interruption(NamedTuple):
    """What came of one."""

    moment: Moment
    code: int
    seconds: float  # from the signal to the end
    left: int
    broken: tuple[str, ...]
    out: str
    err: str

    @property
    def finished_first(self) -> bool:
        """The signal came too late to matter, or before Python had come as far as our code."""
        too_early = "Traceback" in self.err and not OUR_CODE.search(self.err)
        return self.code in FINISHED or too_early

    @property
    def in_time(self) -> bool:
        return self.moment.way == "child" or self.seconds <= GONE_WITHIN

    @property
    def right(self) -> bool:
        """Nobody is left, no file is broken, and the exit code tells what happened."""
        way = self.moment.way
        number = 0 if way == "child" else getattr(signal, way)
        if self.moment.command == "mock" and way == "child":
            number = signal.SIGTERM  # it has no server, and serves until it is told
        told = self.code in {-number, 128 + number} and TRACE not in self.err
        late = self.finished_first and (way == "child" or "interrupted" not in self.out)
        return not self.left and not self.broken and self.in_time and (told or late)


def interrupt(moment: Moment) -> Interruption:
    """Start the command and send the signal so many seconds later."""
    tag = new_tag()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arguments = command_line(moment.command, moment.mode, tag, folder)
        process = subprocess.Popen(
            (sys.executable, "-m", "mcptest", *arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            errors="replace",
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(moment.after)
        begun = time.monotonic()
        _strike(process, moment.way, tag)
        out, err = _end_of(process, moment)
        seconds = time.monotonic() - begun
        left = left_behind(tag, within=GONE_WITHIN)
        broken = broken_files(folder, killed=moment.way == "SIGKILL")
    end(left)
    return Interruption(moment, process.returncode, seconds, len(left), tuple(broken), out, err)


def _strike(process: subprocess.Popen[str], way: str, tag: str) -> None:
    if way != "child":
        process.send_signal(getattr(signal, way))
        return
    end([pid for pid in tagged(tag) if not _is_ours(pid)])


def _is_ours(pid: int) -> bool:
    """A supervisor is a fork of mcptest and has its command line, and so the tag."""
    with contextlib.suppress(psutil.Error):
        return "mcptest" in psutil.Process(pid).cmdline()
    return True


def _end_of(process: subprocess.Popen[str], moment: Moment) -> tuple[str, str]:
    if moment.command == "mock" and moment.way == "child":
        process.send_signal(signal.SIGTERM)
    try:
        return process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return out, f"{err}\n{TRACE}: it did not end"


def moments(count: int, seed: int, whole: Mapping[str, float]) -> Iterator[Moment]:
    """Each server and signal in turn, any command, at a random moment of so many seconds."""
    draw = random.Random(seed)
    for index in range(count):
        command, mode, way = draw.choice(COMMANDS), MODES[index % 5], WAYS[index % 4]
        yield Moment(command, mode, way, draw.uniform(0.0, whole[command]))


def _duration(command: str) -> float:
    """How long it takes undisturbed, and a little more; one that serves has no end."""
    if command == "mock":
        return 1.5
    begun = time.perf_counter()
    interrupt(Moment(command, "polite", "child", 20.0))
    return 1.1 * (time.perf_counter() - begun)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--jobs", type=int, default=1)
    given = asked.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have us ignore it
    begun = time.monotonic()
    with ThreadPoolExecutor(given.jobs) as pool:
        whole = {command: _duration(command) for command in COMMANDS}
        seen = list(pool.map(interrupt, moments(given.count, given.seed, whole)))
    for each in seen:
        if not each.right:
            print(each)
    print(Counter((each.moment.way, each.code) for each in seen))
    slowest = max(each.seconds for each in seen if each.moment.way != "child")
    print(
        f"{len(seen)} interruptions in {time.monotonic() - begun:.0f} s,"
        f" {sum(not each.finished_first for each in seen)} before the end of the command;"
        f" {sum(each.left for each in seen)} processes left,"
        f" {sum(bool(each.broken) for each in seen)} with a broken file,"
        f" {sum(not each.in_time for each in seen)} too slow (slowest {slowest:.1f} s)"
    )
    return int(not all(each.right for each in seen))


if __name__ == "__main__":
    sys.exit(main())
