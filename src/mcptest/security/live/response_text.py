"""The texts of a response, as a model gets them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.json import Json
from mcptest.security.live.observed import SeenResponse

_MOST: Final = 200
_DEEPEST: Final = 32


def response_texts(response: SeenResponse) -> list[str]:
    """The text blocks, embedded texts, structured texts, and the message of an error."""
    found: list[str] = []
    if isinstance(response.result, dict):
        found += _texts(response.result.get("content"), 0)
        found += _texts(response.result.get("structuredContent"), 0)
    if isinstance(response.error, dict):
        found += _texts([response.error.get("message"), response.error.get("data")], 0)
    return list(dict.fromkeys(found))[:_MOST]


def is_failure(response: SeenResponse) -> bool:
    """A JSON-RPC error, or a tool error."""
    failed = isinstance(response.result, dict) and response.result.get("isError") is True
    return failed or isinstance(response.error, dict)


def _texts(value: Json, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in {"data", "blob", "mimeType", "type", "uri"} or depth > 3:  # noqa: PLR2004
                yield from _texts(item, depth + 1)
