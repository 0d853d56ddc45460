"""A response before it is sent: the correct one, then changed by overrides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record


@record
class Out:
    """One thing a transport does, in this order: wait, write, exit."""

    message: MaybeJson = MISSING
    raw: bytes | None = None
    delay_ms: int = 0
    exit: int | None = None


@record
class DraftReply:
    """Everything about one answer; the last nine concern HTTP alone.

    ``pause_ms`` passes before ``after``; ``hold`` leaves an event stream open.
    """

    reply: MaybeJson = MISSING
    raw: bytes | None = None
    before: tuple[Json, ...] = ()
    after: tuple[Json, ...] = ()
    delay_ms: int = 0
    pause_ms: int = 0
    exit: int | None = None
    silent: bool = False
    status: int | None = None
    headers: Mapping[str, str | None] = field(default_factory=dict)
    content_type: str | None = None
    sse: bool | None = None
    hold: bool = False
    event_id: str | None = None
    cut: JsonObject | None = None
    told: tuple[Json, ...] = ()
    replay: str | None = None

    def outs(self) -> list[Out]:
        """What stdio and memory write."""
        outs = [Out(message) for message in self.before]
        if self.exit is None and not self.silent:
            outs += self._reply()
        outs += [
            Out(message, delay_ms=0 if index else self.pause_ms)
            for index, message in enumerate(self.after)
        ]
        if self.exit is not None:
            outs.append(Out(exit=self.exit))
        if self.delay_ms and outs:
            first = outs[0]
            outs[0] = Out(first.message, first.raw, self.delay_ms + first.delay_ms, first.exit)
        return outs

    def _reply(self) -> list[Out]:
        if self.raw is not None:
            return [Out(raw=self.raw)]
        return [] if self.reply is MISSING else [Out(self.reply)]


def bursts(outs: list[Out]) -> list[list[Out]]:
    """The same in parts, each of which begins with the only wait in it."""
    parts: list[list[Out]] = []
    for out in outs:
        if not parts or out.delay_ms:
            parts.append([])
        parts[-1].append(out)
    return parts
