import asyncio

import pytest
from tests.servers.logging_server import DESTRUCTIVE, MUTATING, LoggingServer

from mcptest.engine.run import RunPlan, run
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.safety import ExecutionPolicy, Gate
from mcptest.scaffold.probe import observed, probe_cases
from mcptest.scaffold.response_checks import RESPONSE_CHECKS
from mcptest.wire.reply import Ending, Reply, ReplyKind


def probed(logged, policy=None, arguments=None):
    tools = [ToolDescriptor.from_json(tool) for tool in LoggingServer(None, logged.tools).tools]
    gate = Gate(policy or ExecutionPolicy(), arguments=arguments)
    plan = RunPlan(
        command="probe",
        cases=probe_cases("default", tools, gate),
        servers={"default": logged.server},
        gate=gate,
    )
    return asyncio.run(run(plan, lambda _event: None))


def result_of(run, name):
    return next(case for case in run.cases if case.name == name)


def test_each_allowed_tool_is_called_once_and_the_rest_is_skipped_with_a_reason(logged):
    server = logged()
    done = probed(server)
    assert not DESTRUCTIVE & set(server.calls)
    assert all(server.count(name) == 1 for name in {"echo", "lookup", *MUTATING})
    for name in DESTRUCTIVE:
        assert result_of(done, name).skip.reason is SkipReason.REFUSED_BY_POLICY
    assert result_of(done, "impossible").skip.reason is SkipReason.CANNOT_TELL
    assert result_of(done, "echo").status is Status.PASSED
    assert result_of(done, "echo").id == "probe::default::echo"


def test_with_the_flag_destructive_tools_are_called_once(logged):
    server = logged()
    probed(server, ExecutionPolicy(execute_destructive=True))
    assert all(server.count(name) == 1 for name in DESTRUCTIVE | MUTATING)


def test_every_decision_is_in_the_run(logged):
    done = probed(logged())
    assert {"delete_thing", "echo", "create_thing"} <= {record.tool for record in done.calls}
    assert all(record.feature == "probe" for record in done.calls)


def test_what_the_budget_leaves_is_skipped_with_its_reason(logged):
    server = logged()
    done = probed(server, ExecutionPolicy(max_calls=2, concurrency=32))
    assert len(server.calls) == 2
    reasons = [case.skip.reason for case in done.cases if case.skip]
    assert SkipReason.BUDGET_EXHAUSTED in reasons


def test_an_answer_that_says_no_is_a_note_and_no_failure(logged):
    case = result_of(probed(logged()), "needs_more")
    assert case.status is Status.PASSED
    assert case.findings[0].id == "PROBE-REJECTED"


def test_a_crash_is_a_failure_of_its_tool_alone(logged):
    done = probed(logged(dies_on={"touch"}))
    assert result_of(done, "touch").findings[0].id == "PROBE-CRASH"
    assert result_of(done, "touch").status is Status.FAILED
    assert result_of(done, "echo").status is Status.PASSED


def test_a_hang_is_named_and_does_not_reach_the_next_tool(logged):
    class Sleepy(LoggingServer):
        def handle(self, message):
            silent = message.get("params", {}).get("name") == "now"
            return None if silent else super().handle(message)

    server = logged(server_class=Sleepy)
    from dataclasses import replace

    from mcptest.wire.limits import Limits

    server.server = replace(server.server, limits=Limits(timeout=0.3))
    done = probed(server)
    assert result_of(done, "now").findings[0].id == "PROBE-HANG"
    assert result_of(done, "counter").status is Status.PASSED


TOOL = ToolDescriptor.from_json({"name": "t", "inputSchema": {}})
TYPED = ToolDescriptor.from_json(
    {"name": "t", "inputSchema": {}, "outputSchema": {"type": "object", "required": ["n"]}}
)
BROKEN = ToolDescriptor.from_json({"name": "t", "inputSchema": {}, "outputSchema": {"type": 5}})
GOOD = {"content": [{"type": "text", "text": "x"}]}


OLD, NEW = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28


def found(tool, version=OLD, **reply):
    whole = Reply(**{"kind": ReplyKind.ANSWERED, "method": "tools/call", **reply})
    return observed(tool, whole, version).findings


def ids(tool, version=OLD, **reply):
    return [finding.id for finding in found(tool, version, **reply)]


