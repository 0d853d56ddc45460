"""JSON pointers (RFC 6901): write one, and follow one through a document."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

from mcptest.model.json import MISSING, Json, MaybeJson


def join_pointer(parts: Iterable[str | int]) -> str:
    """``["a/b", 0]`` as ``/a~1b/0``; the whole document is the empty text."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in parts)


def follow_pointer(document: Json, pointer: str) -> MaybeJson:
    """What the pointer names, or MISSING."""
    if not pointer:
        return document
    if not pointer.startswith("/"):
        return MISSING
    here: MaybeJson = document
    for part in pointer[1:].split("/"):
        here = _step(here, part.replace("~1", "/").replace("~0", "~"))
    return here


def follow_reference(document: Json, reference: str) -> MaybeJson:
    """What ``#/…`` names within the same document; MISSING for anything else."""
    if not reference.startswith("#"):
        return MISSING
    return follow_pointer(document, unquote(reference[1:]))


def _step(here: MaybeJson, name: str) -> MaybeJson:
    if isinstance(here, dict):
        return here.get(name, MISSING)
    if isinstance(here, list) and name.isascii() and name.isdigit():
        index = int(name)
        return here[index] if index < len(here) else MISSING
    return MISSING
