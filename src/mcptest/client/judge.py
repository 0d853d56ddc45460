"""Judge a client by the log of one scenario, with every rule that applies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mcptest.client.log import ClientLog
from mcptest.client.view import Sight
from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.judge.expectation import compile_expectation
from mcptest.compliance.judge.judge_rule import severity_of
from mcptest.compliance.judge.subject import wire
from mcptest.match.expectation import Expectation
from mcptest.match.judge import Broken, judge_all
from mcptest.match.path import Path
from mcptest.match.show import short
from mcptest.model.escape import one_line
from mcptest.model.finding import Finding
from mcptest.model.json import Json, MaybeJson
from mcptest.model.record import record

SHAPES = "shapes"
MOST_FINDINGS = 5  # of one rule in one scenario
_PLACE = re.compile(r"\{([a-z_]+(?:[.\[][^{}]*)?)\}")


@record
class RuleLook:
    """One rule in one scenario; ``looked`` counts the occasions that it had."""

    rule: Rule
    findings: tuple[Finding, ...]
    looked: int


def judge_log(rules: Iterable[Rule], log: ClientLog) -> list[RuleLook]:
    """Judge a log by every rule; shapes come last and leave out what other rules reported."""
    sight = Sight(log)
    ordered = sorted(rules, key=lambda rule: SHAPES in rule.observe.views)
    looks: list[RuleLook] = []
    for rule in ordered:
        look = _look(rule, sight)
        if SHAPES in rule.observe.views:
            look = _without(look, looks)
        looks.append(look)
    return looks


def _look(rule: Rule, sight: Sight) -> RuleLook:
    roots: dict[str, MaybeJson] = {name: sight.see(name) for name in rule.observe.views}
    judged = judge_all(_expectations(rule), roots)
    findings = [_finding(rule, broken) for broken in judged.broken]
    return RuleLook(rule, tuple(_distinct(findings))[:MOST_FINDINGS], judged.looked)


def _expectations(rule: Rule) -> tuple[Expectation, ...]:
    """Compiled once: a run judges every rule in every scenario."""
    known = _COMPILED.get(rule.file)
    if known is None:
        known = _COMPILED[rule.file] = tuple(map(compile_expectation, rule.expect))
    return known


_COMPILED: Final[dict[str, tuple[Expectation, ...]]] = {}


def _finding(rule: Rule, broken: Broken) -> Finding:
    check = broken.expectation.check
    return Finding(
        id=rule.id,
        severity=severity_of(rule.level),
        message=_filled(broken.expectation.message or rule.title, broken.roots),
        expected={check.matcher: check.wants},
        actual=broken.actual,
        help=rule.fix,
        spec=rule.spec_url,
        exchange=wire(broken.roots.get("item")),
    )


def _filled(message: str, roots: Mapping[str, MaybeJson]) -> str:
    """``{item.name}`` in the sentence of a rule is the value at that target."""

    def value(found: re.Match[str]) -> str:
        seen = Path.parse(found[1]).resolve(roots)
        if isinstance(seen, list) and all(isinstance(one, str) for one in seen):
            return ", ".join(map(str, seen))
        return one_line(seen) if isinstance(seen, str) else short(seen)

    return _PLACE.sub(value, message)


def _distinct(findings: list[Finding]) -> Iterator[Finding]:
    """The same sentence once."""
    seen: set[str] = set()
    for finding in findings:
        if finding.message not in seen:
            seen.add(finding.message)
            yield finding


def _without(look: RuleLook, others: Iterable[RuleLook]) -> RuleLook:
    """Leave out messages that another rule has found something wrong with."""
    blamed: list[Json | object] = [
        finding.exchange.reply
        for other in others
        for finding in other.findings
        if finding.exchange is not None
    ]
    kept = tuple(
        finding
        for finding in look.findings
        if finding.exchange is None or finding.exchange.reply not in blamed
    )
    return RuleLook(look.rule, kept, look.looked)