@pytest.mark.parametrize(
    ("tool", "reply", "expected"),
    [
        (TOOL, {"result": GOOD}, []),
        (TOOL, {"result": {"content": []}}, []),
        (TOOL, {"result": {**GOOD, "isError": False}}, []),
        (TOOL, {"result": GOOD, "duration_ms": 60_000.0}, ["PROBE-SLOW"]),
        (TOOL, {"result": {**GOOD, "isError": True}}, ["PROBE-REJECTED"]),
        (TOOL, {"result": {"content": [], "isError": True}}, ["PROBE-REJECTED"]),
        (TOOL, {"result": {**GOOD, "isError": "no"}}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": "text"}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": {}}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": {"resultType": "input_required"}}, ["PROBE-RESULT-SHAPE", "PROBE-INTERIM"]),
        (TOOL, {"result": {"content": [5]}}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": {"content": [{}]}}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": {"content": [{"type": "smell"}]}}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": {"content": [{"type": "text"}]}}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": {"content": [{"type": "image", "data": "aGk=", "mimeType": "image/png"}]}}, []),
        (TOOL, {"result": {"content": [{"type": "audio", "data": "!", "mimeType": "audio/wav"}]}}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": {"content": [{"type": "resource_link", "uri": "a:b", "name": "n"}]}}, []),
        (TOOL, {"result": {"content": [{"type": "resource", "resource": {"uri": "a:b", "text": ""}}]}}, []),
        (TOOL, {"result": {"content": [{"type": "resource", "resource": {"uri": "a:b", "blob": "?"}}]}}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": {"content": [{"type": "resource", "resource": {"uri": "a:b"}}]}}, ["PROBE-RESULT-SHAPE"]),
        (TOOL, {"result": {"content": [{"type": "resource"}]}}, ["PROBE-RESULT-SHAPE"]),
        (TYPED, {"result": {**GOOD, "structuredContent": {"n": 1}}}, []),
        (TYPED, {"result": {**GOOD, "structuredContent": {}}}, ["PROBE-OUTPUT-SCHEMA"]),
        (TYPED, {"result": GOOD}, ["PROBE-OUTPUT-SCHEMA"]),
        (TYPED, {"result": {**GOOD, "isError": True}}, ["PROBE-REJECTED"]),
        (BROKEN, {"result": GOOD}, ["PROBE-BAD-OUTPUT-SCHEMA"]),
        (TOOL, {"error": {"code": -32602, "message": "no"}}, ["PROBE-REJECTED"]),
        (TOOL, {"error": {"code": -32601, "message": "no"}}, ["PROBE-NOT-CALLABLE"]),
        (TOOL, {"error": {"code": -32602, "message": f"Unknown tool: {TOOL.name}"}}, ["PROBE-NOT-CALLABLE"]),
        (TOOL, {"result": {"content": [{"type": "text", "text": f"Tool {TOOL.name} not found"}], "isError": True}}, ["PROBE-NOT-CALLABLE"]),
        (TOOL, {"error": {"code": "x", "message": "no"}}, ["PROBE-ERROR-SHAPE"]),
        (TOOL, {"error": "no"}, ["PROBE-ERROR-SHAPE"]),
        (TOOL, {"kind": ReplyKind.TIMED_OUT}, ["PROBE-HANG"]),
        (TOOL, {"kind": ReplyKind.CLOSED, "ending": Ending(status=3)}, ["PROBE-CRASH"]),
        (TOOL, {"kind": ReplyKind.CLOSED}, ["PROBE-CRASH"]),
        (TOOL, {"kind": ReplyKind.MALFORMED, "problem": "garbage"}, ["PROBE-PROTOCOL"]),
        (TOOL, {"kind": ReplyKind.REFUSED}, ["PROBE-PROTOCOL"]),
    ],
)  # fmt: skip
def test_an_answer_is_judged(tool, reply, expected):
    assert ids(tool, **reply) == expected


@pytest.mark.parametrize(
    ("version", "block", "expected"),
    [
        (SpecVersion.V2024_11_05, "audio", ["PROBE-RESULT-SHAPE"]),
        (SpecVersion.V2025_03_26, "audio", []),
        (SpecVersion.V2025_03_26, "resource_link", ["PROBE-RESULT-SHAPE"]),
        (SpecVersion.V2025_06_18, "resource_link", []),
    ],
)
def test_an_answer_is_judged_by_the_revision_that_was_agreed_on(version, block, expected):
    members = {"data": "aGk=", "mimeType": "audio/wav", "uri": "a:b", "name": "n"}
    assert ids(TOOL, version, result={"content": [{"type": block, **members}]}) == expected


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({**GOOD, "resultType": "complete"}, []),
        (GOOD, ["PROBE-RESULT-SHAPE"]),
        ({"resultType": "input_required", "requestState": "x"}, ["PROBE-INTERIM"]),
        ({"resultType": "input_required"}, ["PROBE-RESULT-SHAPE", "PROBE-INTERIM"]),
    ],
)
def test_a_stateless_answer_says_what_kind_it_is(result, expected):
    assert ids(TOOL, NEW, result=result) == expected


def test_a_finding_points_at_the_member():
    [finding] = found(TOOL, result={"content": [*GOOD["content"], {"type": "text"}]})
    assert finding.pointer == "/result/content/1/text"


def test_what_came_before_the_answer_is_judged_too():
    progress = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": "9"}}
    unknown = {"jsonrpc": "2.0", "method": "notifications/of-its-own", "params": 5}
    pair = found(TOOL, result=GOOD, notifications=(progress, unknown))
    assert {finding.id for finding in pair} == {"PROBE-MESSAGE-SHAPE"}
    assert {finding.pointer for finding in pair} == {"/params/progress", "/params/progressToken"}


def test_every_response_check_has_an_id_of_its_own_and_says_what_to_do():
    assert len({one.id for one in RESPONSE_CHECKS}) == len(RESPONSE_CHECKS)
    assert all(one.title and one.why and one.fix for one in RESPONSE_CHECKS)


def test_a_tool_that_must_be_called_as_a_task_is_skipped_and_not_called(logged):
    tool = {"name": "get_report", "inputSchema": {"type": "object"}}
    server = logged([{**tool, "execution": {"taskSupport": "required"}}])
    done = probed(server)

    assert server.calls == []
    assert result_of(done, "get_report").skip.reason is SkipReason.NOT_APPLICABLE
