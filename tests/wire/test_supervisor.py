"""Nobody gets away from a supervisor, and nobody outlives us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import psutil
import pytest
from tests.tagged import left_behind, tagged

from mcptest.errors import TargetStartError
from mcptest.wire.limits import Limits
from mcptest.wire.reply import ReplyKind
from mcptest.wire.session import open_session
from mcptest.wire.target import StdioTarget

if sys.platform != "linux":
    pytest.skip("only Linux has subreapers", allow_module_level=True)

HOLDER = """
import asyncio, sys
from mcptest.wire.limits import Limits
from mcptest.wire.process.start import start_process
from mcptest.wire.target import StdioTarget

async def hold():
    process = await start_process(StdioTarget(tuple(sys.argv[1:])), Limits())
    process.attach(on_stdout=lambda data: print(process.pid, flush=True), on_stderr=print, on_end=print)
    await asyncio.sleep(60)

asyncio.run(hold())
"""


async def visit(target: StdioTarget, limits: Limits | None = None):
    session = await open_session(target, limits=limits or Limits())
    reply = await session.request("tools/call", {"name": "echo", "arguments": {"text": "a"}})
    return reply, await session.close()


def children() -> list[int]:
    return [child.pid for child in psutil.Process().children()]


def test_a_daemon_that_left_everything_behind_is_found_and_ended(peer, run):
    reply, closing = run(visit(peer("daemon")))
    assert reply.kind is ReplyKind.ANSWERED
    assert (closing.how, closing.leaked) == ("eof", 1)


def test_a_helper_that_a_busy_machine_keeps_from_its_end_is_not_left_behind(peer, run, monkeypatch):
    monkeypatch.setattr("mcptest.wire.process.supervisor.LEAVE", 0.0)
    monkeypatch.setattr("mcptest.wire.process.supervisor.STARVED", 15.0)
    _, closing = run(visit(peer("child-works")))
    assert (closing.how, closing.leaked) == ("eof", 0)


@pytest.fixture
def held(peer):
    """Somebody else who started a server and cannot clean up after it."""
    command = peer("daemon-and-deaf").command
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, *command],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")},
    )
    assert int(process.stdout.readline())
    yield process, command[-1]
    process.kill()
    process.communicate(timeout=20)


def test_a_deaf_server_and_its_daemon_end_when_we_are_killed(held):
    process, tag = held
    assert len(tagged(tag)) > 2
    process.kill()
    process.wait(20)
    assert left_behind(tag, within=20) == []


def test_a_server_that_kills_its_parent_kills_its_supervisor_only(peer, run):
    reply, closing = run(visit(peer("kills-parent")))
    assert (reply.kind, reply.ending.signal) == (ReplyKind.CLOSED, "SIGKILL")
    assert closing.how == "closed"


def test_a_server_may_be_started_from_any_thread(peer, run):
    seen = []
    thread = threading.Thread(target=lambda: seen.append(run(visit(peer("fine")))))
    thread.start()
    thread.join(20)
    assert seen[0][1].how == "eof"


def test_signals_for_the_supervisor_do_not_reach_the_server_nor_us(peer, run):
    async def story():
        session = await open_session(peer("fine"))
        supervisor = psutil.Process(session.link.process.pid).ppid()
        assert supervisor in children()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(supervisor, number)
        reply = await session.request("ping")
        return reply, await session.close()

    reply, closing = run(story())
    assert reply.ok
    assert closing.how == "eof"


@pytest.fixture
def no_news(monkeypatch):
    """Do not wait for what a supervisor would tell, which will not come."""
    monkeypatch.setattr("mcptest.wire.process.shutdown._NEWS", 0.1)
    monkeypatch.setattr("mcptest.wire.process.supervised._SURPLUS", 0.1)
    monkeypatch.setattr("mcptest.wire.process.supervised.STARVED", 0.1)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_supervisor_that_hangs_does_not_hold_us_up(peer, run, no_news, moment):
    async def story():
        session = await open_session(target, limits=Limits(grace=0.3))
        supervisor = psutil.Process(session.link.process.pid).ppid()
        os.kill(supervisor, signal.SIGSTOP)
        if moment == "after":
            session.link.process.group.kill_all()
        await session.close()
        return supervisor

    target = peer("daemon")
    supervisor = run(story())  # which has a bound
    assert not psutil.pid_exists(supervisor)
    assert left_behind(target.command[-1], within=20) == []


def test_a_server_that_ended_is_not_blamed_for_a_supervisor_that_is_slow_to_tell(
    peer, run, no_news
):
    async def story():
        session = await open_session(peer("fine"), limits=Limits(grace=0.3))
        os.kill(psutil.Process(session.link.process.pid).ppid(), signal.SIGSTOP)
        return await session.close()

    closing = run(story())
    assert (closing.how, closing.ignored_eof) == ("eof", False)


def test_many_starts_leave_no_descriptor_thread_or_zombie(peer, run):
    async def story(times: int) -> tuple[int, int, list[int]]:
        for _ in range(times):
            await visit(peer("fine"))
        own = psutil.Process()
        return own.num_fds(), own.num_threads(), children()

    async def both():
        return await story(2), await story(10)

    first, last = run(both())
    assert first == last


@pytest.mark.parametrize("command", ["/etc/passwd", "/"])
def test_what_cannot_be_started_leaves_nothing_either(run, command):
    before = children(), psutil.Process().num_fds()
    with pytest.raises(TargetStartError):
        run(visit(StdioTarget((command,))))
    with pytest.raises(TargetStartError):
        run(visit(StdioTarget((sys.executable, "a\0b"))))
    assert (children(), psutil.Process().num_fds()) == before


@pytest.mark.parametrize("kept", [0, 5])
def test_everything_else_is_closed(kept):
    """Also where standard input is kept, below which there is nothing to close."""
    script = f"""
import os
from pathlib import Path
from mcptest.wire.process.descriptors import close_all_but
os.dup2(2, 20)
os.dup2(os.pipe()[0], {kept})
close_all_but({kept}, 20)
os.write(20, b",".join(b"%d" % n for n in range(30) if Path(f"/proc/self/fd/{{n}}").exists()))
"""
    found = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, check=False)
    assert found.stderr.decode() == f"{kept},20"
