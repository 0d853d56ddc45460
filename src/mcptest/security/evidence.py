"""What a rule returns when it finds something: a place, a reason, and the evidence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from mcptest.model.escape import visible
from mcptest.model.finding import Exchange, Signal
from mcptest.model.record import record

_SHOWN = 160
_AROUND = 40
_MOST_POINTS = 24
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)


@record
class Span:
    """Part of a text of the server, by offsets into it."""

    text: str
    start: int
    end: int

    @property
    def quoted(self) -> str:
        """The part itself, on one line, with what cannot be seen spelled out."""
        return spell_out(self.text[self.start : self.end])[:_SHOWN]

    @property
    def in_context(self) -> str:
        before = max(0, self.start - _AROUND)
        after = min(len(self.text), self.end + _AROUND)
        head, tail = "…" if before else "", "…" if after < len(self.text) else ""
        return f"{head}{spell_out(self.text[before:after])[: _SHOWN * 2]}{tail}"

    @property
    def code_points(self) -> tuple[str, ...]:
        """The characters that hide, reorder or imitate, by number and name."""
        part = self.text[self.start : self.end]
        odd = dict.fromkeys(c for c in part if _ODD.match(c))
        return tuple(name_character(c) for c in list(odd)[:_MOST_POINTS])


@record(kw_only=True)
class SecurityHit:
    """One place where a rule found something.

    ``pointer`` starts at the tool that ``tool`` counts from zero, or at the catalog where that is
    None. ``score`` replaces the rule's own where the evidence says more or less. ``kind`` keeps
    two findings at one place apart. ``remedy`` says what would make the finding go away.
    """

    message: str
    pointer: str = ""
    tool: int | None = None
    score: float | None = None
    kind: str = ""
    signals: tuple[Signal, ...] = ()
    span: Span | None = None
    remedy: str = ""
    proof: str | None = None
    exchange: Exchange | None = None
    text: str = ""  # what the finding is about, which a suppression is bound to


def name_character(character: str) -> str:
    """``U+200B ZERO WIDTH SPACE``."""
    return f"U+{ord(character):04X} {unicodedata.name(character, 'unnamed')}"


def spell_out(text: str) -> str:
    """The text on one line; what cannot be seen as its number."""
    flat = text.replace("\r\n", "\n").replace("\n", "⏎").replace("\t", " ")
    return visible(_ODD.sub(lambda found: f"⟨U+{ord(found.group()):04X}⟩", flat))


def weights(signals: Iterable[Signal]) -> float:
    return sum(signal.weight for signal in signals)
