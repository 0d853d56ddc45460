"""A hint that names something the server does not have skips its rules and fails no server."""

import asyncio

import pytest
from tests.compliance.peer import corpora, grade_mock, memory

from mcptest.compliance.cases import rule_cases
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.hints import HINTS
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion

V25, V26 = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28
VERSIONS = [V25, V26]
UNKNOWN = {
    hint.name: {
        key: "mcptest-none" for key in hint.keys if key in {"name", "tool", "uri", "witness"}
    }
    for hint in HINTS
    if {"name", "tool", "uri"} & set(hint.keys)
}


def rules_with(hint, version):
    return [rule for rule in corpora()[version] if hint in rule.needs.fixture]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("hint", sorted(UNKNOWN))
def test_no_rule_uses_a_hint_that_names_nothing(hint, version):
    rules = rules_with(hint, version)
    found = grade_mock(rules, memory([], version), version, {hint: UNKNOWN[hint]})
    for rule in rules:
        case = found[rule.id]
        assert case.status is Status.SKIPPED, rule.id
        if case.skip.reason is SkipReason.NEEDS_FIXTURE:
            assert "mcptest-none" in case.skip.detail


@pytest.mark.parametrize("version", VERSIONS)
def test_all_wrong_hints_together_fail_nothing(version):
    before = grade_mock(list(corpora()[version]), memory([], version), version)
    after = grade_mock(list(corpora()[version]), memory([], version), version, UNKNOWN)
    assert {name: case.status for name, case in after.items()} == {
        name: case.status for name, case in before.items()
    }


def test_the_right_name_is_suggested():
    rule = corpora()[V25].rules["UTIL-010"]
    hints = {"progress_tool": {"name": "ecko"}}
    case = grade_mock([rule], memory([], V25), V25, hints, seeks_fixtures=True)["UTIL-010"]
    assert '"echo"' in case.skip.detail


def test_the_run_notes_a_hint_that_was_not_used():
    exam = Examination(V25, {"tool_args": {"none": {}}, "slow_tool": {"name": "none"}})
    plan = RunPlan(
        command="compliance run",
        cases=rule_cases([corpora()[V25].rules["UTIL-005"]], exam, server="healthy"),
        servers={"healthy": Server("healthy", memory([], V25), version=V25)},
    )
    notes = asyncio.run(run(plan, lambda _event: None)).notes
    assert len([note for note in notes if "tool_args" in note]) == 1
    assert len([note for note in notes if "slow_tool" in note]) == 1


ONLY_FOR_THE_CAPABLE = [
    {
        "on": "tools/list",
        "when": {"client": {"sampling": {}}},
        "patch": [
            {
                "op": "add",
                "path": "/result/tools/-",
                "value": {"name": "hidden", "inputSchema": {"type": "object"}},
            }
        ],
    }
]


def test_a_tool_that_only_a_capable_client_is_offered_may_be_named():
    rule = corpora()[V25].rules["CLI-010"]
    hints = {"eliciting_tool": {"name": "hidden", "args": {}}}
    case = grade_mock([rule], memory(ONLY_FOR_THE_CAPABLE, V25), V25, hints)["CLI-010"]
    assert "hidden" not in (case.skip.detail if case.skip else "")


def test_an_address_that_a_template_may_stand_for_may_be_named():
    template = {"uriTemplate": "note://{name}/text", "name": "note"}
    lists = {"on": "resources/templates/list", "result": {"resourceTemplates": [template]}}
    rule = corpora()[V25].rules["RES-112"]

    def detail(uri):
        found = grade_mock([rule], memory([lists], V25), V25, {"failing_resource": {"uri": uri}})
        return found["RES-112"].skip and found["RES-112"].skip.detail

    assert detail("note://one/text") is None
    assert "note://one/other" in detail("note://one/other")


@pytest.mark.parametrize("seeks", [True, False])
def test_a_variable_that_is_called_name_names_no_tool(seeks):
    rule = corpora()[V25].rules["RES-117"]
    hints = {"template_values": {"name": "groceries"}}
    case = grade_mock([rule], memory([], V25), V25, hints, seeks_fixtures=seeks)["RES-117"]
    assert case.status is Status.PASSED


def test_found_values_name_no_tool():
    ids = ["RES-117", "RES-101", "TOOL-001", "PING-001", "TOOL-117"]
    rules = [corpora()[V25].rules[name] for name in ids if name in corpora()[V25].rules]
    found = grade_mock(rules * 3, memory([], V25), V25, seeks_fixtures=True)
    assert found["RES-117"].status is Status.PASSED
