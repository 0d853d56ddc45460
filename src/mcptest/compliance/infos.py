"""The rules of every revision as plain data, for the reports that declare them."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compliance.corpus.version_corpus import load_all
from mcptest.model.grade import Level
from mcptest.model.rule_info import RuleInfo

_SEVERITY = {Level.MUST: "error", Level.SHOULD: "warning", Level.MAY: "note"}


def rule_infos() -> Iterator[RuleInfo]:
    """Each rule as its newest revision has it."""
    newest = {rule.id: rule for corpus in load_all().values() for rule in corpus}
    for rule in newest.values():
        yield RuleInfo(
            rule.id, rule.title, _SEVERITY[rule.level], rule.why, rule.fix, rule.spec_url
        )
