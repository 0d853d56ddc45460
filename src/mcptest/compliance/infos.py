"""The rules of every revision as plain data, for the reports that declare them."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compliance.corpus.version_corpus import Registry, builtin
from mcptest.model.grade import Level
from mcptest.model.rule_info import RuleInfo

_SEVERITY = {Level.MUST: "error", Level.SHOULD: "warning", Level.MAY: "note"}


def rule_infos(registry: Registry | None = None) -> Iterator[RuleInfo]:
    """Each rule as its newest revision has it; the rules for servers unless others are given."""
    corpora = (registry or builtin()).all()
    newest = {rule.id: rule for corpus in corpora.values() for rule in corpus}
    for rule in newest.values():
        yield RuleInfo(
            rule.id, rule.title, _SEVERITY[rule.level], rule.why, rule.fix, rule.spec_url
        )
