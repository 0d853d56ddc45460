"""Guess which request an unreadable frame answers, so that nothing waits for it."""

from __future__ import annotations

import json
import re

from mcptest.model.json import MISSING, MaybeJson

_HEAD = 512
_ID = re.compile(rb'"id"\s{0,8}:\s{0,8}(-?[0-9]{1,18}|"[^"\\]{0,200}")')


def peek_id(raw: bytes) -> MaybeJson:
    """The id of a frame that strict reading refused, or MISSING."""
    try:
        message = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return _from_head(raw)
    found: MaybeJson = message.get("id", MISSING) if isinstance(message, dict) else MISSING
    return found


def _from_head(raw: bytes) -> MaybeJson:
    match = _ID.search(raw[:_HEAD])
    if match is None:
        return MISSING
    value: MaybeJson = json.loads(match[1].decode("utf-8", "replace"))
    return value
