"""Whether a call continued after its connection was lost, as seen by another call."""

from __future__ import annotations

from collections.abc import Mapping

from mcptest.model.json import Json
from mcptest.schema.pointer import follow_pointer


def was_done(roots: Mapping[str, Json]) -> bool:
    """The witness returned the text that the suite names as the sign of finished work."""
    sign = follow_pointer(dict(roots), "/hints/interrupted_call/done")
    content = follow_pointer(dict(roots), "/witness/result/content")
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    return isinstance(sign, str) and any(sign in text for text in texts if isinstance(text, str))
