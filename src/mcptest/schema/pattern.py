"""Generate strings that match a regular expression, for the syntax that schemas use.

The results are candidates. Look-around and back-references are not exact, so check a string
against the pattern before you use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mcptest.schema.pattern_reader import (
    Alternatives,
    Characters,
    Node,
    PatternError,
    PatternGroup,
    Repeat,
    Sequence,
    read_pattern,
)

_TRIES: Final = tuple((extra, pick) for extra in (0, 1, 2, 4, 7, 12, 31) for pick in range(4))
_LONGEST: Final = 5_000


def strings_for(pattern: str, *, at_least: int = 0) -> Iterator[str]:
    """Candidates, the shortest first; nothing where the pattern cannot be read."""
    try:
        tree = read_pattern(pattern)
    except (PatternError, RecursionError):
        return
    extra = ((at_least, 0), (at_least, 1)) if at_least else ()
    seen: set[str] = set()
    for more, pick in (*_TRIES, *extra):
        text = _Writer(more=more, pick=pick).write(tree)
        if text not in seen:
            seen.add(text)
            yield text


@dataclass(slots=True)
class _Writer:
    """``more`` repeats beyond the least; ``pick`` turns which alternative and letter is taken."""

    more: int
    pick: int
    written: int = 0

    def write(self, node: Node) -> str:
        match node:
            case Characters():
                self.written += 1
                turn = self.pick + (self.written if self.pick else 0)
                return node.choices[turn % len(node.choices)]
            case Sequence():
                return "".join(self.write(part) for part in node.parts)
            case Alternatives():
                return self.write(node.branches[self.pick % len(node.branches)])
            case Repeat():
                return self._repeat(node)
            case PatternGroup():
                return self.write(node.part)

    def _repeat(self, node: Repeat) -> str:
        times = node.least + self.more
        text = ""
        for _ in range(times if node.most is None else min(times, node.most)):
            if self.written >= _LONGEST:
                break
            text += self.write(node.part)
        return text
