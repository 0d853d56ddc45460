"""Say again what was recorded, in the same order, waiting for nothing but the server's answers.

A task that was followed to its end is followed again: the server is asked until it says so.
"""

import json
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

_PATIENCE = 60.0
_PARTING = 0.5  # seconds that a grade gives a process whose end it does not judge
_POLL = 0.02  # seconds between two questions about one task
_ENDED = ("completed", "failed", "cancelled")


class Line(NamedTuple):
    """What the client said, or the id of an answer that had come by then."""

    said: bytes = b""
    answered: str | None = None
    task: str | None = None  # the id of the task that the answer is about
    ended: bool = False  # the answer says that it has ended


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
            task = _task(line[1:])
            yield Line(answered=answered, task=task.get("taskId"), ended=_has_ended(task))


def _task(line: bytes) -> dict[str, Any]:
    """What an answer says of a task, where it is about one."""
    result = _message(line).get("result")
    task = result.get("task", result) if isinstance(result, dict) else None
    return task if isinstance(task, dict) and "taskId" in task else {}


def _has_ended(task: dict[str, Any]) -> bool:
    return task.get("status") in _ENDED


def _answered(line: bytes) -> str | None:
    """The id of an answer, as text that tells 1 from "1"."""
    message = _message(line)
    if "method" in message or message.get("id") is None:
        return None
    return json.dumps(message["id"])


def replay(command: Sequence[str], conversation: Conversation) -> float:
    """Seconds from the start of a server to its end, with all its answers in between.

    One that runs on without input is ended, as a grade would do.
    """
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
        try:
            server.wait(_PARTING)
        except subprocess.TimeoutExpired:
            server.terminate()
        server.wait(_PATIENCE)
        limit.cancel()
    return time.perf_counter() - begun


def _converse(stdin: IO[bytes], stdout: IO[bytes], conversation: Conversation) -> None:
    client = _Client(stdin, stdout)
    with suppress(EOFError):
        for line in conversation:
            if line.answered is None:
                client.say(line.said)
            else:
                client.hear(line.answered, line)


class _Client:
    def __init__(self, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        self._stdin, self._stdout = stdin, stdout
        self._said: dict[str, bytes] = {}
        self._had: dict[str | None, bytes] = {}
        self._asked: deque[Any] = deque()  # ids of the server, which are not those of the record
        self._tasks: dict[str, str] = {}  # the same for tasks, by their ids in the record

    def say(self, line: bytes) -> None:
        for recorded, own in self._tasks.items():
            line = line.replace(recorded.encode(), own.encode())
        response = _response(line)
        if response is not None:
            while not self._asked:
                self._read()
            line = json.dumps({**response, "id": self._asked.popleft()}).encode()
        self._said[json.dumps(_message(line).get("id"))] = line
        self._write(line)

    def hear(self, answered: str, line: Line) -> None:
        """Wait for the answer, and where a task had ended then, until it has again."""
        task = self._wait_for(answered)
        if line.task is not None and "taskId" in task:
            self._tasks[line.task] = task["taskId"]
        while line.ended and task and not _has_ended(task):
            time.sleep(_POLL)
            del self._had[answered]
            self._write(self._said[answered])
            task = self._wait_for(answered)

    def _wait_for(self, answered: str) -> dict[str, Any]:
        """What is said of a task."""
        while answered not in self._had:
            self._read()
        return _task(self._had[answered])

    def _read(self) -> None:
        """Raises: EOFError."""
        line = self._stdout.readline()
        if not line:
            raise EOFError
        self._had[_answered(line)] = line
        self._asked.extend(_asked(line))

    def _write(self, line: bytes) -> None:
        self._stdin.write(line + b"\n")
        self._stdin.flush()


def _response(line: bytes) -> dict[str, Any] | None:
    """What the client answered to a request of the server."""
    message = _message(line)
    return message if "method" not in message and {"result", "error"} & message.keys() else None


def _asked(line: bytes) -> list[Any]:
    message = _message(line)
    return [message["id"]] if "method" in message and "id" in message else []


def _message(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
