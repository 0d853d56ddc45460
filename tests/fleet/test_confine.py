"""One worker in a process of its own: its limit, its end, and nothing left of it."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from mcptest.fleet.result import ServerStatus
from mcptest.fleet.workers import confine as subject
from mcptest.fleet.workers.confine import Assignment, confine
from mcptest.fleet.workers.delivery import pack
from mcptest.fleet.workers.fork_server import ForkServer
from mcptest.fleet.workers.process import spawner

if sys.platform == "win32":
    pytest.skip("process groups of POSIX", allow_module_level=True)


@pytest.fixture
def assign(tmp_path):
    def make(command, *, limit=20.0, cwd=None):
        data = {"name": "one", "cwd": str(cwd or tmp_path)}
        return Assignment(data, "digest", limit), spawner(command)

    return make


def gone(pid):
    """Whether a process ends within a bound."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        os.sched_yield()
    return False


def after(begin, note):
    """The same start, but its limit runs from the moment at which the worker wrote the note."""

    def begin_and_wait(data, temp):
        process = begin(data, temp)
        until = time.monotonic() + 20
        while not (note.exists() and note.read_text()):
            assert time.monotonic() < until
            os.sched_yield()
        return process

    return begin_and_wait


def test_what_a_worker_says_is_delivered_with_its_job_and_its_time(assign, passing):
    result = confine(*assign(passing)).result
    assert (result.status, result.name, result.job) == (ServerStatus.PASSED, "one", "digest")
    assert result.duration_ms > 0
    assert result.started


def test_a_worker_has_a_temporary_folder_of_its_own_which_is_gone_afterwards(
    assign, worker, tmp_path
):
    note = tmp_path / "note"
    command = worker(f"open({str(note)!r}, 'w').write(os.environ['TMPDIR'])")
    confine(*assign(command))
    assert "mcptest-fleet-" in note.read_text()
    assert not Path(note.read_text()).exists()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sys.exit('the disk is full')", "the disk is full"),
        ("os.kill(os.getpid(), 9)", "SIGKILL"),
        ("print('half of a')", "code 0"),
        ("pass", "code 0"),
    ],
)
def test_a_worker_that_breaks_is_a_row_with_its_reason(assign, worker, body, said):
    result = confine(*assign(worker(body))).result
    assert result.status is ServerStatus.ERRORED
    assert said in result.reason


def test_a_worker_that_cannot_be_started_is_a_row(assign):
    result = confine(*assign(("/no/such/program",))).result
    assert result.status is ServerStatus.ERRORED


def test_a_folder_that_is_not_there_is_left_out(assign, passing, tmp_path):
    assert confine(*assign(passing, cwd=tmp_path / "none")).result.status is ServerStatus.PASSED


def test_the_limit_ends_a_worker_and_keeps_what_it_still_says(assign, worker, row, tmp_path):
    import json

    from mcptest.fleet.result import result_document

    note = tmp_path / "ready"
    line = json.dumps(result_document(row("one", grade="B")))
    command = worker(
        f"""
        import signal
        def told(*_):
            print({line!r}, flush=True)
            os._exit(0)
        signal.signal(signal.SIGTERM, told)
        open({str(note)!r}, "w").write("ready")
        time.sleep(60)
        """
    )
    assignment, begin = assign(command, limit=0.2)
    result = confine(assignment, after(begin, note)).result
    assert (result.status, result.grade) == (ServerStatus.TIMED_OUT, "B")
    assert result.incomplete  # a grade of the rules that had their turn
    assert "0.2 s" in result.reason


def test_what_ignores_the_limit_is_ended_with_all_that_it_started(
    assign, worker, tmp_path, monkeypatch
):
    monkeypatch.setattr(subject, "GRACE", 0.1)
    note = tmp_path / "pid"
    command = worker(
        f"""
        import signal, subprocess
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
        open({str(note)!r}, "w").write(str(child.pid))
        time.sleep(60)
        """
    )
    assignment, begin = assign(command, limit=0.2)
    result = confine(assignment, after(begin, note)).result
    assert result.status is ServerStatus.TIMED_OUT
    assert gone(int(note.read_text()))


def test_a_worker_that_dies_leaves_nothing_behind(assign, worker, tmp_path):
    note = tmp_path / "pid"
    command = worker(
        f"""
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"],
                                 start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        open({str(note)!r}, "w").write(str(child.pid))
        os.kill(os.getpid(), 9)
        """
    )
    assert confine(*assign(command)).result.status is ServerStatus.ERRORED
    assert gone(int(note.read_text()))


def test_a_worker_ends_when_whoever_started_it_is_gone(tmp_path):
    """The pipe it got its job from ends with its parent."""
    job = '{"name": "a", "form": {"command": "sleep"}}'
    parent = f"""
import subprocess, sys, os
child = subprocess.Popen([sys.executable, "-c", '''
import os, signal, sys, threading
sys.path[:0] = {sys.path!r}
from mcptest.fleet.workers import worker
worker.work = lambda job, env: signal.pause()
worker.main()
'''], stdin=subprocess.PIPE)
child.stdin.write({job!r}.encode() + b"\\n")
child.stdin.flush()
print(child.pid, flush=True)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run(
        [sys.executable, "-c", parent], capture_output=True, text=True, timeout=25, check=False
    )
    assert gone(int(done.stdout))


class TestNursery:
    """The same promises, of workers that begin as a copy of the fork server."""

    @pytest.fixture
    def nurse(self, tmp_path, monkeypatch):
        def make(body):
            name = f"nursed_{tmp_path.name}"
            lines = "\n    ".join(body.splitlines())
            text = f"import os, signal, sys, time\ndef deliver(job):\n    {lines}\n"
            (tmp_path / f"{name}.py").write_text(text)
            monkeypatch.setattr(subject, "GRACE", 0.2)
            monkeypatch.syspath_prepend(tmp_path)
            return ForkServer(name)

        return make

    def test_what_a_worker_gives_is_delivered(self, nurse, row, tmp_path):
        text = pack(row("one"), [])
        body = f"assert os.getcwd() == {str(tmp_path)!r}\nassert os.getsid(0) == os.getpid()\n"
        begin = nurse(f"{body}assert 'mcptest-fleet-' in os.environ['TMPDIR']\nreturn {text!r}")
        data = {"name": "one", "cwd": str(tmp_path)}
        assert confine(Assignment(data, "d", 20.0), begin).result.status is ServerStatus.PASSED

    @pytest.mark.parametrize(
        ("body", "said"),
        [("raise ValueError('a fault')", "a fault"), ("os.kill(os.getpid(), 9)", "SIGKILL")],
    )
    def test_a_worker_that_breaks_is_a_row_with_its_reason(self, nurse, body, said):
        result = confine(Assignment({"name": "one", "cwd": "."}, "d", 20.0), nurse(body)).result
        assert result.status is ServerStatus.ERRORED
        assert said in result.reason

    def test_one_that_ignores_its_limit_is_ended(self, nurse):
        begin = nurse("signal.signal(15, signal.SIG_IGN)\ntime.sleep(60)")
        result = confine(Assignment({"name": "one", "cwd": "."}, "d", 1.0), begin).result
        assert result.status is ServerStatus.TIMED_OUT
