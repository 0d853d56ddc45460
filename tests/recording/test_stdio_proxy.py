"""The stdio proxy: every byte passes, both ends may die, and nothing is left running."""

import json
import os
import pty
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.tagged import left_behind, tagged

from mcptest.errors import TargetStartError
from mcptest.recording.format.read import read_recording
from mcptest.recording.format.redact import FrameRedactor
from mcptest.recording.format.write import RecordingWriter, new_part, open_recording
from mcptest.recording.proxy import child as child_module
from mcptest.recording.proxy import stdio as stdio_module
from mcptest.recording.proxy.child import PlainChild, SupervisedChild
from mcptest.recording.proxy.scribe import RecordingJob, start_scribe
from mcptest.recording.proxy.stdio import StdioProxy
from mcptest.recording.proxy.stdio_frames import StdioFrames
from mcptest.wire.target import StdioTarget

if sys.platform == "win32":
    pytest.skip("stdio is recorded on POSIX systems", allow_module_level=True)

# A tracer in several threads slows the relay down, and its lock must not be held during a fork.
pytestmark = pytest.mark.untraced
TINY = Path(__file__).parents[1] / "servers" / "tiny.py"
MIRROR = "import os\nwhile data := os.read(0, 65536):\n    os.write(1, data)"


def call(number, text="hello"):
    params = {"name": "echo", "arguments": {"text": text}}
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    return json.dumps(message).encode() + b"\n"


class Session:
    """A proxy in this process, its client's ends, and where it records."""

    def __init__(self, path, *command, kind=SupervisedChild):
        self.path = path
        self.kind = kind
        self.target = StdioTarget(tuple(command))
        (self._stdin, self.write), (self.read, self._stdout) = os.pipe(), os.pipe()
        self.errors, self._stderr = os.pipe()

    def run(self, client):
        """The proxy in the main thread, as it has to be for signals; the client in another.

        The client starts once the server runs, since a thread could hold a lock during the fork.
        """
        header = new_part("stdio", {})
        writer = RecordingWriter(open_recording(self.path))
        make = lambda: StdioFrames("s-1", time.monotonic(), FrameRedactor())  # noqa: E731
        talking = threading.Thread(target=client, args=(self,), daemon=True)

        def start():
            scribe = start_scribe(RecordingJob(writer, header, make), fork=False)
            talking.start()
            return scribe

        proxy = StdioProxy(self.target, dict(os.environ), (self._stdin, self._stdout, self._stderr))
        status = proxy.run(start)
        talking.join(20)
        assert not talking.is_alive()
        os.close(self._stderr)
        return status


@pytest.fixture
def session(tmp_path, monkeypatch):
    def make(*command, kind=SupervisedChild):
        monkeypatch.setattr(child_module, "SupervisedChild", kind)
        return Session(tmp_path / "session.ndjson", *command)

    return make


@pytest.mark.parametrize("kind", [SupervisedChild, PlainChild])
def test_a_session_passes_and_is_recorded(session, kind):
    heard = []

    def client(it):
        for number in (1, 2):
            os.write(it.write, call(number))
            heard.append(os.read(it.read, 65536))
        os.close(it.write)
        assert os.read(it.read, 1) == b""

    it = session(sys.executable, str(TINY), kind=kind)
    assert it.run(client) == 0
    frames = read_recording(it.path).frames
    assert [frame.sender for frame in frames] == ["client", "server", "client", "server", "mcptest"]
    assert [frame.message for frame in frames[1:4:2]] == [json.loads(line) for line in heard]
    assert frames[-1].note == "the server exited with code 0"


def test_any_bytes_pass_as_they_are_however_slowly_they_are_read(session):
    data = random.Random(19).randbytes(1_000_000)
    heard = bytearray()

    def client(it):
        def write():
            for at in range(0, len(data), 100_000):
                os.write(it.write, data[at : at + 100_000])
            os.close(it.write)

        writing = threading.Thread(target=write, daemon=True)
        writing.start()
        while part := os.read(it.read, 7_001):
            heard.extend(part)
        writing.join(20)

    assert session(sys.executable, "-c", MIRROR).run(client) == 0
    assert bytes(heard) == data


def test_a_server_that_dies_ends_the_session_with_its_status(session):
    script = "import sys, os; sys.stderr.write('sorry'); sys.stderr.flush(); sys.stdin.readline(); os._exit(7)"

    def client(it):
        os.write(it.write, call(1))
        assert os.read(it.read, 1) == b""

    it = session(sys.executable, "-c", script)
    assert it.run(client) == 7
    assert os.read(it.errors, 100) == b"sorry"
    *_, last, end = read_recording(it.path).frames
    assert last.text == "sorry"
    assert end.note == "the server exited with code 7"


