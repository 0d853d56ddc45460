"""Every call of the operating system made to fail in turn; kills and rivals at any moment."""

import contextlib
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mcptest.atomic import write_atomically
from mcptest.errors import WriteError
from mcptest.locking import locked

CALLS = ("open", "fdopen", "fsync", "fstat", "fchmod", "link", "replace")
posix = pytest.mark.skipif(sys.platform == "win32", reason="calls of POSIX")


class Failing:
    """Counts the calls that a write makes and lets the n-th fail."""

    def __init__(self, monkeypatch, number, error):
        self.number, self.seen, self.error = number, 0, error
        for name in CALLS:
            monkeypatch.setattr(os, name, self._wrapped(getattr(os, name)))
        real = os.fdopen

        def opened(*args, **kwargs):
            file = real(*args, **kwargs)
            return _Failing(file, self)

        monkeypatch.setattr(os, "fdopen", opened)

    def _wrapped(self, real):
        def call(*args, **kwargs):
            self.tick()
            return real(*args, **kwargs)

        return call

    def tick(self):
        self.seen += 1
        if self.seen == self.number:
            raise self.error


class _Failing:
    """A file whose writes and flushes are counted too; a failed write leaves half behind."""

    def __init__(self, file, counter):
        self._file, self._counter = file, counter

    def write(self, data):
        try:
            self._counter.tick()
        except BaseException:
            self._file.write(data[: len(data) // 2])
            self._file.flush()
            raise
        return self._file.write(data)

    def flush(self):
        self._counter.tick()
        return self._file.flush()

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        self._file.close()


@posix
@pytest.mark.parametrize("nameless", [True, False], ids=["nameless", "named"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("old", [b"old" * 1000, None])
def test_whichever_call_fails_the_file_is_old_or_new(tmp_path, monkeypatch, old, error, nameless):
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    path, new = tmp_path / "a.json", b"new" * 2000
    failures = 0
    for number in range(1, 40):
        path.unlink(missing_ok=True)
        if old is not None:
            path.write_bytes(old)
        with monkeypatch.context() as patch:
            counter = Failing(patch, number, error)
            with contextlib.suppress(WriteError, KeyboardInterrupt):
                write_atomically(path, new)
        failed = counter.seen >= number
        failures += failed
        found = path.read_bytes() if path.exists() else None
        assert found in {old, new}
        assert [entry.name for entry in tmp_path.iterdir()] in (["a.json"], [])
        if not failed:
            assert found == new
            break
    assert failures >= 5  # there were that many calls, and each was made to fail


@posix
def test_a_file_system_without_nameless_files_is_served_too(tmp_path, monkeypatch):
    real = os.open

    def without(path, flags, *more, **kwargs):
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(95, "Operation not supported")
        return real(path, flags, *more, **kwargs)

    monkeypatch.setattr(os, "open", without)
    write_atomically(tmp_path / "a", "new")
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("a", "new")]


@posix
def test_a_machine_without_a_list_of_handles_is_served_too(tmp_path, monkeypatch):
    monkeypatch.setattr("mcptest.atomic._HANDLES", tmp_path / "nowhere")
    write_atomically(tmp_path / "a", "new")
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("a", "new")]


WRITER = """
import sys
from pathlib import Path
from mcptest.atomic import write_atomically
print("ready", flush=True)
number = 0
while True:
    number += 1
    write_atomically(sys.argv[1], str(number % 10).encode() * 200_000)
"""


@posix
def test_a_kill_at_any_moment_leaves_whole_files_alone(tmp_path):
    """In the moment between its two names, a new file may keep the first one."""
    rng = random.Random(5)
    path = tmp_path / "inner" / "a.json"
    path.parent.mkdir()
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE
        )
        process.stdout.readline()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=rng.uniform(0.01, 0.2))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=20)
        for entry in path.parent.iterdir():
            assert entry == path or (entry.name.startswith(".a.json.") and entry.suffix == ".tmp")
            text = entry.read_bytes()
            assert len(text) == 200_000
            assert len(set(text)) == 1


