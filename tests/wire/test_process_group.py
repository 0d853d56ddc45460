"""Ending a server and its helpers where no supervisor holds them together."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess

import psutil
import pytest

from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import Outgoing
from mcptest.wire.process import group, start
from mcptest.wire.stdio import open_stdio

PING = Outgoing(b'{"jsonrpc":"2.0","id":1,"method":"ping"}', "ping", id=1)


@pytest.fixture
def watched(monkeypatch):
    """As on systems without subreapers."""
    monkeypatch.setattr(start, "_STARTS", {})


async def visit(target, *, grace=0.3):
    link = await open_stdio(target, limits=Limits(grace=grace), client=ClientSide())
    return await link.close()


@pytest.mark.parametrize(
    ("mode", "how", "leaked"),
    [
        ("fine", "eof", 0),
        ("ignores-eof", "term", 0),
        ("ignores-all", "kill", 0),
        ("child-keeps-stdout", "eof", 1),
        ("child-elsewhere", "eof", 1),
    ],
)
def test_helpers_are_found_in_the_process_table(peer, run, watched, mode, how, leaked):
    async def story():
        link = await open_stdio(peer(mode), limits=Limits(grace=0.3), client=ClientSide())
        while leaked and not psutil.Process(link.process.pid).children():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        if mode.startswith("ignores"):
            assert (await link.exchange(PING, timeout=20)).ok  # so its signals are set
        return await link.close()

    closing = run(story())
    assert (closing.how, closing.leaked) == (how, leaked)


def test_all_can_be_ended_without_a_loop(peer, run, watched):
    async def story():
        link = await open_stdio(peer("ignores-all"), limits=Limits(), client=ClientSide())
        link.process.group.kill_all()
        await link.process.exited
        return await link.close()

    assert run(story()).ending.signal == "SIGKILL"


def test_the_guard_ends_the_group_when_its_line_breaks_without_a_word():
    sleeper = subprocess.Popen(["sleep", "60"], start_new_session=True)
    guard = group._start_guard(sleeper.pid)
    guard.stdin.close()
    assert sleeper.wait(20) == -signal.SIGKILL
    assert guard.wait(20) == 0


def test_the_guard_does_nothing_when_it_is_dismissed():
    sleeper = subprocess.Popen(["sleep", "60"], start_new_session=True)
    guard = group._start_guard(sleeper.pid)
    guard.communicate(b"done\n", timeout=20)
    assert sleeper.poll() is None
    os.killpg(sleeper.pid, signal.SIGKILL)
    sleeper.wait(20)
