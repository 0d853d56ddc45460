"""What a command costs: processor time of it and its children, the best of several rounds."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

HERE = Path(__file__).parent
MCPTEST = (sys.executable, "-m", "mcptest")
ECHO = (sys.executable, "-S", "-E", str(HERE / "echo_server.py"))
MOCK = (sys.executable, "-m", "mcptest.mock", str(HERE / "mock.yml"))
BARE = (sys.executable, str(HERE / "bare_client.py"))


class Cost(NamedTuple):
    """Milliseconds; on a machine with other work, only the processor time can be compared."""

    cpu: float
    wall: float


def environment() -> dict[str, str]:
    """Bytecode is kept between runs, as for every user."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def one_processor() -> Iterator[None]:
    """What is started inside shares one processor, where the system can say so."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cost_of(command: tuple[str, ...], rounds: int) -> Cost:
    once(command)
    costs = [once(command) for _ in range(rounds)]
    return Cost(min(each.cpu for each in costs), min(each.wall for each in costs))


def once(command: tuple[str, ...]) -> Cost:
    begun = perf_counter()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment()
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return Cost((used.ru_utime + used.ru_stime) * 1000, (perf_counter() - begun) * 1000)
