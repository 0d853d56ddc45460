"""A signal cancels what runs, also on a loop that knows no signals, as that of Windows."""

import asyncio
import signal
import subprocess
import sys

import pytest

from mcptest.interruption.signals import run_interruptible

NUMBERS = (signal.SIGINT, signal.SIGTERM)


@pytest.fixture(params=["posix", "windows"])
def handlers(request, monkeypatch):
    """Who hears the signals outside of a run."""
    if request.param == "windows":
        unable = asyncio.AbstractEventLoop.add_signal_handler
        monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", unable)
    before = [signal.getsignal(number) for number in NUMBERS]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield lambda: [signal.getsignal(number) for number in NUMBERS]
    for number, handler in zip(NUMBERS, before, strict=True):
        signal.signal(number, handler)


async def strike(number):
    signal.raise_signal(number)
    await asyncio.sleep(20)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_cancels_and_is_the_exit_code(handlers, number, code):
    with pytest.raises(SystemExit) as ended:
        run_interruptible(strike(number))
    assert ended.value.code == code


def test_what_still_returns_is_given_with_the_signal(handlers):
    async def saving():
        try:
            await strike(signal.SIGTERM)
        except asyncio.CancelledError:
            return "saved"

    found, interrupted = run_interruptible(saving())
    assert (found, interrupted.signal, interrupted.exit_code) == ("saved", signal.SIGTERM, 143)


def test_afterwards_nobody_listens_any_more(handlers):
    async def quick():
        assert signal.default_int_handler not in handlers()
        return 1

    found, interrupted = run_interruptible(quick())
    assert (found, interrupted.exit_code) == (1, None)
    assert handlers() == [signal.default_int_handler, signal.SIG_DFL]


AT_THE_END = """
import asyncio, signal
from asyncio.selector_events import BaseSelectorEventLoop
from mcptest.interruption.signals import run_interruptible

def close_and_strike(loop, close=BaseSelectorEventLoop._close_self_pipe):
    close(loop)
    signal.raise_signal(signal.SIGINT)

BaseSelectorEventLoop._close_self_pipe = close_and_strike
print(run_interruptible(asyncio.sleep(0, "done"))[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the loop of Windows knows no signals")
def test_a_signal_while_the_loop_is_closed_says_nothing():
    command = [sys.executable, "-c", AT_THE_END]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
