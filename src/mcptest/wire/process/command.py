"""Run a program to its end and keep its output."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from mcptest.model.record import record
from mcptest.wire.limits import Limits
from mcptest.wire.process.shutdown import Shutdown
from mcptest.wire.process.start import start_process
from mcptest.wire.target import StdioTarget
from mcptest.wire.uninterrupted import uninterrupted

MOST_OUTPUT = 1024 * 1024  # bytes that are kept
_GRACE = 0.5  # seconds for what it leaves behind
_SETTLE = 1.0  # seconds for its last output


@record
class CommandResult:
    """``exit_code`` is None if the program did not finish in time, or ended by a signal."""

    exit_code: int | None
    stdout: str
    stderr: str
    timed_out: bool
    duration_ms: float


async def run_command(target: StdioTarget, *, timeout: float) -> CommandResult:
    """Start the program without a shell; whatever it started is ended with it.

    Raises: TargetStartError.
    """
    loop = asyncio.get_running_loop()
    limits = replace(Limits(timeout=timeout), grace=_GRACE)
    begun = loop.time()
    process = await start_process(target, limits)
    output, ended = bytearray(), asyncio.Event()

    def keep(data: bytes) -> None:
        output.extend(data[: max(0, MOST_OUTPUT - len(output))])

    shutdown = Shutdown(process, limits)
    process.attach(on_stdout=keep, on_stderr=lambda _: None, on_deaf=lambda: None, on_end=ended.set)
    try:
        process.close_stdin()
        done, _ = await asyncio.wait([process.exited], timeout=timeout)
        took = (loop.time() - begun) * 1000
        if done:
            await _wait_for(ended, _SETTLE)
    finally:
        await uninterrupted(shutdown.run())
    ending = process.ending()
    text = output.decode("utf-8", "replace")
    return CommandResult(ending.status, text, ending.stderr, not done, took)


async def _wait_for(event: asyncio.Event, within: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), within)
    except TimeoutError:
        return
