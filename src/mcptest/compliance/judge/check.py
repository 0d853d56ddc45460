"""A check: a pure function that returns the problems in an observation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.registry import lookup

CHECKS = "mcptest.compliance.checks"


@record
class RuleCheck:
    """``run`` yields one object for each problem: ``at`` names the item, ``problem`` is a sentence.

    ``entry`` may hold the message that shows it.
    """

    id: str
    run: Callable[[Mapping[str, Json]], Iterable[JsonObject]]


def check_of(rule_id: str) -> RuleCheck | None:
    """The check of a rule, importing its module alone."""
    return lookup(CHECKS, rule_id, "CHECK", RuleCheck)
