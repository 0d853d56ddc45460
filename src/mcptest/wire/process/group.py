"""The process tree of a server: signal it, and kill what is left."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from contextlib import suppress
from typing import Protocol

from mcptest.wire.process import tree

LEAVE = 0.5  # for helpers of a server that are on their way out
STARVED = 2.0  # more for those to which a busy machine gives no processor
AFTER_KILL = 1.0
_POLL = 0.01
_GUARD = 'read -r told && exit 0; kill -9 -"$0"'  # the end of the line comes without a word


class ProcessGroup(Protocol):
    """A server and its helpers, as far as the system lets us know them."""

    glance: float | None  # how often it has to look while a server is being ended

    def look(self) -> None:
        """Remember who is there."""

    def signal(self, number: int) -> None:
        """To the server and all that stayed in its group."""

    async def finish(self, *, patient: bool) -> int:
        """End the processes that are left when the server is gone; how many there were."""

    def kill_all(self) -> None:
        """End everybody at once, without a loop to wait in."""


class TreeGroup:
    """Known by looking at the process table, for systems where nobody keeps them together."""

    glance: float | None = _POLL

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._family: frozenset[tree.ProcessMember] = frozenset()
        self._guard = _start_guard(pid)

    def look(self) -> None:
        self._family |= tree.descendants(self._pid)

    def signal(self, number: int) -> None:
        """Hold the group still while we look, so that nobody is started behind our back."""
        self._to_group(signal.SIGSTOP)
        self.look()
        self._to_group(number)
        self._to_group(signal.SIGCONT)

    async def finish(self, *, patient: bool) -> int:
        left: frozenset[tree.ProcessMember] = frozenset()
        if self._family or not tree.group_is_empty(self._pid):
            family = self._family | tree.session_members(self._pid)
            left = await _wait_for(family, LEAVE if patient else 0)
            tree.kill(left)
            await _wait_for(left, AFTER_KILL)
        self._dismiss()
        return len(left)

    def kill_all(self) -> None:
        self._to_group(signal.SIGKILL)
        tree.kill(tree.living(self._family | tree.session_members(self._pid)))
        self._dismiss()

    def _to_group(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, number)

    def _dismiss(self) -> None:
        if self._guard.returncode is not None:
            return
        with suppress(OSError, subprocess.TimeoutExpired):
            self._guard.communicate(b"done\n", timeout=AFTER_KILL)


def _start_guard(group: int) -> subprocess.Popen[bytes]:
    """A shell that waits for our end, and then ends the group of the server."""
    return subprocess.Popen(
        ("/bin/sh", "-c", _GUARD, str(group)), stdin=subprocess.PIPE, start_new_session=True
    )


async def _wait_for(
    members: frozenset[tree.ProcessMember], within: float
) -> frozenset[tree.ProcessMember]:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + within
    while (members := tree.living(members)) and loop.time() < deadline:  # noqa: ASYNC110
        await asyncio.sleep(_POLL)  # nobody tells us of a process that is not our child
    return members
