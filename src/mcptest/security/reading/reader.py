"""Find instructions to the model in one text, by the roles in its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from mcptest.model.finding import Signal
from mcptest.model.record import record
from mcptest.registry import collect
from mcptest.security.evidence import Span, weights
from mcptest.security.reading import combine
from mcptest.security.reading.about import About, OrderKind
from mcptest.security.reading.language import Language
from mcptest.security.reading.places import CHAT_MARK, HINTS, IMAGE, TURN, TURN_INLINE
from mcptest.security.reading.plain import PlainText, plain_text
from mcptest.security.reading.quotes import without_quotations
from mcptest.security.reading.sentences import cut_sentences

_WORDS: Final = re.compile(r"[^\W\d_]+")
_LONGEST: Final = 50_000
_FOLDED: Final = 1.0


@record
class OrderReading:
    """One order that was found, and what speaks for it."""

    kind: OrderKind
    signals: tuple[Signal, ...]
    span: Span

    @property
    def weight(self) -> float:
        return weights(self.signals)


@cache
def languages() -> tuple[Language, ...]:
    found = collect("mcptest.security.reading.languages", "LANGUAGE", Language)
    return tuple(sorted(found.values(), key=lambda one: one.tag != "en"))


@cache
def _triggers() -> tuple[frozenset[str], tuple[str, ...]]:
    spaced = frozenset(w for one in languages() if one.spaced for w in one.triggers)
    return spaced, tuple(w for one in languages() if not one.spaced for w in one.triggers)


def read_orders(text: str, about: About) -> list[OrderReading]:
    """Every order in a text, at most one of a kind."""
    plain = plain_text(text[:_LONGEST])
    spoken = _spoken(plain.text)
    if not spoken and not _hinted(plain.text):
        return []
    quiet = PlainText(plain.original, without_quotations(plain.text), plain.offsets, plain.folded)
    found: dict[OrderKind, OrderReading] = {}
    for reading in _readings(quiet, spoken or languages()[:1], about):
        best = found.get(reading.kind)
        if best is None or reading.weight > best.weight:
            found[reading.kind] = reading
    return list(found.values())


def _spoken(text: str) -> tuple[Language, ...]:
    spaced, unspaced = _triggers()
    words = set(_WORDS.findall(text.lower()))
    if words.isdisjoint(spaced) and (text.isascii() or not any(w in text for w in unspaced)):
        return ()
    return tuple(
        one
        for one in languages()
        if (not words.isdisjoint(one.triggers) if one.spaced else _holds_any(text, one.triggers))
    )


def _spoken_in(sentence: str, spoken: Sequence[Language]) -> Iterator[Language]:
    """The languages whose patterns can match in this sentence."""
    if _hinted(sentence):
        yield from spoken
        return
    words = set(_WORDS.findall(sentence.lower()))
    for one in spoken:
        if not one.spaced or not words.isdisjoint(one.triggers):
            yield one


def _holds_any(text: str, parts: frozenset[str]) -> bool:
    return not text.isascii() and any(part in text for part in parts)


def _hinted(text: str) -> bool:
    return any(hint in text for hint in HINTS) or "![" in text or "<|" in text


def _readings(plain: PlainText, spoken: Sequence[Language], about: About) -> Iterator[OrderReading]:
    sentences = cut_sentences(plain.text)
    extra = _marks(plain)
    for index, (start, end) in enumerate(sentences):
        following = sentences[index + 1] if index + 1 < len(sentences) else (end, end)
        for language in _spoken_in(plain.text[start:end], spoken):
            scene = combine.SentenceScene(plain.text, start, end, following, language, about)
            for kind, signals, begin, finish in combine.combined(scene):
                yield OrderReading(kind, (*signals, *extra), plain.span(begin, finish))


def _marks(plain: PlainText) -> tuple[Signal, ...]:
    """What makes any order in the text weigh more: faked turns, letters that imitate others."""
    found: list[Signal] = []
    mark = CHAT_MARK.search(plain.text) or TURN_INLINE.search(plain.text)
    turns = TURN.findall(plain.text)
    if mark is not None:
        found.append(Signal("faked chat markup", 2.0, mark.group().strip()))
    elif len(turns) > 1:
        found.append(Signal("faked turns of a chat", 2.0, turns[0].strip()))
    if plain.folded:
        found.append(Signal("letters that imitate others", _FOLDED))
    if IMAGE.search(plain.text):
        found.append(Signal("image address with a placeholder", 1.0))
    return tuple(found)
