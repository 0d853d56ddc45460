"""Turn instructions of one kind into hits, for the rules about texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mcptest.model.escape import one_line
from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit, weights
from mcptest.security.orders import Order
from mcptest.security.reading.about import OrderKind
from mcptest.security.subject import CatalogSubject

_WEAK = 3.0
_WEAK_SCORE = 5.0
SAID = {
    OrderKind.ORDER: "gives the model orders that are not about this tool",
    OrderKind.CROSS_TOOL: "changes how other tools are used",
    OrderKind.EXFILTRATION: "tells the model to hand over private data",
    OrderKind.CONCEALMENT: "tells the model to keep something from the user",
    OrderKind.PREFERENCE: "pushes the model to choose this tool whatever the user wants",
    OrderKind.COLLECTION: "asks for more than the task needs",
}
REMEDY = "Remove the sentence, or say in plain words what the tool itself does."


def order_hits(
    orders: Iterable[Order], wanted: Callable[[Order], bool], *, tool: int | None = None
) -> Iterator[SecurityHit]:
    for order in orders:
        if wanted(order):
            yield _hit(order, tool)


def in_tools(catalog: CatalogSubject, wanted: Callable[[Order], bool]) -> Iterator[SecurityHit]:
    for subject in catalog.tools:
        yield from order_hits(subject.orders, wanted, tool=subject.index)


def in_own_text(kind: OrderKind) -> Callable[[Order], bool]:
    """In plain sight, in a text that describes the tool itself."""
    return lambda order: order.kind is kind and order.text.own and not order.hidden


def _hit(order: Order, tool: int | None) -> SecurityHit:
    signals = order.signals
    place = order.text.pointer.rpartition("/")[2] or "text"
    how = f", hidden by {order.hidden}" if order.hidden else ""
    shown = order.reading.span.in_context
    return SecurityHit(
        message=f"{place} {SAID[order.kind]}{how}: {shown}\nsignals: {_told(signals)}",
        pointer=order.text.pointer,
        tool=tool,
        score=_WEAK_SCORE if weights(signals) < _WEAK else None,
        kind=order.kind.value,
        signals=signals,
        span=order.reading.span,
        remedy=REMEDY,
        text=order.text.text,
    )


def _told(signals: Iterable[Signal]) -> str:
    """Each with its weight and the words that show it."""
    parts = []
    for one in signals:
        shown = f': "{one_line(one.excerpt, limit=60)}"' if one.excerpt else ""
        parts.append(f"{one.name} ({one.weight:g}{shown})")
    return ", ".join(parts)
