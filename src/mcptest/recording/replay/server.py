"""A replay as a mock: over stdio and in memory, the mock's own loops serve it."""

from __future__ import annotations

from dataclasses import field

from mcptest.mock.caller import PendingCall
from mcptest.mock.envelope import IncomingMessage
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.memory import memory_target
from mcptest.mock.overrides.draft import DraftReply, Out
from mcptest.mock.server import MockConnection, MockServer
from mcptest.model.record import record
from mcptest.recording.format.recording import Recording
from mcptest.recording.replay.matching import Matching
from mcptest.recording.replay.player import Playbook, Player, Timing
from mcptest.wire.target import MemoryTarget


@record
class ReplayedReply(DraftReply):
    """What was recorded, in its order and with its own delays."""

    lines: tuple[Out, ...] = field(default=())

    def outs(self) -> list[Out]:
        return list(self.lines)


class ReplayServer(MockServer):
    """Knows nothing of the protocol but what was recorded."""

    def __init__(
        self,
        recording: Recording,
        *,
        matching: Matching = Matching.STRICT,
        timing: Timing = Timing.FAST,
    ) -> None:
        self.playbook = Playbook(recording, matching, timing)
        super().__init__(MockDefinition())

    def connect(self, *, reopens: bool = False) -> MockConnection:
        del reopens  # the recording says what comes
        return ReplayConnection(self)


class ReplayConnection(MockConnection):
    """One client; it takes a recorded session when it first says something."""

    def __init__(self, server: ReplayServer) -> None:
        super().__init__(server, 1)
        self._playbook = server.playbook
        self._player: Player | None = None

    def draft(self, incoming: IncomingMessage, caller: PendingCall | None = None) -> DraftReply:
        del caller
        if self._player is None:
            self._player = self._playbook.player()
        return ReplayedReply(lines=tuple(self._player.hear(incoming)))


def replay_target(recording: Recording, matching: Matching) -> MemoryTarget:
    """The recording as a server in this process."""
    return memory_target(ReplayServer(recording, matching=matching))
