"""One recorded session in which somebody is killed, and what is left of it."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import psutil
from benches.port import free_port, until_it_listens
from tests.tagged import left_behind, tagged

from mcptest.errors import FileProblemsError
from mcptest.recording.format.read import read_recording

HERE = Path(__file__).parent
CLIENT = [sys.executable, "-S", "-E", str(HERE / "calling_client.py")]
RECORD = [sys.executable, "-m", "mcptest", "record"]
TINY = [sys.executable, "-S", "-E", str(HERE.parent / "tests" / "servers" / "tiny.py")]
HTTP = [sys.executable, str(HERE / "http_echo_server.py")]
VICTIMS = ("client", "server", "recorder", "everybody")
PATIENCE = 60.0
LAST = 2  # frames that passed and were not yet handed to the writer when the recorder was killed


class Moment(NamedTuple):
    """Seconds after the start of the client, or after the first response that it got."""

    seconds: float
    after_first: bool


class Killed(NamedTuple):
    """How many responses the client got, what the file holds, and who still runs."""

    seen: int
    recorded: int
    told: bool  # the file says that frames are missing
    problems: tuple[str, ...]
    left: tuple[int, ...]

    def wrong(self, victim):
        """What must not be, in words."""
        if self.left:
            return f"{len(self.left)} processes are left"
        if any("the last line is incomplete" not in problem for problem in self.problems):
            return f"broken lines: {self.problems}"
        if self.problems and victim != "everybody":
            return f"a torn line: {self.problems}"
        missing = self.seen - self.recorded
        if self.told or victim == "everybody":
            return None
        if missing > (LAST if victim == "recorder" else 0):
            return f"{missing} of {self.seen} responses are missing"
        return None


def kill_during_stdio(folder, tag, victim, moment):
    """While the recorder starts, or after the first response."""
    file, count = folder / "session.ndjson", folder / "count"
    command = [*CLIENT, str(count), *RECORD, "-o", str(file), "--", *TINY, tag]
    client = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    _wait_for(moment, count)
    _kill(_stdio_victims(victim, client.pid, tag))
    _end_of(client)
    return _outcome(file, count, left_behind(tag, within=15))


def kill_during_http(folder, tag, victim, moment):
    """The same; server and recorder already listen."""
    file, count = folder / "session.ndjson", folder / "count"
    with _listening_server(tag) as (server, port):
        url = f"http://127.0.0.1:{port}/mcp"
        command = [
            *RECORD,
            "-o",
            str(file),
            "--url",
            url,
            "--listen",
            "0",
            "--header",
            f"X-T: {tag}",
        ]
        recorder = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        place = recorder.stdout.readline().split("/")[2]
        client = subprocess.Popen([*CLIENT, str(count), place], stderr=subprocess.DEVNULL)
        _wait_for(moment, count)
        family = [recorder.pid, *_children(recorder.pid)]
        chosen = {"client": [client.pid], "server": [server.pid], "recorder": [recorder.pid]}
        _kill(chosen.get(victim, [client.pid, server.pid, *family]))
        _end_of(client)
        recorder.terminate()
        recorder.communicate(timeout=40)
    left = [pid for pid in family if psutil.pid_exists(pid) and not _gone_within(pid, 15)]
    return _outcome(file, count, left)


def _wait_for(moment, count):
    deadline = time.monotonic() + PATIENCE
    while moment.after_first and not (count.exists() and count.stat().st_size):
        assert time.monotonic() < deadline, "no response came"
        time.sleep(0.002)
    time.sleep(moment.seconds)


@contextmanager
def _listening_server(tag):
    port = free_port()
    server = subprocess.Popen([*HTTP, str(port), tag])
    try:
        until_it_listens(port)
        yield server, port
    finally:
        server.kill()
        server.wait()


def _stdio_victims(victim, client, tag):
    if victim == "client":
        return [client]
    if victim == "recorder":
        return _children(client)[:1]
    servers = [pid for pid in tagged(tag) if _is_server(pid)]
    return servers if victim == "server" else [client, *tagged(tag)]


def _is_server(pid):
    with suppress(OSError):
        return "record" not in Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    return False


def _children(pid):
    with suppress(psutil.NoSuchProcess):
        return [child.pid for child in psutil.Process(pid).children()]
    return []


def _kill(pids):
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _end_of(client):
    try:
        client.wait(1)  # a victim that was not there yet: the session goes on
    except subprocess.TimeoutExpired:
        client.kill()
        client.wait()


def _gone_within(pid, seconds):
    deadline = time.monotonic() + seconds
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _outcome(file, count, left):
    seen = len(count.read_bytes()) if count.exists() else 0
    recorded, told, problems = 0, False, ()
    if file.exists() and file.stat().st_size:
        with suppress(FileProblemsError):  # killed before the header was written
            found = read_recording(file)
            problems = found.problems
            recorded = sum(map(_is_response, found.frames))
            told = any(frame.code == "frames-missing" for frame in found.frames)
    return Killed(seen, recorded, told, problems, tuple(left))


def _is_response(frame):
    return frame.sender == "server" and isinstance(frame.message, dict) and "id" in frame.message
