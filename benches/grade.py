"""A whole grade over stdio, against a bare client with as many starts that asks the same.

The conversations are recorded once; then the bare client says them again, as fast as the server
answers. It judges nothing. The second ratio is against the longest of
them alone: one start of the server and its answers. Over HTTP the grade of the reference server is
set against a run of the official conformance suite, where that is installed.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benches.cost import HERE, MCPTEST, MOCK
from benches.official import is_installed
from benches.peers import conformance, served
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
    ours = again = one = float("inf")
    for _ in range(rounds):  # in turn, so that a busy machine is unfair to all alike
        ours = min(ours, _grade(command))
        again = min(again, _all_of(command, said))
        one = min(one, replay(command, max(said, key=answers)))
    yield f"{name}: {len(said)} starts, {requests} answers; a grade takes {ours:.2f} s"
    yield f"  {ours / again:.2f} of the same starts and answers, two at once ({again:.2f} s)"
    yield f"  {ours / one:.2f} of one start with its answers ({one:.2f} s), goal 1.5"


def _over_http(rounds: int) -> Iterator[str]:
    program, script, _ = SERVERS[EVERYTHING]
    if not Path(script).exists() or not is_installed():
        yield "the official suite or its server is not here; make bench-peers installs both"
        return
    with served(lambda port: ["env", f"PORT={port}", program, script, "streamableHttp"]) as url:
        ours = min(_timed(["--url", url]) for _ in range(rounds))
        theirs = min(conformance(url).seconds for _ in range(rounds))
    told = f"a grade takes {ours:.2f} s, the official suite {theirs:.2f} s"
    yield f"{EVERYTHING} over HTTP: {told}: {ours / theirs:.2f}, goal 1.0"


def _grade(command: Sequence[str]) -> float:
    return _timed(["--", *command])


def _timed(server: Sequence[str]) -> float:
    begun = time.perf_counter()
    graded = [*MCPTEST, "compliance", "run", *server]
    ended = subprocess.run(graded, stdout=subprocess.DEVNULL, check=False, timeout=300)
    if ended.returncode not in {0, 1}:
        raise RuntimeError(f"the grade of {server} ended with {ended.returncode}")
    return time.perf_counter() - begun


def _record(command: Sequence[str]) -> list[Conversation]:
    with tempfile.TemporaryDirectory() as folder:
        _grade([sys.executable, str(HERE / "recorder.py"), folder, *command])
        return conversations(Path(folder))


def _all_of(command: Sequence[str], said: Sequence[Conversation]) -> float:
    begun = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda sent: replay(command, sent), said))
    return time.perf_counter() - begun


if __name__ == "__main__":
    for line in lines(servers=sys.argv[1:] or tuple(SERVERS)):
        print(line, flush=True)