def test_a_client_that_stops_reading_is_like_one_that_left(session):
    def client(it):
        os.close(it.read)
        os.write(it.write, call(1))
        os.close(it.write)

    session(sys.executable, str(TINY)).run(client)


@pytest.mark.parametrize("kind", [SupervisedChild, PlainChild])
def test_a_server_that_outlives_its_client_is_ended(session, monkeypatch, kind):
    monkeypatch.setattr(stdio_module, "_GRACE", 0.2)
    monkeypatch.setattr(stdio_module, "_GLANCE", 0.05)
    monkeypatch.setattr(StdioProxy, "_client_is_gone", lambda _self: True)
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"

    def client(it):
        assert os.read(it.read, 1) == b"\n"
        os.close(it.write)

    it = session(sys.executable, "-c", deaf, kind=kind)
    assert it.run(client) == -signal.SIGKILL
    assert "SIGKILL" in read_recording(it.path).frames[-1].note


def test_a_signal_goes_to_the_server_and_a_second_one_ends_it(session):
    script = """
import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.stdout.write("asked\\n") or sys.stdout.flush())
sys.stdout.write("ready\\n"); sys.stdout.flush()
while True: time.sleep(60)
"""

    def client(it):
        assert os.read(it.read, 100) == b"ready\n"
        os.kill(os.getpid(), signal.SIGTERM)
        assert os.read(it.read, 100) == b"asked\n"
        os.kill(os.getpid(), signal.SIGTERM)

    assert session(sys.executable, "-c", script).run(client) == -signal.SIGKILL


def test_a_client_that_reads_nothing_does_not_keep_the_proxy(session, monkeypatch):
    monkeypatch.setattr(stdio_module, "_GLANCE", 0.05)
    monkeypatch.setattr(stdio_module, "_UNREAD", 0.1)
    it = session(sys.executable, "-c", "print('x' * 100_000, flush=True)")
    assert it.run(lambda its: None) == 0


def test_a_command_that_does_not_exist_is_an_error_and_leaves_no_file(session):
    it = session("no-such-program-here")
    with pytest.raises(TargetStartError):
        it.run(lambda its: os.close(its.write))
    assert it.path.read_bytes() == b""


@pytest.mark.skipif(sys.platform != "linux", reason="sessions count on Linux")
@pytest.mark.parametrize("terminal", [True, False])
def test_only_next_to_a_terminal_the_server_gets_a_session_of_its_own(
    session, monkeypatch, terminal
):
    monkeypatch.setattr(child_module, "has_terminal", lambda: terminal)
    heard = []
    script = "import os; print(f'{os.getsid(0)} {os.getpgid(0) == os.getpid()}')"
    it = session(sys.executable, "-c", script)
    assert it.run(lambda its: heard.append(os.read(its.read, 100).split())) == 0
    [[number, leads]] = heard
    assert leads == b"True"
    assert (int(number) == os.getsid(0)) is not terminal


def test_a_terminal_is_known_from_the_session():
    script = "import sys; from mcptest.recording.proxy.child import has_terminal; sys.exit(has_terminal())"
    command = [sys.executable, "-c", script]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(command[0], command)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 1
    os.close(terminal)
    assert subprocess.run(command, start_new_session=True, check=False).returncode == 0


@pytest.mark.parametrize("victim", ["client", "server", "proxy", "group"])
def test_whoever_is_killed_the_file_is_readable_and_nobody_is_left(tmp_path, tag, victim):
    chance = random.Random(victim)
    path = tmp_path / "session.ndjson"
    for _ in range(3):
        killed_once(path, tag, victim, chance.random() * 0.05)
    found = read_recording(path)
    assert len(found.parts) == 3
    assert not found.problems
    assert any(frame.sender == "server" for frame in found.frames)


def killed_once(path, tag, victim, moment):
    """A client that calls as fast as it can, until somebody is killed."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "mcptest", "record", "-o", str(path), "--"),
            *(sys.executable, str(TINY), tag),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        process_group=0,
    )
    process.stdin.write(call(0))
    assert process.stdout.readline()
    deadline = time.monotonic() + moment
    number = 0
    while time.monotonic() < deadline:
        number += 1
        process.stdin.write(call(number))
        assert process.stdout.readline()
    process.stdin.write(call(number + 1, "x" * 100_000))
    if victim == "proxy":
        process.kill()
    elif victim == "group":
        os.killpg(process.pid, signal.SIGKILL)
    elif victim == "server":
        for pid in set(tagged(tag)) - {process.pid}:
            if "record" not in Path(f"/proc/{pid}/cmdline").read_text().split("\0"):
                os.kill(pid, signal.SIGKILL)
    process.stdin.close()
    process.stdout.close()
    process.wait(20)
    assert left_behind(tag, within=20) == []
