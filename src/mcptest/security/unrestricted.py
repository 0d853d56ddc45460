"""Arguments that take any path or any URL, as one hit per catalog."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mcptest.model.counted import counted
from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.subject import ToolArgument, ToolSubject

_FACT: Final = 0.0


def unrestricted(
    found: Sequence[tuple[ToolSubject, ToolArgument]],
    noun: str,
    says_any: re.Pattern[str],
    remedy: str,
) -> Iterator[SecurityHit]:
    """Once per catalog: nearly every server has such arguments, and most mean it."""
    if not found:
        return
    said = [s for s, a in found if says_any.search(f"{s.description} {a.description}")]
    names = list(dict.fromkeys(s.tool.name for s, _ in found))
    schemas = f"the schemas of {counted(len(names), 'tool')}"
    yield SecurityHit(
        message=f'{schemas} allow any {noun}, for example "{names[0]}"',
        score=None if said else _FACT,
        kind=noun.lower(),
        signals=(
            Signal(f"{noun} without a pattern", 1.0, names[0]),
            *([Signal("the text says any", 1.0, said[0].tool.name)] if said else []),
        ),
        remedy=remedy,
    )
