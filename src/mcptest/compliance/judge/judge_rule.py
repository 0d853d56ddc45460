"""Compare a rule's expectations with an observation, and name every item that fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.judge.alone import with_conditions
from mcptest.compliance.judge.sentence import told
from mcptest.compliance.judge.subject import wire
from mcptest.match.expectation import Expectation
from mcptest.match.judge import Broken, judge_all
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.grade import Level
from mcptest.model.json import MaybeJson
from mcptest.model.record import record

MOST_FINDINGS = 20


@record
class Judged:
    """``looked`` counts the places where an expectation applied at all."""

    findings: tuple[Finding, ...]
    looked: int


def severity_of(level: Level) -> Severity:
    """A violated must fails; anything else warns."""
    return Severity.ERROR if level is Level.MUST else Severity.WARNING


def judge(
    rule: Rule, expectations: Sequence[Expectation], roots: Mapping[str, MaybeJson]
) -> Judged:
    """The findings of everything that does not hold, up to a bound."""
    judged = judge_all(expectations, roots)
    findings = [finding for broken in judged.broken for finding in _findings(rule, broken)]
    return Judged(tuple(findings[:MOST_FINDINGS]), judged.looked)


def _findings(rule: Rule, broken: Broken) -> Iterator[Finding]:
    """One for the place, or one for each problem that the rule's own check names there."""
    target, check = broken.expectation.target, broken.expectation.check
    message, exchange = told(broken)
    for said, seen, shown in _problems(broken.actual) or [(message, broken.actual, exchange)]:
        yield Finding(
            id=rule.id,
            severity=severity_of(rule.level),
            message=said,
            pointer=_pointer(target.text, broken.prefix),
            expected={check.matcher: check.wants},
            actual=seen,
            help=rule.fix,
            spec=rule.spec_url,
            exchange=shown and with_conditions(rule.observe, shown),
        )


def _problems(actual: MaybeJson) -> list[tuple[str, MaybeJson, Exchange | None]]:
    """What a check yielded: the sentence, the problem, and the message in ``entry``."""
    found = [one for one in actual if isinstance(one, dict)] if isinstance(actual, list) else []
    return [
        (str(one["problem"]), {"at": one["at"], "problem": one["problem"]}, wire(one.get("entry")))
        for one in found
        if {"at", "problem"} <= one.keys()
    ]


def _pointer(target: str, prefix: str) -> str | None:
    return pointer(prefix + target.removeprefix("item") if prefix else target)


def pointer(place: str) -> str | None:
    """``tools.items[2].name`` as ``/tools/items/2/name``; a query has no single place."""
    if place.startswith("$"):
        return None
    from mcptest.match.path import Path

    steps = Path.parse(place).steps
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)
