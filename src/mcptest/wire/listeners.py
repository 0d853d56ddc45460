"""Listeners for the messages of the current task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from mcptest.wire.link import Outgoing
    from mcptest.wire.reply import Reply


class ExchangeListener(Protocol):
    def asked(self, out: Outgoing) -> Callable[[Reply], None]:
        """Hear what is sent; what is returned hears what came of it."""


# A session is shared by cases that run at once, and only the task says which of them is asking.
LISTENER: ContextVar[ExchangeListener | None] = ContextVar("listener", default=None)


@contextmanager
def unheard() -> Iterator[None]:
    """For what is said on behalf of all: which of them asked first is chance."""
    told = LISTENER.set(None)
    try:
        yield
    finally:
        LISTENER.reset(told)
