"""A whole grade, against the least that the same questions can take.

Over stdio, a recorder keeps the conversations of one grade, one for each start of the server. A
bare client then says them again, as fast as the server answers, and judges nothing:

- all of them, two at once: what the same starts and answers take;
- the slowest of them alone: one start and its answers. No grade that asks these questions can be
  faster, however much it does at once. For server-everything, that is a task of 4 seconds that is
  followed to its end.

Over HTTP, the grade of server-everything stands beside a run of the official conformance suite,
where that is installed. They do not ask the same: the suite looks for tools with fixed names, which
this server does not have, and follows no task. So the line has how much each decides as well.
"""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benches.cost import HERE, MOCK
from benches.official import is_installed
from benches.peers import Told, conformance, graded, ours, served
from benches.replay import Conversation, answers, conversations, replay

NODE = HERE.parent / ".real/node/node_modules/@modelcontextprotocol"
EVERYTHING = "server-everything"
SERVERS = {
    "mock": tuple(MOCK),
    "server-filesystem": ("node", str(NODE / "server-filesystem/dist/index.js"), "."),
    EVERYTHING: ("node", str(NODE / "server-everything/dist/index.js"), "stdio"),
}


def lines(*, servers: Sequence[str] = tuple(SERVERS), rounds: int = 3) -> Iterator[str]:
    for name in servers:
        command = SERVERS[name]
        if not Path(command[1]).exists() and name != "mock":
            yield f"{name} is not here; make test-real installs it"
        else:
            yield from _compare(name, command, rounds)
    if EVERYTHING in servers:
        yield from _over_http(rounds)


def _compare(name: str, command: Sequence[str], rounds: int) -> Iterator[str]:
    said = _record(command)
    requests = sum(map(answers, said))
    tries, again, slowest = [], float("inf"), float("inf")
    for _ in range(rounds):  # in turn, so that a busy machine is unfair to all alike
        tries.append(graded("--", *command))
        again = min(again, _all_of(command, said))
        slowest = min(slowest, max(replay(command, sent) for sent in said))
    best = _best(tries)
    took = f"a grade takes {best.seconds:.2f} s and decides {best.decided} rules"
    yield f"{name}: {len(said)} starts, {requests} answers; {took}"
    ratio = best.seconds / again
    yield f"  {ratio:.2f} of the same starts and answers, two at once ({again:.2f} s)"
    one = f"one start with its answers ({slowest:.2f} s)"
    goal = ", goal 1.5" if name == EVERYTHING else ""
    yield f"  {best.seconds / slowest:.2f} of the slowest conversation, {one}{goal}"


def _over_http(rounds: int) -> Iterator[str]:
    program, script, _ = SERVERS[EVERYTHING]
    if not Path(script).exists() or not is_installed():
        yield "the official suite or its server is not here; make bench-peers installs both"
        return
    with served(lambda port: ["env", f"PORT={port}", program, script, "streamableHttp"]) as url:
        mine = _best([ours(url) for _ in range(rounds)])
        theirs = _best([conformance(url) for _ in range(rounds)])
    yield f"{EVERYTHING} over HTTP: {_rate(mine, 'a grade', 'rules')}"
    yield f"  {_rate(theirs, 'the official suite', 'checks')}"
    yield f"  {mine.seconds / theirs.seconds:.2f} of its time, goal 1.0; {_each(mine, theirs)}"


def _rate(told: Told, who: str, what: str) -> str:
    return f"{who} takes {told.seconds:.2f} s and decides {told.decided} {what}"


def _each(mine: Told, theirs: Told) -> str:
    mean, other = (told.seconds / told.decided * 1000 for told in (mine, theirs))
    return f"{mean / other:.2f} by what is decided ({mean:.0f} ms a rule, {other:.0f} ms a check)"


def _best(tries: Sequence[Told]) -> Told:
    return min(tries, key=lambda told: told.seconds)


def _record(command: Sequence[str]) -> list[Conversation]:
    with tempfile.TemporaryDirectory() as folder:
        graded("--", sys.executable, str(HERE / "recorder.py"), folder, *command)
        return conversations(Path(folder))


def _all_of(command: Sequence[str], said: Sequence[Conversation]) -> float:
    begun = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda sent: replay(command, sent), said))
    return time.perf_counter() - begun


if __name__ == "__main__":
    for line in lines(servers=sys.argv[1:] or tuple(SERVERS)):
        print(line, flush=True)
