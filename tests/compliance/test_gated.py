"""A rule's own calls pass the one gate."""

import asyncio
import json

from mcptest.compliance.cases import rule_cases
from mcptest.compliance.corpus.healthy import HEALTHY
from mcptest.compliance.corpus.version_corpus import load_builtin
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import called_tool
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.memory import memory_target
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import SpecVersion
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy

HINTED = "TOOL-129"  # calls the tool that the hint names


def examined(hints, *, max_calls=None, destructive=False):
    version = SpecVersion.V2025_11_25
    rules = [rule for rule in load_builtin(version) if rule.id == HINTED]
    gate = Gate(ExecutionPolicy(max_calls=max_calls, execute_destructive=destructive))
    plan = RunPlan(
        command="compliance run",
        cases=rule_cases(rules, Examination(version, hints), server="s"),
        servers={"s": Server("s", memory_target(load_definition(HEALTHY)), version)},
        gate=gate,
        judge_messages=False,
    )
    return asyncio.run(run(plan, lambda _event: None))


def test_a_hinted_tool_is_called_and_on_record():
    finished = examined({"failing_tool": {"name": "echo", "args": {"text": "x"}}})

    assert [(call.tool, call.called) for call in finished.calls] == [("echo", True)]


def test_a_destructive_tool_needs_the_flag_also_where_a_hint_names_it():
    finished = examined({"failing_tool": {"name": "delete_note", "args": {"name": "x"}}})

    assert finished.cases[0].skip.reason is SkipReason.REFUSED_BY_POLICY
    assert not any(call.called for call in finished.calls)


def test_a_spent_budget_is_a_skip():
    finished = examined({"failing_tool": {"name": "echo", "args": {}}}, max_calls=0)

    assert finished.cases[0].skip.reason is SkipReason.BUDGET_EXHAUSTED


def test_only_calls_of_tools_are_looked_at():
    assert called_tool({"method": "tools/call", "params": {"name": "x"}}) == "x"
    assert called_tool({"method": "tools/call", "params": []}) == ""
    assert called_tool({"method": "tools/list"}) is None
    assert called_tool(b"{") is None


def test_a_call_is_seen_in_a_batch_and_in_bytes():
    call = {"method": "tools/call", "params": {"name": "x"}}

    assert called_tool([{"method": "ping"}, call]) == "x"
    assert called_tool(json.dumps(call).encode()) == "x"
    assert called_tool(b"[" * 100_000) is None
