"""Run a plan on the event loop, show it, and return the exit code."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace

from mcptest.cli.output.reports import Output, Writer
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import open_server
from mcptest.errors import ExitCode, TargetHandshakeError
from mcptest.interruption.signals import run_interruptible
from mcptest.model.events import Event, RunFinished
from mcptest.model.json import Json
from mcptest.model.run import Run
from mcptest.plan.servers import engine_server
from mcptest.suite.load import ServerSpec
from mcptest.wire.session import Session

__all__ = ["engine_server", "listed_tools", "open_for", "run_plan"]


Finish = Callable[[Run], Run]


def run_plan(plan: RunPlan, output: Output, *, finish: Finish | None = None) -> int:
    """The whole of a command that passes verdicts."""
    code = run_prepared(nullcontext(plan), output, finish=finish)
    assert code is not None
    return code


def run_prepared(
    preparing: AbstractAsyncContextManager[RunPlan | None],
    output: Output,
    *,
    finish: Finish | None = None,
) -> int | None:
    """The same for a plan that takes a look at the server, and keeps it open for the run.

    ``finish`` adds to the run what only the command line knows. None where there is no plan.
    """
    writers: list[Writer] = []
    last: list[Run] = []

    def emit(event: Event) -> None:
        """The end is told after the signal is known, since it decides the exit code."""
        if isinstance(event, RunFinished):
            last.append(event.run)
        else:
            writers[0](event)

    async def prepare_and_run() -> None:
        async with preparing as plan:
            if plan is not None:
                writers.append(Writer(output))
                await run(plan, emit)

    _, interrupted = run_interruptible(prepare_and_run())
    if not last:
        return interrupted.exit_code
    [writer], finished = writers, last[0]
    if interrupted.exit_code is not None:
        finished = replace(finished, exit_code=interrupted.exit_code, interrupted=True)
    elif finished.interrupted:
        finished = replace(finished, exit_code=ExitCode.INTERRUPTED)
    writer(RunFinished(finish(finished) if finish else finished))
    return finished.exit_code


@asynccontextmanager
async def open_for(spec: ServerSpec) -> AsyncIterator[Session]:
    """A session for a command that passes no verdict; closed whatever happens."""
    session = await open_server(engine_server(spec))
    try:
        yield session
    finally:
        await session.close()


async def listed_tools(session: Session, *, whole: bool = False) -> list[Json]:
    """What the server offers; ``whole`` where half of it is as bad as nothing.

    Raises: TargetHandshakeError where it declares tools and does not list them.
    """
    listing = await session.list_all("tools")
    expected = whole or (not listing.items and "tools" in session.capabilities)
    if listing.problem and expected:
        problem = f"the server did not list its tools: {listing.problem}"
        raise TargetHandshakeError("tools-not-listed", problem)
    return listing.items
