"""A tool that may run once is asked as often as needed until it runs, and judged by that run."""

import asyncio

import pytest
from tests.compliance.peer import corpora, grade_mock, memory, served

from mcptest.compliance.observe.fixtures.unrun import UnrunTools
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion
from mcptest.safety.policy import CallContext, Decision, ExecutionPolicy
from mcptest.safety.tool_class import ToolClass
from mcptest.wire.reply import HttpFacts, Reply, ReplyKind

V25, V26 = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28
MUTATES = {"readOnlyHint": False}
MUTATING = {
    "on": "tools/list",
    "patch": [{"op": "replace", "path": "/result/tools/0/annotations", "value": MUTATES}],
}
QUESTION = {
    "method": "elicitation/create",
    "params": {"message": "Who?", "requestedSchema": {"type": "object", "properties": {}}},
}
ASKS = {"resultType": "input_required", "requestState": "one", "inputRequests": {"who": QUESTION}}
DONE = {"resultType": "complete", "content": [{"type": "text", "text": "done"}]}


def echo(**params):
    return {"on": "tools/call", "when": {"params": {"name": "echo", **params}}}


def asking(rounds=1):
    """The mock's echo may run once, and runs when it was answered as often as it asks."""
    states = [f"round-{number}" for number in range(1, rounds + 1)]
    asked = [{**ASKS, "requestState": state} for state in states]
    answered = {"inputResponses": {"who": {"action": "accept"}}}
    no = [{"inputResponses": {"who": {"action": word}}} for word in ("decline", "cancel")]
    first = {**echo(), "result": asked[0]}
    later = [
        {**echo(requestState=state, **answered), "result": then}
        for state, then in zip(states, [*asked[1:], DONE], strict=True)
    ]
    return [MUTATING, first, *later, *({**echo(**one), "result": DONE} for one in no)]


def graded(ids, overrides, version=V26, **more):
    rules = [corpora()[version].rules[rule_id] for rule_id in ids]
    more.setdefault("seeks_fixtures", True)
    return grade_mock(rules, memory(overrides, version), version, **more)


ROUND_TRIP = "MRTR-002 MRTR-003 MRTR-005 MRTR-006 MRTR-007 MRTR-012 MRTR-013 MRTR-014 MRTR-015"


@pytest.mark.parametrize("rounds", [1, 3])
def test_one_run_decides_what_a_round_trip_shows(rounds):
    ids = ROUND_TRIP.split()
    found = graded(ids, asking(rounds))
    assert {name: found[name].status for name in ids} == dict.fromkeys(ids, Status.PASSED)


@pytest.mark.parametrize("rule_id", ["MRTR-011"])
def test_what_takes_a_second_run_needs_the_hint(rule_id):
    case = graded([rule_id], asking())[rule_id]
    assert case.skip.reason is SkipReason.NEEDS_FIXTURE
    assert "compliance.hints.eliciting_tool" in case.skip.detail
    hints = {"eliciting_tool": {"name": "echo", "args": {"text": "x"}}}
    assert graded([rule_id], asking(), hints=hints)[rule_id].status is Status.PASSED


def test_a_state_that_is_not_protected_is_found():
    careless = {**echo(requestState={"not": "round-1"}), "result": {**DONE, "content": []}}
    hints = {"eliciting_tool": {"name": "echo", "args": {"text": "x"}}}
    assert graded(["MRTR-007"], [*asking(1), careless], hints=hints)["MRTR-007"].status in {
        Status.FAILED,
        Status.WARNED,
    }


def test_a_server_that_ignores_capabilities_does_not_remember_them():
    case = graded(["MOD-012", "MRTR-004"], asking())
    assert case["MOD-012"].skip.reason is SkipReason.NOT_APPLICABLE
    assert case["MRTR-004"].status is Status.FAILED