RIVAL = """
import json, sys
from pathlib import Path
from mcptest.atomic import write_atomically
from mcptest.locking import locked
path, name, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for number in range(rounds):
    with locked(path, timeout=20):
        known = json.loads(path.read_text()) if path.exists() else []
        write_atomically(path, json.dumps([*known, f"{name}-{number}"]))
"""


def test_two_writers_at_once_lose_nothing(tmp_path):
    """Of a snapshot that changed meanwhile, tests/cli has the test."""
    path, rounds = tmp_path / "a.json", 25
    rivals = [
        subprocess.Popen([sys.executable, "-c", RIVAL, str(path), name, str(rounds)])
        for name in ("one", "two")
    ]
    assert [rival.wait(timeout=25) for rival in rivals] == [0, 0]
    import json

    assert len(set(json.loads(path.read_text()))) == 2 * rounds
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


HOLDER = """
import sys, time
from pathlib import Path
from mcptest.locking import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "a")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    process.stdout.readline()
    yield process
    process.kill()
    process.communicate(timeout=20)


def test_a_lock_that_is_held_is_waited_for_only_so_long(tmp_path, holder):
    with pytest.raises(WriteError) as caught, locked(tmp_path / "a", timeout=0.05):
        raise AssertionError
    assert caught.value.code == "file-locked"


def test_the_lock_of_one_who_died_is_free(tmp_path, holder):
    holder.kill()
    holder.wait(timeout=20)
    with locked(tmp_path / "a", timeout=5):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_lock_in_a_folder_that_is_not_there_is_a_write_error(tmp_path):
    with pytest.raises(WriteError) as caught, locked(tmp_path / "nowhere" / "a"):
        raise AssertionError
    assert caught.value.code == "file-not-written"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    inner, mine = tmp_path / "inner", tmp_path / "mine"
    inner.mkdir()
    mine.write_text("mine")
    (inner / "a").symlink_to(mine)
    with pytest.raises(WriteError) as caught:
        write_atomically(inner / "a", "new", within=inner)
    assert caught.value.code == "file-outside"
    assert mine.read_text() == "mine"
    write_atomically(inner / "b", "new", within=inner)
    assert (inner / "b").read_text() == "new"


def test_text_that_is_no_unicode_is_written_as_escapes(tmp_path):
    write_atomically(tmp_path / "a", "name \udcff")
    assert (tmp_path / "a").read_bytes() == b"name \\udcff"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_costs_one_report_and_no_other(tmp_path):
    """The whole way: exit 4, a message, and the other reports are there."""
    suite = tmp_path / "a.mcptest.yml"
    suite.write_text("server: {command: 'no-such-program-anywhere'}\ntools: [{name: a, tool: b}]\n")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mcptest", "run", str(suite)),
            *("--report", "ndjson=/dev/full", "--report", f"json={tmp_path / 'run.json'}"),
        ],
        capture_output=True,
        text=True,
        timeout=25,
        check=False,
    )
    assert done.returncode == 4
    assert "error[report-unwritable]" in done.stderr
    assert '"mcptest.run/v1"' in (tmp_path / "run.json").read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("argv", [["run"], ["run", "--format", "json"], ["explain", "TOOL-001"]])
def test_a_full_standard_output_is_said_and_no_fault_of_ours(tmp_path, argv):
    suite = tmp_path / "a.mcptest.yml"
    suite.write_text("server: {command: 'no-such-program-anywhere'}\ntools: [{name: a, tool: b}]\n")
    more = [str(suite)] if argv[0] == "run" else []
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mcptest", *argv, *more],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=25,
            check=False,
        )
    assert done.returncode == 4
    assert "report-unwritable" in done.stderr
    assert "Exception ignored" not in done.stderr
