"""What holds for every file of the corpus."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora

from mcptest import registry
from mcptest.compliance.corpus.rule import Basis, Keyword
from mcptest.compliance.judge.check import CHECKS, check_of
from mcptest.compliance.judge.expectation import compile_expectation
from mcptest.compliance.observe.examination import find_view
from mcptest.mock.overrides.read import parse_overrides

RULES = {rule.file: rule for corpus in corpora().values() for rule in corpus}
CONTRACT = [
    "PROTO-001",
    "PROTO-002",
    "PROTO-008",
    "TOOL-001",
    "TOOL-002",
    "TOOL-005",
    "RES-001",
    "RES-003",
    "PROMPT-001",
    "SCHEMA-005",
    "SCHEMA-006",
    "HEADER-002",
    "EDGE-005",
    "ELICIT-001",
    "SAMPLE-001",
    "ROOTS-001",
    "RESTPL-001",
]


def test_the_ids_that_the_documentation_names_exist():
    assert {rule.id for rule in RULES.values()} >= set(CONTRACT)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: f"{rule.revision}-{rule.id}")
def test_a_rule_can_be_compiled_and_names_only_what_exists(rule):
    for entry in (*rule.expect, *rule.applies):
        compile_expectation(entry)
    for overrides in (rule.proof.passing, rule.proof.failing):
        parse_overrides(list(overrides))
    assert all(find_view(name) is not None for name in rule.observe.views)
    assert rule.check == (check_of(rule.id) is not None)
    assert rule.proof.failing != rule.proof.passing
    assert not rule.title.endswith(".")
    places = tuple(f"https://modelcontextprotocol.io/{part}/" for part in ("seps", "extensions"))
    assert "://" not in rule.spec or rule.spec.startswith(places)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: f"{rule.revision}-{rule.id}")
def test_a_level_that_differs_from_the_keyword_says_why(rule):
    assert rule.keyword is not None
    assert rule.keyword.allows(rule.level) is (rule.level_reason is None)
    sources = {Keyword.SCHEMA: Basis.SCHEMA, Keyword.IMPLIED: Basis.DERIVED}
    assert rule.basis is sources.get(rule.keyword, Basis.TEXT)


def test_every_check_belongs_to_a_rule():
    ids = {rule.id for rule in RULES.values() if rule.check}
    assert {registry.file_name(rule_id) for rule_id in ids} == set(registry.names(CHECKS))


def test_only_one_rule_is_a_foundation():
    assert {rule.id for rule in RULES.values() if rule.foundation} == {"PROTO-001"}


@pytest.mark.parametrize("version", corpora())
def test_no_two_rules_send_the_same_id_on_a_connection_that_they_may_share(version):
    """Two responses to one id look like a second response, which RPC-031 fails."""
    sent: dict[object, set[str]] = {}
    for rule in corpora()[version]:
        for step in rule.observe.steps if rule.observe.on != "bare" else ():
            said = step.get("request", step.get("send"))
            if isinstance(said, dict) and "id" in said:
                sent.setdefault(said["id"], set()).add(rule.id)
    assert {key: rules for key, rules in sent.items() if len(rules) > 1} == {}
