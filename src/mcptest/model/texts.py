"""All strings in a JSON value."""

from __future__ import annotations

from mcptest.model.json import Json, MaybeJson


def texts_in(value: MaybeJson) -> str:
    """Every string of a value, keys left out, one below the other."""
    found: list[str] = []
    waiting: list[MaybeJson] = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            found.append(here)
        elif isinstance(here, list | dict):
            inner: list[Json] = list(here.values()) if isinstance(here, dict) else here
            waiting.extend(reversed(inner))
    return "\n".join(found)