@pytest.mark.parametrize(
    ("rule_id", "content"),
    [
        ("TOOL-118", {"type": "image", "data": "AAAA"}),
        ("TOOL-318", {"type": "audio", "data": "AAAA"}),
        ("TOOL-119", {"type": "resource", "resource": {"uri": "a://b"}}),
        ("TOOL-121", {"type": "resource_link", "uri": "a://b"}),
        ("TOOL-117", {"type": "video"}),
    ],
)
@pytest.mark.parametrize("version", [V25, V26])
def test_the_result_of_the_one_run_is_judged(rule_id, content, version):
    broken = {**echo(), "result": {**DONE, "content": [content]}}
    assert graded([rule_id], [MUTATING, broken], version)[rule_id].status is Status.FAILED
    alone = graded([rule_id], [MUTATING, broken], version, seeks_fixtures=False)[rule_id]
    assert alone.status is not Status.FAILED


def reply(kind=ReplyKind.ANSWERED, answers=None, **more):
    params = {"name": "make", **({"inputResponses": answers} if answers else {})}
    return Reply(kind, "tools/call", request={"params": params}, **more)


def refused(status):
    return reply(ReplyKind.REFUSED, http=HttpFacts(status, {}, "text/plain"))


@pytest.mark.parametrize(
    ("seen", "ran"),
    [
        (reply(result=ASKS), False),
        (reply(result=DONE), True),
        (reply(result=DONE, answers={"who": {"action": "decline"}}), False),
        (reply(result=DONE, answers={"who": {"action": "accept"}}), True),
        (reply(result=DONE, answers={"a": {"action": "cancel"}, "b": {"roots": []}}), True),
        (reply(error={"code": -32021, "message": "no"}), False),
        (reply(error={"code": -32603, "message": "crash"}), True),
        (reply(ReplyKind.TIMED_OUT), True),
        (reply(ReplyKind.CLOSED), True),
        (refused(400), False),
        (refused(502), True),
    ],
)
def test_whether_a_tool_ran(seen, ran):
    async def known():
        tools = UnrunTools()
        tools.add("make")
        tools.noticed(seen)
        return "make" in tools

    assert asyncio.run(known()) is not ran


def test_other_requests_say_nothing_about_a_tool():
    async def known():
        tools = UnrunTools()
        tools.add("make")
        tools.noticed(
            Reply(ReplyKind.ANSWERED, "prompts/get", request={"params": {"name": "make"}})
        )
        return "make" in tools

    assert asyncio.run(known())


@pytest.mark.parametrize(
    ("tool_class", "wanted"),
    [
        (ToolClass.MUTATING, Decision.EXECUTE),
        (ToolClass.DESTRUCTIVE, Decision.REFUSE),
    ],
)
def test_a_destructive_tool_is_not_called_because_it_asks(tool_class, wanted):
    assert ExecutionPolicy().decide(tool_class, CallContext.UNRUN) is wanted


ONCE = {  # every tool of the mock that may be called may be called once
    "on": "tools/list",
    "patch": [
        {"op": "replace", "path": f"/result/tools/{place}/annotations", "value": MUTATES}
        for place in (0, 1, 2, 3, 4, 5, 7)
    ],
}
DECIDED_BY_ONE_RUN = {
    V25: "CLI-004 CLI-005 CLI-006 CLI-010 CLI-012 CLI-013 CLI-014 CLI-018 CLI-211 DEPREC-007 "
    "SCHEMA-006 SHL-030 TOOL-005 TOOL-114 TOOL-115 TOOL-117 TOOL-118 TOOL-119 TOOL-120 TOOL-121 "
    "TOOL-122 TOOL-318 TOOL-319 UTIL-013",
    V26: "CLI-004 CLI-005 CLI-006 CLI-010 CLI-013 CLI-014 CLI-018 CLI-211 DEPREC-007 MRTR-003 "
    "MRTR-004 MRTR-005 MRTR-006 MRTR-013 MRTR-014 MRTR-015 SCHEMA-006 SHM-015 SHM-016 SHM-018 "
    "TOOL-005 TOOL-115 TOOL-117 TOOL-118 TOOL-119 TOOL-120 TOOL-121 TOOL-122 TOOL-318 "
    "TOOL-319 UTIL-013",
}


