"""Find the recorded request that equals a new one, or the nearest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final

from mcptest.match.normalise import normalise
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, same_json
from mcptest.model.redaction import MASK, Redactor
from mcptest.recording.replay.script import Cue
from mcptest.schema.pointer import join_pointer

# What a client says of itself decides nothing about the answer.
_BY_METHOD: Final = frozenset({"initialize", "server/discover", "ping", "logging/setLevel"})
_VOLATILE: Final = frozenset({"cursor"})
_MOST_DIFFERENCES: Final = 5
_SHOWN: Final = 120


class Matching(StrEnum):
    STRICT = "strict"
    RELAXED = "relaxed"


class RequestMatcher:
    """Compares requests by method and parameters; ``_meta`` is the client's own affair."""

    def __init__(self, matching: Matching) -> None:
        self._relaxed = matching is Matching.RELAXED
        self._redactor = Redactor()

    def key(self, method: str, params: JsonObject) -> str:
        """Equal for requests that get the same answer."""
        return json.dumps([method, self._plain(method, params)], sort_keys=True)

    def _plain(self, method: str, params: JsonObject) -> Json:
        if method in _BY_METHOD:
            return {}
        kept = {name: value for name, value in params.items() if name != "_meta"}
        if kept.get("arguments") == {}:
            del kept["arguments"]
        if self._relaxed:
            kept = {name: value for name, value in kept.items() if name not in _VOLATILE}
        found = _numbers(self._redactor.json(kept))
        return normalise(found) if self._relaxed else found

    def equal(self, cue: Cue, method: str, params: JsonObject) -> bool:
        """Where a recorded text was masked in part, anything may stand in its place."""
        if cue.method != method:
            return False
        return _covers(self._plain(method, cue.params), self._plain(method, params))

    def differences(self, cue: Cue, method: str, params: JsonObject) -> list[str]:
        """What would have to change to get the recorded answer, for people."""
        found = _differ(self._plain(method, cue.params), self._plain(method, params), "")
        return [text for text, _ in zip(found, range(_MOST_DIFFERENCES), strict=False)]

    def nearest(self, cues: list[Cue], method: str, params: JsonObject) -> Cue | None:
        """The recorded request of the same method that is most alike."""
        mine = self.key(method, params)
        same = [cue for cue in cues if cue.method == method]
        named = [cue for cue in same if cue.params.get("name") == params.get("name")]
        return max(
            named or same,
            key=lambda cue: SequenceMatcher(None, mine, self.key(method, cue.params)).ratio(),
            default=None,
        )


def _numbers(value: Json) -> Json:
    """``1.0`` is ``1``."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_numbers(item) for item in value]
    if isinstance(value, dict):
        return {key: _numbers(item) for key, item in value.items()}
    return value


def _covers(recorded: Json, asked: Json) -> bool:
    if isinstance(recorded, str) and isinstance(asked, str) and MASK in recorded:
        return _fits(recorded.split(MASK), asked)
    if isinstance(recorded, dict) and isinstance(asked, dict):
        return recorded.keys() == asked.keys() and all(
            _covers(value, asked[key]) for key, value in recorded.items()
        )
    if isinstance(recorded, list) and isinstance(asked, list):
        return len(recorded) == len(asked) and all(map(_covers, recorded, asked))
    return same_json(recorded, asked)


def _fits(parts: list[str], text: str) -> bool:
    """Whether the text has the known parts in their order, the first and last at its ends."""
    first, *between, last = parts
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    at, end = len(first), len(text) - len(last)
    for part in between:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True


def _differ(recorded: MaybeJson, asked: MaybeJson, place: str) -> Iterator[str]:
    if isinstance(recorded, dict) and isinstance(asked, dict):
        for key in dict.fromkeys((*recorded, *asked)):
            inner = place + join_pointer([key])
            yield from _differ(recorded.get(key, MISSING), asked.get(key, MISSING), inner)
    elif recorded is MISSING:
        yield f"{place} is not in the recorded request"
    elif asked is MISSING:
        yield f"{place} is missing"
    elif not same_json(recorded, asked):
        yield f"{place or '/'}: recorded {_short(recorded)}, got {_short(asked)}"


def _short(value: MaybeJson) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
