from __future__ import annotations

import asyncio

import pytest
from tests.compliance.peer import LIMITS, memory

from mcptest.compliance.block import BLOCK, ComplianceBlock
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.errors import Problem
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion
from mcptest.plan import build_cases, load_suite
from mcptest.suite.shape import Scope
from mcptest.suite.yaml.source import parse_source

V = SpecVersion
LIST = """\
- name: PROTO-001 the handshake works
- name: TOOL-002
- {name: it lists tools, check: tools/list, expect: [{target: "result.tools[0].name", matcher: {exact: echo}}]}
- {name: it answers ping, check: ping}
- {name: RES-001, skip: not yet}
- {name: RPC-020}
- {name: no such method, check: mcptest/nothing}
"""


def read(text: str):
    problems: list[Problem] = []
    scope = Scope(servers=("default",))
    return BLOCK.shape.read(parse_source(text, name="s.yml"), problems, scope), problems


def run_suite(tmp_path, text: str, overrides=()):
    indented = "\n".join(f"  {line}" for line in text.splitlines())
    path = tmp_path / "suite.yml"
    path.write_text(f"server: {{command: never-started}}\ncompliance:\n{indented}\n")
    cases, _ = build_cases(load_suite(path, env={}))
    server = Server("default", memory(overrides, V.V2025_11_25), limits=LIMITS)
    plan = RunPlan(command="run", cases=cases, servers={"default": server}, judge_messages=False)
    result = asyncio.run(run(plan, lambda _event: None))
    return {case.name: case for case in result.cases}


def test_entries_run_rules_by_id_and_requests_by_name(tmp_path):
    cases = run_suite(tmp_path, LIST)
    assert {name: case.status for name, case in cases.items()} == {
        "PROTO-001 the handshake works": Status.PASSED,
        "TOOL-002": Status.PASSED,
        "it lists tools": Status.PASSED,
        "it answers ping": Status.PASSED,
        "RES-001": Status.SKIPPED,
        "RPC-020": Status.SKIPPED,
        "no such method": Status.FAILED,
    }
    assert cases["RES-001"].skip.reason is SkipReason.DECLARED_SKIP
    assert cases["RPC-020"].skip.reason is SkipReason.NOT_IN_REVISION
    assert cases["TOOL-002"].id == "compliance::default::TOOL-002"


def test_a_skip_without_a_reason_is_refused():
    _, problems = read('- {name: TOOL-001, skip: ""}\n')
    assert [problem.message for problem in problems] == ["text must not be empty"]


def test_a_violated_rule_fails_its_entry_with_the_rules_id(tmp_path):
    broken = [{"on": "tools/list", "patch": [{"op": "remove", "path": "/result/tools/0/name"}]}]
    case = run_suite(tmp_path, "- name: TOOL-001 tools have names\n", broken)
    found = case["TOOL-001 tools have names"]
    assert found.status is Status.FAILED
    assert [finding.id for finding in found.findings] == ["TOOL-001"]
    assert found.findings[0].pointer == "/tools/items/0/name"


def test_what_a_rule_entry_expects_must_hold_beside_the_rule(tmp_path):
    wanted = 'expect: [{target: result.serverInfo.name, matcher: {exact: "%s"}}]'
    lines = [
        f"- {{name: PROTO-001 is another server, {wanted % 'another'}}}",
        f"- {{name: PROTO-001 is ours, {wanted % 'mcptest-mock'}}}",
    ]
    cases = run_suite(tmp_path, "\n".join(lines) + "\n")
    failed = cases["PROTO-001 is another server"]
    assert failed.status is Status.FAILED
    assert [finding.id for finding in failed.findings] == ["assertion"]
    assert cases["PROTO-001 is ours"].status is Status.PASSED


def test_the_object_form_holds_a_pin_gates_and_hints():
    block, problems = read(
        "spec_version: v2025-06-18\n"
        "spec_version_check: {against: draft, expect: [{target: spec_clean, matcher: {exact: false}}]}\n"
        "grade_delta: {against: card.json}\n"
        "baseline: known.yml\n"
        "hints: {slow_tool: {name: sleep}}\n"
        "tests: [{name: PROTO-002}]\n"
    )
    assert problems == []
    assert block.spec_version is V.V2025_06_18
    assert block.spec_version_check.against is V.DRAFT
    assert len(block.spec_version_check.expect) == 1
    assert block.grade_delta.against.name == "card.json"
    assert (block.baseline, block.hints) == ("known.yml", {"slow_tool": {"name": "sleep"}})
    assert [entry.rule_id for entry in block.tests] == ["PROTO-002"]


def test_the_bare_list_needs_no_pin():
    block, problems = read("- name: PROTO-001\n")
    assert problems == []
    assert block == ComplianceBlock(block.tests)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("spec_version: v2025-6-18\n", "suite-unknown-spec-version"),
        ("spec_version_check: {against: draft}\n", "suite-missing-pin"),
        ("- name: everything is fine\n", "suite-no-check"),
        ("- name: TOOL-999\n", "suite-unknown-rule"),
        ("- {name: TOOL-001, server: other}\n", "suite-unknown-server"),
        ("pin: v2025-06-18\n", "suite-unknown-key"),
        ("grade_delta: {}\n", "suite-missing-key"),
        ("hints: {slow_tol: {name: sleep}}\n", "suite-unknown-key"),
        ("5\n", "suite-wrong-type"),
    ],
)
def test_a_mistake_is_named_by_its_code(text, code):
    _, problems = read(text)
    assert [problem.code for problem in problems] == [code]


def test_a_misspelt_pin_says_what_was_meant():
    _, problems = read("spec_version: v2025-6-18\n")
    assert problems[0].message == "unknown compliance spec_version: v2025-6-18"
    assert "v2025-06-18" in problems[0].hint


def test_the_block_has_a_json_schema():
    schema = BLOCK.shape.json_schema()
    assert [form["type"] for form in schema["anyOf"]] == ["array", "object"]
