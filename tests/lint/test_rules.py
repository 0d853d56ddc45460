"""Every rule, both ways."""

import json

import pytest

from mcptest.lint.engine import all_rules, lint_tools
from mcptest.lint.rule import FAMILIES
from mcptest.model.finding import Severity
from mcptest.model.tool import ToolDescriptor
from mcptest.registry import file_name, names

RULES = {rule.id: rule for rule in all_rules()}


def found(catalog):
    tools = [ToolDescriptor.from_json(tool) for tool in catalog]
    return [finding for report in lint_tools(tools) for finding in report.findings]


@pytest.mark.parametrize("rule_id", RULES)
def test_a_rule_is_silent_on_its_passing_proof_and_so_are_all_others(rule_id):
    assert [
        f.id for f in found(RULES[rule_id].proof.passing) if f.severity is not Severity.NOTE
    ] == []
    assert rule_id not in {f.id for f in found(RULES[rule_id].proof.passing)}


@pytest.mark.parametrize("rule_id", RULES)
def test_a_rule_speaks_on_its_failing_proof(rule_id):
    assert rule_id in {f.id for f in found(RULES[rule_id].proof.failing)}


@pytest.mark.parametrize("rule_id", RULES)
def test_every_pointer_of_a_failing_proof_leads_somewhere(rule_id):
    from mcptest.model.json import MISSING
    from mcptest.schema.pointer import follow_pointer

    tools = [ToolDescriptor.from_json(tool) for tool in RULES[rule_id].proof.failing]
    for report in lint_tools(tools):
        for finding in report.findings:
            assert follow_pointer(tools[report.index].raw, finding.pointer) is not MISSING


@pytest.mark.parametrize("rule_id", RULES)
def test_a_rule_documents_itself(rule_id):
    docs = RULES[rule_id].docs()
    assert list(docs) == [
        "What it does",
        "Why it matters",
        "Bad",
        "Good",
        "How to fix it",
    ]
    assert all(text.strip() for text in docs.values())
    json.loads(docs["Bad"])


def test_file_names_are_ids():
    assert names("mcptest.lint.rules") == sorted(map(file_name, RULES))


def test_there_are_forty_rules_or_more_in_all_families():
    assert len(RULES) >= 40
    assert {rule.family for rule in RULES.values()} == set(FAMILIES)


def test_the_rules_of_the_seed_keep_their_severity():
    assert {i: RULES[i].severity.value for i in ("SCH-001", "SCH-002", "SCH-003", "SCH-004")} == {
        "SCH-001": "warning",
        "SCH-002": "warning",
        "SCH-003": "error",
        "SCH-004": "warning",
    }
