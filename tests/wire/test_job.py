"""Job objects, against a kernel32 made by hand: what is asked of Windows, in which order."""

from __future__ import annotations

import ctypes
import os
import signal

import pytest

from mcptest.wire.process import windows_job as job_module
from mcptest.wire.process.windows_job import JobGroup, JobObject


class Function:
    def __init__(self, kernel, name):
        self.kernel, self.name = kernel, name

    def __call__(self, *arguments):
        return self.kernel.called(self.name, arguments)


class Kernel:
    """Answers like Windows would; ``active`` is consumed by each question for it."""

    def __init__(self, *, refuse=(), active=()):
        self.log = []
        self.refuse, self.active = set(refuse), list(active)
        for name in (
            "CreateJobObjectW",
            "SetInformationJobObject",
            "OpenProcess",
            "AssignProcessToJobObject",
            "QueryInformationJobObject",
            "TerminateJobObject",
            "CloseHandle",
            "GetLastError",
        ):
            setattr(self, name, Function(self, name))

    def called(self, name, arguments):
        self.log.append(name)
        if name in self.refuse:
            return 0
        if name == "SetInformationJobObject":
            _, kind, limits, size = arguments
            assert (kind, limits._obj.basic.flags, size) == (
                9,
                0x2000,
                ctypes.sizeof(job_module.ExtendedLimits),
            )
        if name == "QueryInformationJobObject":
            arguments[2]._obj.active = (
                self.active.pop(0) if len(self.active) > 1 else self.active[0]
            )
        return {"CreateJobObjectW": 7, "OpenProcess": 8, "GetLastError": 5}.get(name, 1)


def test_a_process_is_put_into_a_job_that_ends_with_us():
    kernel = Kernel()
    JobObject(kernel).take(42)
    assert kernel.log == [
        "CreateJobObjectW",
        "SetInformationJobObject",
        "OpenProcess",
        "AssignProcessToJobObject",
        "CloseHandle",
    ]


@pytest.mark.parametrize("refused", ["CreateJobObjectW", "OpenProcess", "AssignProcessToJobObject"])
def test_a_refusal_of_windows_is_an_error_of_the_system(refused):
    with pytest.raises(OSError, match="error 5"):
        JobObject(Kernel(refuse=[refused])).take(42)


def test_who_is_left_is_counted_and_ended(run):
    kernel = Kernel(active=[2, 2, 0])
    assert run(JobGroup(42, JobObject(kernel)).finish(patient=False)) == 2
    assert kernel.log[-4:] == [
        "TerminateJobObject",
        "QueryInformationJobObject",
        "QueryInformationJobObject",
        "CloseHandle",
    ]


def test_nobody_left_means_nobody_ended(run):
    kernel = Kernel(active=[1, 0])
    group = JobGroup(42, JobObject(kernel))
    group.look()
    assert run(group.finish(patient=True)) == 0
    assert "TerminateJobObject" not in kernel.log


def test_signals_end_first_the_server_and_then_the_job(monkeypatch):
    sent = []
    monkeypatch.setattr(os, "kill", lambda pid, number: sent.append((pid, number)))
    kernel = Kernel()
    group = JobGroup(42, JobObject(kernel))
    group.signal(signal.SIGTERM)
    assert sent == [(42, signal.SIGTERM)]
    group.signal(signal.SIGKILL)
    group.kill_all()
    assert kernel.log[-3:] == ["TerminateJobObject", "TerminateJobObject", "CloseHandle"]


def test_the_structures_have_the_sizes_that_windows_expects():
    assert ctypes.sizeof(job_module.BasicLimits) == 64
    assert ctypes.sizeof(job_module.ExtendedLimits) == 144
    assert ctypes.sizeof(job_module.Accounting) == 48
