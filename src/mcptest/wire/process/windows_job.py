"""A Windows job object: the kernel kills its processes when mcptest closes it or is killed."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
from contextlib import suppress
from ctypes import wintypes
from typing import Any

from mcptest.wire.process.group import AFTER_KILL, LEAVE

SUSPENDED_GROUP = 0x4 | 0x200  # CREATE_SUSPENDED and CREATE_NEW_PROCESS_GROUP
_KILL_ON_CLOSE = 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
_EXTENDED_LIMITS, _ACCOUNTING = 9, 1  # information classes of a job
_SET_QUOTA_AND_TERMINATE = 0x0100 | 0x0001
_POLL = 0.01


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("per_process_time", ctypes.c_int64),
        ("per_job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", BasicLimits),
        ("counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class Accounting(ctypes.Structure):
    """JOBOBJECT_BASIC_ACCOUNTING_INFORMATION."""

    _fields_ = (
        ("times", ctypes.c_int64 * 4),
        ("page_faults", ctypes.c_uint32),
        ("total", ctypes.c_uint32),
        ("active", ctypes.c_uint32),
        ("terminated", ctypes.c_uint32),
    )


class JobObject:
    """One job; ``kernel32`` is passed in, so that its use can be seen on any system."""

    def __init__(self, kernel32: Any) -> None:
        self._kernel32 = kernel32
        for function in (kernel32.CreateJobObjectW, kernel32.OpenProcess):
            function.restype = wintypes.HANDLE
        self._handle = wintypes.HANDLE(self._checked(kernel32.CreateJobObjectW(None, None)))
        limits = ExtendedLimits()
        limits.basic.flags = _KILL_ON_CLOSE
        size = ctypes.sizeof(limits)
        self._checked(
            kernel32.SetInformationJobObject(
                self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), size
            )
        )

    def take(self, pid: int) -> None:
        """Put a process in, with all that it will start.

        Raises: OSError.
        """
        kernel32 = self._kernel32
        opened = self._checked(kernel32.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, pid))
        process = wintypes.HANDLE(opened)
        try:
            self._checked(kernel32.AssignProcessToJobObject(self._handle, process))
        finally:
            kernel32.CloseHandle(process)

    def active(self) -> int:
        """How many processes are in it now."""
        found = Accounting()
        self._checked(
            self._kernel32.QueryInformationJobObject(
                self._handle, _ACCOUNTING, ctypes.byref(found), ctypes.sizeof(found), None
            )
        )
        return int(found.active)

    def end(self) -> None:
        self._kernel32.TerminateJobObject(self._handle, 1)

    def close(self) -> None:
        self._kernel32.CloseHandle(self._handle)

    def _checked(self, answer: int | None) -> int:
        if not answer:
            number = self._kernel32.GetLastError()
            raise OSError(number, f"the system refused a job object (error {number})")
        return answer


class JobGroup:
    """A server in a job of its own; see ``ProcessGroup``."""

    glance: float | None = None

    def __init__(self, pid: int, job: JobObject) -> None:
        self._pid = pid
        self._job = job

    def look(self) -> None:
        """The job does not lose sight of anybody."""

    def signal(self, number: int) -> None:
        """Windows knows no gentle signal for a process without a console: both end it."""
        if number == signal.SIGTERM:
            with suppress(OSError):
                os.kill(self._pid, signal.SIGTERM)
        else:
            self._job.end()

    async def finish(self, *, patient: bool) -> int:
        left = await self._wait(LEAVE if patient else 0)
        if left:
            self._job.end()
            await self._wait(AFTER_KILL)
        self._job.close()
        return left

    def kill_all(self) -> None:
        self._job.end()
        self._job.close()

    async def _wait(self, within: float) -> int:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + within
        while (left := self._job.active()) and loop.time() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(_POLL)
        return left
