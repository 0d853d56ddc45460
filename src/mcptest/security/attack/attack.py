"""An injection probe: which arguments it suits, what it sends, and what proves a hit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mcptest.model.record import record
from mcptest.security.attack.trial import Trial
from mcptest.security.subject import ToolArgument, ToolSubject

Suits = Callable[[ToolSubject, ToolArgument], bool]


@record(kw_only=True)
class Attack:
    """``forms`` gives the values to try, always as many and in the same order.

    ``proves`` looks at a response (or at what reached our listener). ``control`` is a value without
    the injection: where it proves something as well, and the tool ``excuses`` that, it does so on
    purpose. ``rate`` may lower the score, and ``behaviour`` names how a mock is vulnerable.
    """

    suits: Suits
    forms: Callable[[Trial], Sequence[str]]
    proves: Callable[[Trial, str], bool]
    control: Callable[[Trial], str] | None = None
    excuses: Callable[[ToolSubject], bool] = lambda _subject: True
    rate: Callable[[ToolSubject], float | None] = lambda _subject: None
    behaviour: str
