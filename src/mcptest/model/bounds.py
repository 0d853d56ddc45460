"""Truncate evidence to a limit, and keep its length and hash."""

from __future__ import annotations

import json

from mcptest.model.json import Json, MaybeJson, Missing

LONGEST_TEXT = 64 * 1024
LARGEST_VALUE = 256 * 1024


def bounded(text: str, limit: int = LONGEST_TEXT) -> str:
    """The beginning of a long text, with its length and hash named."""
    if len(text) <= limit:
        return text
    import hashlib  # most runs have nothing to cut

    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{text[:limit]}… ({len(text):,} characters in all, sha256 {digest}…)"


def bounded_json(value: MaybeJson) -> MaybeJson:
    """The same for a value: its long texts are cut, and a large one becomes the text of itself."""
    if isinstance(value, Missing):
        return value
    cut = _cut(value)
    written = json.dumps(cut, ensure_ascii=False)
    return cut if len(written) <= LARGEST_VALUE else bounded(written)


def _cut(value: Json) -> Json:
    if isinstance(value, str):
        return bounded(value)
    if isinstance(value, list):
        return [_cut(item) for item in value]
    if isinstance(value, dict):
        return {bounded(key): _cut(item) for key, item in value.items()}
    return value
