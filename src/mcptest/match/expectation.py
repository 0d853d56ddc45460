"""An expectation: a target and a matcher."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from mcptest.match.matcher import Check, MatchContext, Mismatch
from mcptest.match.path import Path
from mcptest.model.json import MaybeJson
from mcptest.model.location import Location
from mcptest.model.record import record

Roots: TypeAlias = Mapping[str, MaybeJson]
_PLAIN = MatchContext()


@record(guarded=False)
class Expectation:
    """``target`` is compiled once; ``check`` says what it wants and compares.

    ``each`` applies it to every item of a list, called ``item``; ``when`` are the conditions under
    which it applies.
    """

    target: Path
    check: Check
    message: str | None = None
    where: Location | None = None
    each: Path | None = None
    when: tuple[Expectation, ...] = ()

    def mismatch(self, roots: Roots, context: MatchContext = _PLAIN) -> Mismatch | None:
        """What is wrong at the target; None where it holds."""
        return self.check.compare(self.target.resolve(roots), context)

    def places(self, roots: Roots) -> Iterable[tuple[str, Roots]]:
        """Where to look: the prefix of the pointer, and the roots with the item in them."""
        places = (("", roots),) if self.each is None else self._items(self.each, roots)
        return filter(self._applies, places) if self.when else places

    def _applies(self, place: tuple[str, Roots]) -> bool:
        return all(condition.mismatch(place[1]) is None for condition in self.when)

    def _items(self, each: Path, roots: Roots) -> Iterator[tuple[str, Roots]]:
        items = each.resolve(roots)
        for index, item in enumerate(items if isinstance(items, list) else ()):
            yield f"{each.text}[{index}]", {**roots, "item": item}
