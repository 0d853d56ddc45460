"""Every text of a definition with its place; clients show all of it to the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record

_PROSE: Final = frozenset({"description", "title", "$comment", "instructions"})
_DEEPEST: Final = 64
_MOST: Final = 4_000  # texts of one definition
_NAMED: Final = frozenset(
    {"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"}
)


@record
class CatalogText:
    """``prose`` is for people and models; the rest are names and values.

    ``own`` marks the texts that describe the tool itself, not part of a schema.
    """

    pointer: str
    text: str
    prose: bool
    own: bool
    name: bool = False


def texts_of(tool: JsonObject) -> Iterator[CatalogText]:
    """Names, titles, descriptions, values, and the names of properties."""
    left = _MOST
    for found in _walk(tool, "", 0, named=False):
        yield found
        left -= 1
        if not left:
            return


def _walk(value: Json, pointer: str, depth: int, *, named: bool) -> Iterator[CatalogText]:
    """``named``: the keys of this object are names that the server chose."""
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for index, inner in enumerate(value):
            below = f"{pointer}/{index}"
            if isinstance(inner, str):
                yield CatalogText(below, inner, prose=False, own=False)
            else:
                yield from _walk(inner, below, depth + 1, named=False)
    elif isinstance(value, dict):
        for key, inner in value.items():
            below = f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
            if named:
                yield CatalogText(below, key, prose=False, own=False, name=True)
            if isinstance(inner, str):
                yield from _member(key, inner, below, own=not pointer)
            else:
                names = (not named and key in _NAMED) or key == "_meta"
                yield from _walk(inner, below, depth + 1, named=names)


def _member(key: str, text: str, pointer: str, *, own: bool) -> Iterator[CatalogText]:
    """An icon is a picture, not a text."""
    if key != "data" and not text.startswith("data:image/"):
        yield CatalogText(pointer, text, key in _PROSE, own, name=own and key == "name")
