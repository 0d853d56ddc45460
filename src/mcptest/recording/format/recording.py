"""A loaded recording: its parts, its frames by session, and its broken lines."""

from __future__ import annotations

from functools import cached_property

from mcptest.model.json import JsonObject
from mcptest.recording.format.frame import PartHeader, RecordedFrame


class Recording:
    """Everything that could be read of one file."""

    def __init__(
        self,
        path: str,
        parts: tuple[PartHeader, ...],
        frames: tuple[RecordedFrame, ...],
        problems: tuple[str, ...] = (),
    ) -> None:
        self.path = path
        self.parts = parts
        self.frames = frames
        self.problems = problems

    @cached_property
    def sessions(self) -> dict[str, tuple[RecordedFrame, ...]]:
        """The frames of each session, in the order of the file."""
        found: dict[str, list[RecordedFrame]] = {}
        for frame in self.frames:
            found.setdefault(frame.session, []).append(frame)
        return {name: tuple(frames) for name, frames in found.items()}

    @property
    def transport(self) -> str:
        return self.parts[0].transport

    @property
    def server(self) -> JsonObject:
        """The command or the URL that was recorded."""
        return self.parts[0].server
