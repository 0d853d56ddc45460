"""An expectation: a target and a matcher."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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

    def places(
        self, roots: Mapping[str, MaybeJson]
    ) -> Iterator[tuple[str, Mapping[str, MaybeJson]]]:
        """Where to look: the prefix of the pointer, and the roots with the item in them."""
        for prefix, inner in self._candidates(roots):
            if all(condition.mismatch(inner) is None for condition in self.when):
                yield prefix, inner

    def _candidates(self, roots: Roots) -> Iterator[tuple[str, Roots]]:
        if self.each is None:
            yield "", roots
            return
        items = self.each.resolve(roots)
        for index, item in enumerate(items if isinstance(items, list) else ()):
            yield f"{self.each.text}[{index}]", {**roots, "item": item}
