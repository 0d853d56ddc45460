"""Which members have a rule of their own, so that the SHAPE rules do not report them again."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Final

from mcptest.compliance.corpus.version_corpus import builtin
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.shapes.misfit import Misfit

KINDS: Final = ("results", "errors", "notifications", "requests")


@record
class Claim:
    """``of_format`` claims the form of a text that is there, otherwise everything else."""

    rule: str
    kind: str
    method: str
    place: re.Pattern[str]
    of_format: bool

    def covers(self, misfit: Misfit) -> bool:
        same = (misfit.keyword == "format") is self.of_format
        return same and self.place.fullmatch(misfit.place) is not None


class Claims:
    """The claims that count on one server: those of rules that were violated there."""

    def __init__(self, violated: Collection[str], table: tuple[Claim, ...] | None = None) -> None:
        """``table`` is that of a registry with claims of its own."""
        known = all_claims() if table is None else table
        self._claims = [claim for claim in known if claim.rule in violated]

    def cover(self, kind: str, method: Json, misfit: Misfit) -> bool:
        return any(
            claim.kind == kind and claim.method in ("*", method) and claim.covers(misfit)
            for claim in self._claims
        )


@cache
def all_claims() -> tuple[Claim, ...]:
    """The whole table of what ships with mcptest."""
    return read_claims(builtin().claims)


def read_claims(table: Json) -> tuple[Claim, ...]:
    """A table as ``claims.yaml`` writes it."""
    return tuple(
        Claim(rule, kind, method, _pattern(text), text.endswith(" format"))
        for kind, methods in _entries(table)
        for method, rules in _entries(methods)
        for rule, places in _entries(rules)
        for text in _texts(places)
    )


def _pattern(text: str) -> re.Pattern[str]:
    plain = re.escape(text.removesuffix(" format"))
    return re.compile(plain.replace(r"/\*\*", "/.+").replace(r"\*", "[^/]+"))


def _entries(plain: Json) -> list[tuple[str, Json]]:
    assert isinstance(plain, dict)
    return list(plain.items())


def _texts(plain: Json) -> list[str]:
    assert isinstance(plain, list)
    return [str(text) for text in plain]
