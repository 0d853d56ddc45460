"""Run a client, as its own process or in this one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from typing import Final, Protocol

from mcptest.client.access import Access
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.wire.limits import Limits
from mcptest.wire.process.shutdown import Shutdown
from mcptest.wire.process.start import start_process
from mcptest.wire.target import StdioTarget

MOST_OUTPUT: Final = 1024 * 1024
_LIMITS: Final = Limits(grace=1.0)


@record
class ClientEnding:
    """How a client ended; ``stopped`` where it had to be ended at the time limit.

    ``left`` counts the processes that it left running, and that were ended. Of a client that was
    started ``by_hand`` nobody knows how it ended.
    """

    status: int | None = None
    signal: str | None = None
    stopped: bool = False
    left: int = 0
    by_hand: bool = False
    output: str = ""
    stderr: str = ""

    @property
    def crashed(self) -> bool:
        return self.signal is not None and not self.stopped

    @property
    def steps(self) -> list[JsonObject]:
        """What a driver printed about its steps, one JSON object a line."""
        return [step for line in self.output.splitlines() if (step := _step(line)) is not None]


def _step(line: str) -> JsonObject | None:
    if not line.startswith("{"):
        return None
    with suppress(ValueError):
        found = json.loads(line)
        if isinstance(found, dict) and isinstance(found.get("step"), int):
            return found
    return None


class Starter(Protocol):
    """Runs a client against a scenario."""

    async def run(self, access: Access, seconds: float) -> ClientEnding:
        """Until it ends, or the time is over."""


@record
class CommandStarter:
    """Starts a command for every scenario."""

    words: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None

    async def run(self, access: Access, seconds: float) -> ClientEnding:
        """Start it, wait for its end, and end whatever it left behind.

        Raises: TargetStartError.
        """
        env = {**self.env, **access.environment}
        target = StdioTarget(access.fill(self.words), env=env, cwd=self.cwd)
        process = await start_process(target, _LIMITS)
        output = bytearray()
        process.attach(
            on_stdout=lambda data: output.extend(data[: MOST_OUTPUT - len(output)]),
            on_stderr=lambda _: None,
            on_end=lambda: None,
        )
        shutdown = Shutdown(process, _LIMITS)
        try:
            await asyncio.wait([process.exited], timeout=seconds)
            stopped = not process.exited.done()
        except asyncio.CancelledError:
            shutdown.hurry()
            raise
        finally:
            closing = await shutdown.run()
        ending = closing.ending
        return ClientEnding(
            status=None if ending is None or stopped else ending.status,
            signal=None if ending is None or stopped else ending.signal,
            stopped=stopped,
            left=0 if stopped else closing.leaked,
            output=output.decode("utf-8", "replace"),
            stderr="" if ending is None else ending.stderr,
        )


@record
class CallableStarter:
    """Runs a function of this process in a thread; for tests and for code that has a client."""

    client: Callable[[Access], str]

    async def run(self, access: Access, seconds: float) -> ClientEnding:
        """What the function returns stands for what a process prints."""
        del seconds
        output = await asyncio.to_thread(self.client, access)
        return ClientEnding(status=0, output=output)
