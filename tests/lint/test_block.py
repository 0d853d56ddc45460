"""``tool_quality:`` from its YAML to its verdict."""

import asyncio
import json

import pytest

from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.errors import FileProblemsError
from mcptest.lint.sample import sample, taking, under
from mcptest.model.outcome import Status
from mcptest.plan import build_cases, load_suite
from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget


def serving(tools):
    async def serve(pipe):
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            results = {
                "initialize": {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "p", "version": "1"},
                },
                "tools/list": {"tools": tools},
            }
            if "id" in message:
                reply = {
                    "jsonrpc": "2.0",
                    "id": message["id"],
                    "result": results[message["method"]],
                }
                await pipe.send(json.dumps(reply).encode())

    return MemoryTarget(serve)


def judged(tmp_path, tools, entry):
    path = tmp_path / "s.yml"
    path.write_text(
        f"server: {{command: none}}\ntool_quality:\n  - {json.dumps({'name': 'quality', **entry})}\n"
    )
    cases, _ = build_cases(load_suite(path, env={}))
    server = Server("default", serving(tools), limits=Limits(timeout=5.0))
    plan = RunPlan(command="run", cases=cases, servers={"default": server})
    (case,) = asyncio.run(run(plan, lambda _: None)).cases
    return case


LOOSE = under({"type": "object", "properties": {"q": {"description": "Some words."}}})


def test_the_default_gate_ignores_the_schema_family(tmp_path):
    case = judged(tmp_path, [LOOSE], {})
    assert (case.status, case.id) == (Status.PASSED, "tool_quality::default::quality")
    assert case.targets == {
        "schema_criticals": 1, "schema_warnings": 2, "critical_count": 0, "warning_count": 0,
        "min_score": 1.0, "mean_score": 1.0,
    }  # fmt: skip
    assert case.findings == ()


def test_a_missing_description_fails_the_default_gate(tmp_path):
    bare = {k: v for k, v in sample().items() if k != "description"}
    case = judged(tmp_path, [sample(), {**bare, "name": "x"}], {})
    assert case.status is Status.FAILED
    assert [f.id for f in case.findings] == ["DESC-001", "assertion"]
    assert case.findings[0].message.startswith("x: ")
    assert case.findings[0].message.endswith(" (critical)")  # as in critical_count
    assert any("lowest score" in note for note in case.notes)


def test_schema_targets_count_when_they_are_named(tmp_path):
    expect = [{"target": "schema_criticals", "matcher": {"schema": {"maximum": 0}}}]
    case = judged(tmp_path, [LOOSE], {"expect": expect})
    assert case.status is Status.FAILED
    assert {"SCH-003", "assertion"} <= {f.id for f in case.findings}
    lenient = [{"target": "schema_warnings", "matcher": {"schema": {"maximum": 3}}}]
    assert judged(tmp_path, [LOOSE], {"expect": lenient}).status is Status.PASSED


def test_the_score_of_one_tool_can_be_asked_for(tmp_path):
    expect = [{"target": 'tool["search_notes"].score', "matcher": {"range": {"min": 0.9}}}]
    assert judged(tmp_path, [sample()], {"expect": expect}).status is Status.PASSED


def test_an_empty_catalog_is_skipped(tmp_path):
    case = judged(tmp_path, [], {})
    assert (case.status, case.skip.reason.value) == (Status.SKIPPED, "not-applicable")


def test_an_entry_can_be_skipped(tmp_path):
    assert judged(tmp_path, [], {"skip": "later"}).skip.detail == "later"


def test_many_findings_are_cut_with_a_note(tmp_path):
    tool = taking(**{f"a{n}": {"type": "integer"} for n in range(60)})
    case = judged(tmp_path, [tool], {})
    assert len([f for f in case.findings if f.id == "DESC-005"]) == 50
    assert "10 more findings" in case.notes


def test_unknown_targets_are_told_when_the_suite_is_read(tmp_path):
    with pytest.raises(FileProblemsError) as caught:
        judged(tmp_path, [], {"expect": [{"target": "max_score", "matcher": {"exact": 1}}]})
    assert caught.value.code == "suite-bad-target"
