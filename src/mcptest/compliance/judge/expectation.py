"""A rule's expectation: where to look, over which items, under which condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.match.bind import bind
from mcptest.match.matcher import Check, MatchContext, Mismatch
from mcptest.match.path import Path
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.record import record


@record
class Clause:
    """One target and what must be there."""

    target: Path
    check: Check

    def mismatch(self, roots: Mapping[str, MaybeJson]) -> Mismatch | None:
        return self.check.compare(self.target.resolve(roots), MatchContext())


@record
class RuleExpectation:
    """``each`` applies the clause to every item of a list, called ``item``."""

    clause: Clause
    each: Path | None = None
    when: tuple[Clause, ...] = ()
    message: str | None = None

    def places(self, roots: Mapping[str, MaybeJson]) -> Iterator[tuple[str, dict[str, MaybeJson]]]:
        """Where to look: the prefix of the pointer, and the roots with the item in them."""
        for prefix, inner in self._candidates(roots):
            if all(clause.mismatch(inner) is None for clause in self.when):
                yield prefix, inner

    def _candidates(
        self, roots: Mapping[str, MaybeJson]
    ) -> Iterator[tuple[str, dict[str, MaybeJson]]]:
        if self.each is None:
            yield "", dict(roots)
            return
        items = self.each.resolve(roots)
        for index, item in enumerate(items if isinstance(items, list) else ()):
            yield f"{self.each.text}[{index}]", {**roots, "item": item}


def compile_expectation(plain: JsonObject) -> RuleExpectation:
    """Read one entry of ``expect`` or ``applies``.

    Raises: ValueError.
    """
    each, message = plain.get("each"), plain.get("message")
    return RuleExpectation(
        clause=_clause(plain),
        each=Path.parse(str(each)) if each is not None else None,
        when=_conditions(plain.get("when")),
        message=str(message) if message is not None else None,
    )


def _conditions(plain: Json) -> tuple[Clause, ...]:
    entries = plain if isinstance(plain, list) else [] if plain is None else [plain]
    return tuple(_clause(entry) for entry in entries)


def _clause(plain: Json) -> Clause:
    if not isinstance(plain, dict) or not {"target", "matcher"} <= plain.keys():
        raise ValueError("target and matcher are expected")
    return Clause(Path.parse(str(plain["target"])), bind(plain["matcher"]))
