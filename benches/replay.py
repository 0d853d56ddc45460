"""Say again what was recorded, in the same order, waiting for nothing but the server's answers."""

import json
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

_PATIENCE = 60.0


class Line(NamedTuple):
    """What the client said, or the id of an answer that had come by then."""

    said: bytes = b""
    answered: str | None = None


Conversation = Sequence[Line]


def conversations(folder: Path) -> list[Conversation]:
    """One for each process."""
    return [list(_lines(path)) for path in sorted(folder.glob("*.log"))]


def answers(conversation: Conversation) -> int:
    return sum(line.answered is not None for line in conversation)


def _lines(path: Path) -> Iterator[Line]:
    for line in path.read_bytes().split(b"\n"):
        if line.startswith(b">"):
            yield Line(said=line[1:])
        elif line.startswith(b"<") and (answered := _answered(line[1:])) is not None:
            yield Line(answered=answered)


def _answered(line: bytes) -> str | None:
    """The id of an answer, as text that tells 1 from "1"."""
    try:
        message = json.loads(line)
    except ValueError:
        return None
    if not isinstance(message, dict) or "method" in message or message.get("id") is None:
        return None
    return json.dumps(message["id"])


def replay(command: Sequence[str], conversation: Conversation) -> float:
    """Seconds from the start of a server to its end, with all its answers in between."""
    begun = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        limit = threading.Timer(_PATIENCE, server.kill)
        limit.start()
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            _converse(server.stdin, server.stdout, conversation)
            server.stdin.close()
        except BrokenPipeError:
            pass
        server.wait(_PATIENCE)
        limit.cancel()
    return time.perf_counter() - begun


def _converse(stdin: IO[bytes], stdout: IO[bytes], conversation: Conversation) -> None:
    had: set[str | None] = set()
    for line in conversation:
        if line.answered is None:
            stdin.write(line.said + b"\n")
            stdin.flush()
        while line.answered is not None and line.answered not in had:
            came = stdout.readline()
            if not came:
                return
            had.add(_answered(came))
