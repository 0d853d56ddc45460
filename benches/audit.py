"""An audit over stdio: how often it starts the server, and what that costs on either side.

Starts that do not wait for the answer of an earlier one are of one generation. Processor time can
be compared on any machine, the time on the clock only on one with nothing else to do.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benches.cost import HERE, MOCK, environment

REAL = HERE.parent / ".real"
NODE = REAL / "node/node_modules/@modelcontextprotocol"
SERVER = HERE.parent / "tests/real/sdk_server.py"
SERVERS: Mapping[str, tuple[str, ...]] = {
    "mcp 1.x": (str(REAL / "py1/bin/python"), str(SERVER)),
    "mcp 2.x": (str(REAL / "py2/bin/python"), str(SERVER)),
    "FastMCP": (str(REAL / "fastmcp/bin/python"), str(SERVER.with_name("fastmcp_server.py"))),
    "server-everything": ("node", str(NODE / "server-everything/dist/index.js"), "stdio"),
    "server-filesystem": ("node", str(NODE / "server-filesystem/dist/index.js"), "."),
    "mock": tuple(MOCK),
}
_HEAD = f"{'server':18} starts generations server CPU  our CPU    wall"
_LIMIT = 300  # seconds


def lines(*, servers: Sequence[str] = tuple(SERVERS)) -> Iterator[str]:
    yield _HEAD
    for name in servers:
        command = SERVERS[name]
        if name != "mock" and not all(map(_is_here, command[:2])):
            yield f"{name:18} is not here; make test-real installs it"
        else:
            yield _line(name, command)


def _is_here(word: str) -> bool:
    return "/" not in word or Path(word).exists()


def _line(name: str, command: Sequence[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        log, result = Path(folder, "launches"), Path(folder, "cost")
        work = Path(folder, "work")
        work.mkdir()
        stamped = [sys.executable, "-S", "-E", str(HERE / "stamp.py"), str(log), *command]
        audit = [sys.executable, str(HERE / "audited.py"), str(result), *stamped]
        subprocess.run(audit, cwd=work, env=environment(), check=True, timeout=_LIMIT)
        cost = json.loads(result.read_text())
        launches = [float(line) for line in log.read_text().split()]
    starts = cost["starts"]
    rounds = generations(launches, [start["ms"] for start in starts])
    return (
        f"{name:18} {len(starts):6} {rounds:11} {cost['servers']:8.1f} s "
        f"{cost['ours']:6.1f} s {cost['wall']:5.1f} s"
    )


def generations(launches: Sequence[float], answered: Sequence[float | None]) -> int:
    """How many starts wait for one another; times in seconds, answers in milliseconds after."""
    ready = [
        begun + (took or 0) / 1000 for begun, took in zip(sorted(launches), answered, strict=True)
    ]
    found: list[int] = []
    for number, begun in enumerate(sorted(launches)):
        before = [found[i] for i in range(number) if answered[i] is not None and ready[i] <= begun]
        found.append(1 + max(before, default=0))
    return max(found, default=0)


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    for line in lines(servers=sys.argv[1:] or tuple(SERVERS)):
        print(line, flush=True)
