"""SIGINT and SIGTERM as a cancellation, so that every exit path closes what it opened."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

import click

from mcptest.cli.suspending import new_loop, suspendable
from mcptest.errors import ExitCode

T = TypeVar("T")


class Interrupted:
    """Which signal came, if one did; the exit code follows from it."""

    def __init__(self) -> None:
        self.signal: int | None = None

    @property
    def exit_code(self) -> int | None:
        return None if self.signal is None else 128 + self.signal


def run_interruptible(main: Coroutine[Any, Any, T]) -> tuple[T, Interrupted]:
    """Run to the end; the first signal cancels, and ``main`` decides what it still returns."""
    interrupted = Interrupted()
    _hear_of_children()

    async def supervised() -> T:
        task = asyncio.ensure_future(main)

        def stop(number: int) -> None:
            if interrupted.signal is None:
                interrupted.signal = number
            task.cancel()  # once more means: leave out the graces

        loop = asyncio.get_running_loop()
        _listen(loop, stop)
        with suspendable(loop):
            return await task

    with asyncio.Runner(loop_factory=new_loop) as runner:
        try:
            return runner.run(supervised()), interrupted
        except asyncio.CancelledError:
            raise click.exceptions.Exit(interrupted.exit_code or ExitCode.INTERRUPTED) from None


def _hear_of_children() -> None:
    """Whoever ignores SIGCHLD passes that on to us, and then no exit status is kept."""
    if sys.platform != "win32" and signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def _listen(loop: asyncio.AbstractEventLoop, stop: Any) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop, number)
        except (
            NotImplementedError
        ):  # Windows: the loop knows no signals, so the C handler hands over
            signal.signal(number, lambda got, _frame: loop.call_soon_threadsafe(stop, got))
