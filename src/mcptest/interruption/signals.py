"""Turn SIGINT and SIGTERM into a cancellation, so that everything opened is closed."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from selectors import BaseSelector
from typing import Any, Final, TypeVar

from mcptest.errors import ExitCode
from mcptest.interruption.suspend import new_loop, suspendable

T = TypeVar("T")
_NUMBERS: Final = (signal.SIGINT, signal.SIGTERM)


class Interrupted:
    """Which signal came, if one did; the exit code follows from it."""

    def __init__(self) -> None:
        self.signal: int | None = None

    @property
    def exit_code(self) -> int | None:
        return None if self.signal is None else 128 + self.signal


def run_interruptible(
    main: Coroutine[Any, Any, T], selector: BaseSelector | None = None
) -> tuple[T, Interrupted]:
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
        with _listening(loop, stop), suspendable(loop):
            return await task

    with asyncio.Runner(loop_factory=lambda: new_loop(selector)) as runner:
        try:
            return runner.run(supervised()), interrupted
        except asyncio.CancelledError:
            raise SystemExit(interrupted.exit_code or ExitCode.INTERRUPTED) from None
        finally:
            signal.set_wakeup_fd(-1)  # or a signal now would write to what the loop has closed


def _hear_of_children() -> None:
    """A parent that ignores SIGCHLD passes that on to us, and then no exit status is kept."""
    if sys.platform != "win32" and signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def _listening(
    loop: asyncio.AbstractEventLoop, stop: Callable[[int], None]
) -> AbstractContextManager[None]:
    """A loop that knows signals forgets them when it is closed; that of Windows knows none."""
    try:
        for number in _NUMBERS:
            loop.add_signal_handler(number, stop, number)
    except NotImplementedError:
        return heard(lambda got: loop.call_soon_threadsafe(stop, got))
    return nullcontext()


@contextmanager
def heard(act: Callable[[int], object]) -> Iterator[None]:
    """While this lasts, a signal calls ``act`` instead of ending the program."""
    before = {number: signal.signal(number, lambda got, _frame: act(got)) for number in _NUMBERS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
