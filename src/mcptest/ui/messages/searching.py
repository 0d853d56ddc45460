"""Find text in whole messages, in upper or lower case, escaped in JSON or not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from mcptest.model.redaction import Redactor
from mcptest.ui.messages.frames import Frame


def matching(frames: Iterable[Frame], text: str, redactors: Mapping[str, Redactor]) -> list[int]:
    """The numbers of the messages that contain the text; a masked secret is not found."""
    wanted = text.lower()
    spelt = {wanted, *(json.dumps(wanted, ensure_ascii=ascii_)[1:-1] for ascii_ in (True, False))}
    return [
        frame.number
        for frame in frames
        if _holds(_text(frame), spelt) and _holds(_shown(frame, redactors[frame.server]), spelt)
    ]


def _holds(text: str, spelt: Iterable[str]) -> bool:
    return any(one in text for one in spelt)


def _text(frame: Frame) -> str:
    return frame.raw.decode("utf-8", "replace").lower()


def _shown(frame: Frame, redactor: Redactor) -> str:
    return redactor.text(frame.raw.decode("utf-8", "replace")).lower()
