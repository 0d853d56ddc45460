"""Rules as documents for other rooms: the list, and one rule in full."""

from __future__ import annotations

from collections.abc import Mapping

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.corpus.version_corpus import VersionCorpus, load_all
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion, span_text


def rules_document(corpora: dict[SpecVersion, VersionCorpus]) -> JsonObject:
    """The ``mcptest.rules/v1`` document; a rule is shown in its newest form."""
    newest: dict[str, tuple[Rule, SpecVersion]] = {}
    for corpus in corpora.values():
        for rule in corpus:
            newest[rule.id] = (rule, newest.get(rule.id, (rule, corpus.since[rule.id]))[1])
    rows: list[Json] = [_row(*newest[rule_id]) for rule_id in sorted(newest)]
    return {"schema": "mcptest.rules/v1", "rules": rows}


def rule_spans(corpora: Mapping[SpecVersion, VersionCorpus]) -> dict[str, str]:
    """The first and the last revision of each rule, in words."""
    versions: dict[str, list[SpecVersion]] = {}
    for version, corpus in corpora.items():
        for rule in corpus:
            versions.setdefault(rule.id, []).append(version)
    return {rule_id: span_text(found[0], found[-1]) for rule_id, found in versions.items()}


def _row(rule: Rule, since: SpecVersion) -> JsonObject:
    row: JsonObject = {
        "id": rule.id,
        "title": rule.title,
        "level": rule.level.value,
        "section": rule.section,
        "since": since.value,
        "spec": rule.spec_url,
    }
    if rule.keyword is not None:
        row["keyword"] = rule.keyword.value
    if rule.level_reason is not None:
        row["level_reason"] = rule.level_reason
    return row


def forms_of(
    rule_id: str, corpora: Mapping[SpecVersion, VersionCorpus] | None = None
) -> list[tuple[SpecVersion, Rule | None]]:
    """How a rule reads at each revision where that changed; None where it is not in force.

    A form links to the newest revision that has it.
    """
    forms: list[tuple[SpecVersion, Rule | None]] = []
    for version, corpus in (corpora or load_all()).items():
        rule = corpus.rules.get(rule_id)
        if not forms or forms[-1][1] != rule:
            forms.append((version, rule))
        forms[-1] = (forms[-1][0], rule)
    return forms if any(rule for _, rule in forms) else []