@pytest.mark.parametrize(
    ("version", "rule_id"),
    [(version, name) for version, names in DECIDED_BY_ONE_RUN.items() for name in names.split()],
)
def test_one_run_proves_rules_both_ways(version, rule_id):
    rule = corpora()[version].rules[rule_id]
    for overrides, expected in (
        (rule.proof.passing, {Status.PASSED}),
        (rule.proof.failing, {Status.FAILED, Status.WARNED}),
    ):
        with served([*overrides, ONCE], version, rule.proof.transport) as target:
            case = grade_mock([rule], target, version, seeks_fixtures=True)[rule_id]
        assert case.status in expected, case.skip


def reporting(*after):
    """The mock's clock may run once, and reports progress before its response and after it."""

    def progress(value):
        token = "${request.params._meta.progressToken}"
        params = {"progressToken": token, "progress": value}
        return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}

    call = {"on": "tools/call", "when": {"params": {"_meta": {"progressToken": {"is": "present"}}}}}
    now = {"params": {"name": "now", **call["when"]["params"]}}
    return [
        {
            **call,
            "when": now,
            "before": [progress(1), progress(2)],
            "after": [*map(progress, after)],
        },
        ONCE,
    ]


@pytest.mark.parametrize("version", [V25, V26])
@pytest.mark.parametrize(("after", "wanted"), [([], Status.PASSED), ([3], Status.FAILED)])
def test_progress_after_the_response_of_the_one_run_is_found(version, after, wanted):
    assert graded(["UTIL-012"], reporting(*after), version)["UTIL-012"].status is wanted


@pytest.mark.parametrize("version", [V25, V26])
def test_progress_without_a_token_takes_a_second_run(version):
    skip = graded(["UTIL-010"], reporting(), version)["UTIL-010"].skip
    assert skip.reason is SkipReason.NEEDS_FIXTURE
    assert "compliance.hints.progress_tool" in skip.detail


RUNS = ["SHM-017", "SHM-019", "SHM-213", "SHM-215"]


def test_a_tool_that_may_run_once_gets_only_headers_that_are_to_be_rejected():
    with served([ONCE], V26, "http") as target:
        rules = [corpora()[V26].rules[rule_id] for rule_id in RUNS]
        found = grade_mock(rules, target, V26, seeks_fixtures=True)
    assert {case.skip and case.skip.reason for case in found.values()} == {
        SkipReason.NOT_APPLICABLE
    }


def test_a_server_that_runs_a_rejected_call_runs_it_once():
    ids = ["SHM-015", "SHM-016", "SHM-018", "SHM-214"]
    accepts = {"on": "tools/call", "status": 200, "result": DONE}
    with served([accepts, ONCE], V26, "http") as target:
        rules = [corpora()[V26].rules[rule_id] for rule_id in ids]
        found = grade_mock(rules, target, V26, seeks_fixtures=True)
    statuses = [case.status for case in found.values()]
    assert statuses.count(Status.FAILED) == 1
    assert statuses.count(Status.SKIPPED) == len(ids) - 1


def ending(**reply):
    return [ONCE, {"on": "tools/call", "when": {"params": {"name": "now"}}, **reply}]


@pytest.mark.parametrize("version", [V25, V26])
@pytest.mark.parametrize(
    ("reply_", "wanted"),
    [
        ({"result": {"content": [], "isError": True, "resultType": "complete"}}, Status.PASSED),
        ({"error": {"code": -32603, "message": "crash"}}, Status.WARNED),
        ({"error": {"code": -32602, "message": "bad arguments"}}, Status.SKIPPED),
    ],
)
def test_a_run_that_failed_shows_how_a_failing_tool_responds(version, reply_, wanted):
    assert graded(["TOOL-129"], ending(**reply_), version)["TOOL-129"].status is wanted
