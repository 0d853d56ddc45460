"""The lint rules as plain data, for the reports that list rules."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest import registry
from mcptest.lint.rule import LintRule
from mcptest.model.rule_info import RuleInfo


def lint_infos() -> Iterator[RuleInfo]:
    for rule in registry.collect("mcptest.lint.rules", "RULE", LintRule).values():
        yield RuleInfo(rule.id, rule.title, rule.severity.value, rule.why, rule.fix)
