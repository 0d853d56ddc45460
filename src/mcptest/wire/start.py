"""Launch a server, in the way that lets us end all of it on this system."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from mcptest.wire.environment import minimal_environment
from mcptest.wire.household import Household
from mcptest.wire.launch import find_program, start_error
from mcptest.wire.limits import Limits
from mcptest.wire.process import ServerProcess
from mcptest.wire.target import StdioTarget


async def start_process(target: StdioTarget, limits: Limits) -> ServerProcess:
    """Launch in a session and group of its own, without a terminal.

    Raises: TargetStartError.
    """
    environment = minimal_environment(target.env)
    program = find_program(target, environment)
    process = ServerProcess(limits)
    start = _STARTS.get(sys.platform, _start_watched)
    try:
        process.household = await start(process, target, program, environment)
    except (OSError, ValueError) as error:
        raise start_error(target, program, error) from error
    return process


async def _start_kept(
    process: ServerProcess, target: StdioTarget, program: str, environment: dict[str, str]
) -> Household:
    from mcptest.wire.kept import start_kept

    return await start_kept(
        process, target.command, program=program, environment=environment, cwd=target.cwd
    )


async def _start_watched(
    process: ServerProcess, target: StdioTarget, program: str, environment: dict[str, str]
) -> Household:
    from mcptest.wire.household import TreeHousehold

    await _start(process, target, program, environment, start_new_session=True)
    return TreeHousehold(process.pid)


async def _start_in_job(
    process: ServerProcess, target: StdioTarget, program: str, environment: dict[str, str]
) -> Household:
    """Suspended at first, so that it cannot start anything outside of the job."""
    import ctypes

    import psutil

    from mcptest.wire.job import SUSPENDED_GROUP, Job, JobHousehold

    job = Job(vars(ctypes)["WinDLL"]("kernel32"))
    await _start(process, target, program, environment, creationflags=SUSPENDED_GROUP)
    job.take(process.pid)
    psutil.Process(process.pid).resume()
    return JobHousehold(process.pid, job)


async def _start(
    process: ServerProcess,
    target: StdioTarget,
    program: str,
    environment: dict[str, str],
    **how: Any,
) -> None:
    await asyncio.get_running_loop().subprocess_exec(
        lambda: process,
        *target.command,
        executable=program,
        env=environment,
        cwd=target.cwd,
        **how,
    )


_STARTS = {"linux": _start_kept, "win32": _start_in_job}
