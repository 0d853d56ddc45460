"""Start a server so that its process tree can be stopped on this platform."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from mcptest.wire.limits import Limits
from mcptest.wire.process.environment import minimal_environment
from mcptest.wire.process.group import ProcessGroup
from mcptest.wire.process.launch import find_program, start_error
from mcptest.wire.process.pipes import ServerProcess
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
        process.group = await start(process, target, program, environment)
    except (OSError, ValueError) as error:
        raise start_error(target, program, error) from error
    return process


async def _start_kept(
    process: ServerProcess, target: StdioTarget, program: str, environment: dict[str, str]
) -> ProcessGroup:
    from mcptest.wire.process.supervised import start_supervised

    return await start_supervised(
        process, target.command, program=program, environment=environment, cwd=target.cwd
    )


async def _start_watched(
    process: ServerProcess, target: StdioTarget, program: str, environment: dict[str, str]
) -> ProcessGroup:
    from mcptest.wire.process.group import TreeGroup

    await _start(process, target, program, environment, start_new_session=True)
    return TreeGroup(process.pid)


async def _start_in_job(
    process: ServerProcess, target: StdioTarget, program: str, environment: dict[str, str]
) -> ProcessGroup:
    """Suspended at first, so that it cannot start anything outside of the job."""
    import ctypes

    import psutil

    from mcptest.wire.process.windows_job import SUSPENDED_GROUP, JobGroup, JobObject

    job = JobObject(vars(ctypes)["WinDLL"]("kernel32"))
    await _start(process, target, program, environment, creationflags=SUSPENDED_GROUP)
    job.take(process.pid)
    psutil.Process(process.pid).resume()
    return JobGroup(process.pid, job)


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
