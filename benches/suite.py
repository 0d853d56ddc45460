"""Many tests in one suite against the mock: time, overhead of a test, and memory.

The last line sets the processor time of the longest suite, with its server, against a bare client
that makes as many calls of the same server. Both run on one processor: with two, the bare client
wakes the other one for each call, which doubles what it costs and halves the ratio.
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benches.cost import BARE, HERE, MOCK, cost_of, environment, one_processor

TEST = """  - name: test {number}
    tool: echo
    args: {{ text: hello }}
    expect: [{{ target: "result.content[0].text", matcher: {{ exact: hello }} }}]
"""


class Spent(NamedTuple):
    wall: float
    cpu: float
    memory: float  # MiB
    whole: float  # seconds of processor time, with the server's


def lines(*, sizes: tuple[int, ...] = (100, 1_000, 10_000), rounds: int = 3) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        suites = {size: _suite(Path(folder), size) for size in sizes}
        spent = {size: min(_run(suites[size]) for _ in range(rounds)) for size in sizes}
        with one_processor():
            whole = min(_run(suites[sizes[-1]]).whole for _ in range(rounds))
            bare = cost_of((*BARE, str(sizes[-1]), *MOCK), rounds).cpu / 1000
    trip = min(_round_trip(sizes[0]) for _ in range(rounds))
    for size, one in spent.items():
        yield f"{size:5} tests: {one.wall:.2f} s, peak memory {one.memory:.0f} MiB"
    few, many = sizes[0], sizes[1]
    added = many - few
    wall = (spent[many].wall - spent[few].wall) / added * 1000
    cpu = (spent[many].cpu - spent[few].cpu) / added * 1000
    yield f"a bare round trip to the mock: {trip * 1000:.2f} ms"
    yield f"one more test: {wall:.2f} ms, of them {cpu:.2f} ms processor time of mcptest"
    yield f"overhead of a test over the round trip: {wall - trip * 1000:.2f} ms, goal under 1.00"
    grown = (spent[sizes[-1]].memory - spent[few].memory) * 1024 / (sizes[-1] - few)
    yield f"memory of one more test: {grown:.1f} KiB"
    ratio = f"{whole / bare:.2f} times a bare client"
    yield f"{sizes[-1]} tests with their server: {whole:.1f} s of processor time, {ratio}, goal 1.6"


def _suite(folder: Path, size: int) -> Path:
    suite = folder / f"{size}.mcptest.yml"
    tests = "".join(TEST.format(number=number) for number in range(size))
    suite.write_text(f"server: {{ command: {list(MOCK)} }}\ntools:\n{tests}")
    return suite


def _run(suite: Path) -> Spent:
    command = (sys.executable, str(HERE / "measured.py"), "run", str(suite))
    begun = time.perf_counter()
    before = _children()
    done = subprocess.run(command, capture_output=True, check=True, env=environment())
    wall = time.perf_counter() - begun
    cpu, peak = map(float, done.stdout.split()[-2:])
    return Spent(wall, cpu, peak / 1024, _children() - before)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _round_trip(calls: int) -> float:
    done = subprocess.run((*BARE, str(calls), *MOCK), capture_output=True, check=True)
    return float(done.stdout)


if __name__ == "__main__":
    for line in lines():
        print(line)
