"""Find every instruction to the model in a definition's texts, and how it was hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.model.record import record
from mcptest.safety.words import plain_words
from mcptest.security.characters.invisible import find_invisible
from mcptest.security.evidence import Span
from mcptest.security.reading.about import About, OrderKind
from mcptest.security.reading.decode import find_encoded
from mcptest.security.reading.markup import hidden_parts, without_parts
from mcptest.security.reading.places import DECODE_AND_FOLLOW
from mcptest.security.reading.reader import OrderReading, read_orders
from mcptest.security.texts import CatalogText

_SHORTEST: Final = 12
_SENTENCE: Final = 6  # words of a name that may be read as a sentence
_LEAST: Final = 2.0
HIDING: Final = 2.0


@record
class Order:
    """``hidden`` is empty where the order stands in plain sight."""

    text: CatalogText
    reading: OrderReading
    hidden: str = ""
    by: str = ""  # markup, encoding or characters

    @property
    def kind(self) -> OrderKind:
        return self.reading.kind

    @property
    def signals(self) -> tuple[Signal, ...]:
        if not self.hidden:
            return self.reading.signals
        return (*self.reading.signals, Signal(f"hidden by {self.hidden}", HIDING))


def orders_in(texts: Iterable[CatalogText], about: About) -> tuple[Order, ...]:
    return tuple(order for text in texts for order in _read(text, about) if _counts(order))


def _counts(order: Order) -> bool:
    return order.reading.weight >= _LEAST


def _read(text: CatalogText, about: About) -> Iterator[Order]:
    words = _words(text)
    if len(words) < _SHORTEST:
        return
    parts = hidden_parts(words)
    for reading in read_orders(without_parts(words, parts), about):
        span = Span(words, reading.span.start, reading.span.end)
        yield Order(text, OrderReading(reading.kind, reading.signals, span))
    for part in parts:
        yield from _inner(
            text, part.text, about, part.how, "markup", Span(words, part.start, part.end)
        )
    for found in find_encoded(words):
        span = Span(words, found.start, found.end)
        yield from _inner(text, found.text, about, f"{found.how} encoding", "encoding", span)
    for hidden in find_invisible(words):
        span = Span(words, hidden.start, hidden.end)
        yield from _inner(text, hidden.decoded, about, hidden.kind, "characters", span)
    yield from _decode_order(text, words)


def _inner(
    text: CatalogText, inner: str, about: About, how: str, by: str, span: Span
) -> Iterator[Order]:
    """What was hidden, read again, once."""
    for reading in read_orders(inner, about):
        yield Order(text, OrderReading(reading.kind, reading.signals, span), how, by)


def _decode_order(text: CatalogText, words: str) -> Iterator[Order]:
    found = DECODE_AND_FOLLOW.search(words)
    if found is not None and any(find_encoded(words)):
        signal = Signal("order to decode and follow", 3.0, found.group())
        span = Span(words, found.start(), found.end())
        yield Order(text, OrderReading(OrderKind.ORDER, (signal,), span), "encoding", "encoding")


def _words(text: CatalogText) -> str:
    """A name of many words is read as a sentence."""
    if not text.name or text.own:
        return text.text
    spaced = " ".join(plain_words(text.text)) if len(text.text) > _SENTENCE * 3 else ""
    return spaced if spaced.count(" ") >= _SENTENCE else ""
