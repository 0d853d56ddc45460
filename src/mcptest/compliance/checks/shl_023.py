"""Looks for session ids that come twice, are short, or lie so close that one tells the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from uuid import UUID

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

SHORTEST: Final = 16  # characters; 64 bits in the shortest usual spelling
NEAR: Final = 1 << 40  # a counter, or a clock of nanoseconds within a quarter of an hour
_BASES: Final = (10, 16, 36)


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    found = follow_pointer(dict(roots), "/session_ids/ids")
    ids = [str(each) for each in found] if isinstance(found, list) else []
    for each in dict.fromkeys(ids):
        if ids.count(each) > 1:
            yield {
                "at": each,
                "problem": f"the server issued session id {each} {ids.count(each)} times",
            }
        elif len(each) < SHORTEST:
            problem = f"session id {each} has {len(each)} characters, expected at least {SHORTEST}"
            yield {"at": each, "problem": problem}
    if ids and all(_is_made_of_time(each) for each in ids):
        problem = "session ids are version 1 UUIDs: they consist of the time and a fixed address"
        yield {"at": ids[0], "problem": problem}
    spread = _spread(list(dict.fromkeys(ids)))
    if spread is not None and spread < NEAR:
        problem = (
            f"{len(ids)} consecutive session ids differ by at most {spread}, so they can be guessed"
        )
        yield {"at": ids[0], "problem": problem}


def _is_made_of_time(text: str) -> bool:
    """Whether it is a UUID of version 1, in the usual spelling."""
    try:
        found = UUID(text)
    except ValueError:
        return False
    return found.version == 1 and str(found) == text.lower()


def _spread(ids: Sequence[str]) -> int | None:
    """How far apart the ids are, read as numbers without what all of them share."""
    if len(ids) < 2:  # noqa: PLR2004
        return None
    bare = ["".join(filter(str.isalnum, each)).lower() for each in ids]
    begin = _shared(bare)
    end = _shared([each[begin:][::-1] for each in bare])
    middles = [each[begin : len(each) - end] or "0" for each in bare]
    for base in _BASES:
        try:
            numbers = [int(middle, base) for middle in middles]
        except ValueError:
            continue
        return max(numbers) - min(numbers)
    return None


def _shared(texts: Sequence[str]) -> int:
    """How many characters all of them begin with."""
    columns = enumerate(zip(*texts, strict=False))
    return next((i for i, column in columns if len(set(column)) > 1), min(map(len, texts)))


CHECK = RuleCheck("SHL-023", _run)
