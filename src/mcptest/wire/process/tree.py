"""Which processes a server started, and which of them are still running."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
# Fields of /proc/PID/stat after the name.
_STATE, _PARENT, _SESSION, _STARTED = 0, 1, 3, 19
_TIMES = slice(11, 15)  # in user and system mode, then those of children that ended


class ProcessMember(NamedTuple):
    """A process; the start time tells it from a later one with the same number."""

    pid: int
    started: float


def processor_seconds(pid: int) -> float | None:
    """What a process and those below it have worked; None where it is gone."""
    if sys.platform != "linux":
        return _psutil_seconds(pid)
    own = _stat(pid)
    if own is None:
        return None
    stats = [own, *filter(None, (_stat(member.pid) for member in descendants(pid)))]
    return sum(int(time) for stat in stats for time in stat[_TIMES]) / os.sysconf("SC_CLK_TCK")


def wants_processor(pid: int) -> bool:
    """Whether a process or one below it could go on at once, or waits for a disk (Linux only)."""
    if sys.platform != "linux":
        return False
    stats = [_stat(pid), *(_stat(member.pid) for member in descendants(pid))]
    return any(stat is not None and stat[_STATE] in "RD" for stat in stats)


def is_running(pid: int) -> bool:
    """Whether a process exists and is not a zombie."""
    if sys.platform != "linux":
        return _psutil_is_running(pid)
    stat = _stat(pid)
    return stat is not None and stat[_STATE] not in "ZX"


def descendants(pid: int) -> frozenset[ProcessMember]:
    """What hangs below a process right now, without the process itself."""
    if sys.platform != "linux":
        return _psutil_descendants(pid)
    found: set[ProcessMember] = set()
    todo = [pid]
    while todo:
        for child in _children(todo.pop()):
            stat = _stat(child)
            if stat is not None:
                found.add(ProcessMember(child, float(stat[_STARTED])))
                todo.append(child)
    return frozenset(found)


def group_is_empty(group: int) -> bool:
    """No process of that group is known to the system; a zombie counts as one."""
    if sys.platform == "win32":
        return True
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def session_members(session: int) -> frozenset[ProcessMember]:
    """The living processes of a session; looks at every process of the machine."""
    if sys.platform != "linux":
        return _psutil_session(session)
    found = set()
    for entry in os.scandir(_PROC):
        stat = _stat(int(entry.name)) if entry.name.isdigit() else None
        if stat is not None and stat[_STATE] not in "ZX" and stat[_SESSION] == str(session):
            found.add(ProcessMember(int(entry.name), float(stat[_STARTED])))
    return frozenset(found)


def living(members: Iterable[ProcessMember]) -> frozenset[ProcessMember]:
    """Those that still run as the process they were."""
    return frozenset(member for member in members if _lives(member))


def kill(members: Iterable[ProcessMember]) -> None:
    for member in members:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(member.pid, signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)


def _lives(member: ProcessMember) -> bool:
    if sys.platform != "linux":
        return _psutil_lives(member)
    stat = _stat(member.pid)
    return stat is not None and stat[_STATE] not in "ZX" and float(stat[_STARTED]) == member.started


def _children(pid: int) -> Iterator[int]:
    try:
        threads = list((_PROC / str(pid) / "task").iterdir())
    except OSError:
        return
    for thread in threads:
        with suppress(OSError):
            text = (thread / "children").read_text()
            yield from map(int, text.split())


def _stat(pid: int) -> list[str] | None:
    try:
        text = (_PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return None
    return text[text.rindex(")") + 2 :].split()


def _psutil_descendants(pid: int) -> frozenset[ProcessMember]:
    import psutil

    with suppress(psutil.Error):
        below = psutil.Process(pid).children(recursive=True)
        return frozenset(ProcessMember(each.pid, each.create_time()) for each in below)
    return frozenset()


def _psutil_seconds(pid: int) -> float | None:
    import psutil

    with suppress(psutil.Error):
        leader = psutil.Process(pid)
        times = [each.cpu_times() for each in (leader, *leader.children(recursive=True))]
        return sum(each.user + each.system for each in times)
    return None


def _psutil_is_running(pid: int) -> bool:
    import psutil

    with suppress(psutil.Error):
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    return False


def _psutil_session(session: int) -> frozenset[ProcessMember]:
    import psutil

    if sys.platform == "win32":
        return frozenset()
    found = set()
    for each in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if os.getsid(each.pid) == session and each.status() != psutil.STATUS_ZOMBIE:
                found.add(ProcessMember(each.pid, each.create_time()))
    return frozenset(found)


def _psutil_lives(member: ProcessMember) -> bool:
    import psutil

    with suppress(psutil.Error):
        process = psutil.Process(member.pid)
        same = process.create_time() == member.started
        return same and process.status() != psutil.STATUS_ZOMBIE
    return False
