"""The security rules as plain data, for the reports that list rules."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.rule_info import RuleInfo
from mcptest.security.engine import all_rules
from mcptest.security.severity import severity_of


def security_infos() -> Iterator[RuleInfo]:
    for rule in all_rules():
        yield RuleInfo(
            rule.id,
            rule.title,
            severity_of(rule.risk).value,
            rule.why,
            rule.fix,
            tags=(f"external/cwe/cwe-{rule.cwe:03d}", rule.family),
            score=rule.score,
        )
