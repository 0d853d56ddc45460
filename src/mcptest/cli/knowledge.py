"""Every rule that the rooms know, as plain data for the reports that declare them."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.grade import Level
from mcptest.model.rule_info import RuleInfo

_SEVERITY = {Level.MUST: "error", Level.SHOULD: "warning", Level.MAY: "note"}


def rule_infos(command: str) -> tuple[RuleInfo, ...]:
    """What a run of this command may report, whether or not it did."""
    rules: list[RuleInfo] = []
    if command in {"schema-lint", "audit"}:
        rules += _lint_rules()
    if command in {"compliance run", "compliance", "audit"}:
        rules += _compliance_rules()
    return tuple(rules)


def _lint_rules() -> Iterator[RuleInfo]:
    from mcptest import registry
    from mcptest.lint.rule import Rule

    for rule in registry.collect("mcptest.lint.rules", "RULE", Rule).values():
        yield RuleInfo(rule.id, rule.title, rule.severity.value, rule.why, rule.fix)


def _compliance_rules() -> Iterator[RuleInfo]:
    from mcptest.compliance.corpus import load_all

    newest = {rule.id: rule for corpus in load_all().values() for rule in corpus}
    for rule in newest.values():
        yield RuleInfo(
            rule.id, rule.title, _SEVERITY[rule.level], rule.why, rule.fix, rule.spec_url
        )
