"""A run from cases to the value that reports read."""

import asyncio
import json
from dataclasses import replace

import pytest
from tests.engine.bench import DONE, INIT, calling, case, execute, peer, server

from mcptest.engine.case import Observation
from mcptest.engine.execute import RunPace
from mcptest.engine.run import RunPlan, run
from mcptest.errors import ExitCode, InternalError
from mcptest.model.events import CaseFinished, CaseStarted, RunFinished, RunStarted, ServerOpened
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import Lane, Skip, SkipReason, Status
from mcptest.wire.codec import encode
from mcptest.wire.limits import Limits
from mcptest.wire.reply import ReplyKind
from mcptest.wire.target import MemoryTarget, StdioTarget


def failing(severity=Severity.ERROR):
    async def observe(context):
        return Observation(findings=(Finding("x", severity, "no good"),))

    return observe


def test_a_run_tells_what_happened_in_order():
    finished, events = execute([case("one", calling())], server())

    assert [type(event) for event in events] == [
        RunStarted,
        CaseStarted,
        ServerOpened,
        CaseFinished,
        RunFinished,
    ]
    assert finished.exit_code == ExitCode.OK
    assert finished.summary.passed == 1
    assert finished.servers[0].protocol_version == "2025-11-25"


@pytest.mark.parametrize(
    ("severity", "status", "code"),
    [
        (Severity.ERROR, Status.FAILED, ExitCode.FAILED),
        (Severity.WARNING, Status.WARNED, ExitCode.OK),
        (Severity.NOTE, Status.PASSED, ExitCode.OK),
    ],
)
def test_the_gravest_finding_decides_the_status(severity, status, code):
    finished, _ = execute([case("one", failing(severity))], server())

    assert finished.cases[0].status is status
    assert finished.exit_code == code


def test_one_case_at_a_time_finishes_one_server_before_the_next():
    order = []

    def noting(name):
        async def observe(context):
            await context.session()
            await asyncio.sleep(0)
            order.append(name)
            return Observation()

        return observe

    cases = [case(f"{n}", noting(name), server=name) for n, name in enumerate("ababab")]
    execute(cases, server(name="a"), server(name="b"), pace=RunPace(jobs=1))
    assert "".join(order) == "aaabbb"


def test_results_come_in_the_order_of_the_suite_whatever_finishes_first():
    first_may_end = asyncio.Event()

    async def slow(context):
        await asyncio.wait_for(first_may_end.wait(), 20)
        return Observation()

    async def quick(context):
        first_may_end.set()
        return Observation()

    finished, events = execute([case("slow", slow), case("quick", quick)], server())

    assert [result.name for result in finished.cases] == ["slow", "quick"]
    ended = [event.result.name for event in events if isinstance(event, CaseFinished)]
    assert ended == ["quick", "slow"]


@pytest.mark.parametrize("apart", [True, False])
def test_a_serial_case_waits_for_no_case_with_a_process_to_itself(apart):
    order, over = [], asyncio.Event()

    async def waiting(context):
        await over.wait() if apart else None
        order.append("apart")
        return Observation()

    async def alone(context):
        order.append("alone")
        over.set()
        return Observation()

    cases = [case("x", waiting, apart=True), case("y", alone, serial=True)]
    finished, _ = execute(cases, server(), pace=RunPace(jobs=2, apart=apart))

    assert order == (["alone", "apart"] if apart else ["apart", "alone"])
    assert [one.name for one in finished.cases] == ["x", "y"]


def test_more_cases_with_a_process_to_themselves_run_than_there_are_jobs():
    arrived, all_here = [], asyncio.Event()

    async def meeting(context):
        arrived.append(context)
        all_here.set() if len(arrived) == 5 else None
        await all_here.wait()
        return Observation()

    cases = [case(str(n), meeting, apart=True) for n in range(5)]
    finished, _ = execute(cases, server(), pace=RunPace(jobs=2, apart=True))

    assert finished.summary.passed == 5


def test_what_has_to_settle_does_so_while_the_servers_are_open():
    sessions = []

    async def keeping(context):
        sessions.append(await context.session())
        return Observation()

    async def settle():
        sessions.append(sessions[0].alive())

    execute([case("x", keeping)], server(), settle=settle)
    assert sessions[1] is True
    assert not sessions[0].alive()


def test_a_serial_case_runs_alone_and_keeps_its_place():
    running, most, order = set(), [0], []

    def watched(name):
        async def observe(context):
            running.add(name)
            most[0] = max(most[0], len(running))
            order.append((name, frozenset(running)))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            running.discard(name)
            return Observation()

        return observe

    names = ["a", "b", "alone", "c", "d"]
    cases = [case(name, watched(name), serial=name == "alone") for name in names]
    execute(cases, server())

    assert ("alone", frozenset({"alone"})) in order
    assert {name for name, _ in order[:2]} == {"a", "b"}
    assert most[0] > 1


def test_no_more_run_at_once_than_the_server_takes():
    running, most = [0], [0]

    async def observe(context):
        running[0] += 1
        most[0] = max(most[0], running[0])
        await asyncio.sleep(0)
        running[0] -= 1
        return Observation()

    execute([case(str(n), observe) for n in range(12)], server(max_in_flight=3))

    assert most[0] == 3


def test_fail_fast_leaves_the_rest_and_says_so():
    cases = [case("bad", failing()), case("never")]
    finished, _ = execute(cases, server(), pace=RunPace(jobs=1, fail_fast=True))

    assert finished.cases[1].skip == Skip(
        SkipReason.NOT_SELECTED, "stopped after the first failure"
    )


def test_a_case_that_raises_is_ours_and_the_run_goes_on():
    async def bug(context):
        raise ZeroDivisionError("oops")

    finished, _ = execute([case("bug", bug), case("fine")], server())

    assert [result.status for result in finished.cases] == [Status.ERRORED, Status.PASSED]
    assert finished.cases[0].findings[0].id == "internal"
    assert finished.exit_code == ExitCode.INTERNAL


def test_an_error_of_ours_inside_a_case_keeps_its_code():
    async def broken(context):
        raise InternalError("some-code", "some words", hint="do this")

    finished, _ = execute([case("x", broken)], server())

    assert finished.cases[0].status is Status.ERRORED
    assert finished.cases[0].findings[0].id == "some-code"


def test_a_failed_case_is_tried_again_and_the_attempts_are_shown():
    tries = []

    async def third_time(context):
        tries.append(1)
        good = len(tries) == 3
        return Observation() if good else await failing()(context)

    finished, _ = execute([case("x", third_time, retry=5)], server())

    assert finished.cases[0].status is Status.PASSED
    assert finished.cases[0].attempts == 3


def test_a_declared_skip_is_never_run():
    skip = Skip(SkipReason.DECLARED_SKIP, "later")
    finished, _ = execute([case("x", failing(), skip=skip)], server())

    assert finished.cases[0].status is Status.SKIPPED
    assert finished.cases[0].skip == skip


def test_a_case_has_a_limit_of_its_own():
    async def hang(context):
        await context.session()
        await asyncio.Event().wait()

    finished, _ = execute([case("x", hang, timeout=0.01), case("y", calling())], server())

    assert finished.cases[0].findings[0].id == "case-timeout"
    assert finished.cases[1].status is Status.PASSED


def test_a_session_that_died_is_reopened_for_the_next_case():
    starts = []
    target = peer(lambda params: None if params["name"] == "die" else DONE, starts=starts)
    cases = [case("dies", calling("die")), case("lives", calling("ok"))]
    finished, _ = execute(cases, server(target), pace=RunPace(jobs=1))

    assert len(starts) == 2
    assert finished.cases[1].status is Status.PASSED


def test_a_server_that_only_ever_dies_is_given_up():
    starts = []
    target = peer(lambda params: None, starts=starts)
    cases = [case(str(n), calling()) for n in range(8)]
    finished, _ = execute(cases, server(target), pace=RunPace(jobs=1))

    assert len(starts) == 4
    assert finished.cases[-1].findings[0].id == "server-unusable"
    assert finished.exit_code == ExitCode.FAILED


def test_a_server_whose_tools_are_slow_is_not_given_up_while_it_answers_otherwise():
    """Each call hangs and its session is given up; a ping is answered all the while."""
    quick = Limits(timeout=0.05)

    async def slow(context):
        session = await context.session()
        reply = await session.request("tools/call", {"name": "slow"}, timeout=0.05)
        assert reply.kind is ReplyKind.TIMED_OUT
        context.retire_session()
        return Observation()

    async def serve(pipe):
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            known = {"initialize": INIT, "ping": {}}.get(message["method"])
            if "id" in message and known is not None:
                await pipe.send(encode({"jsonrpc": "2.0", "id": message["id"], "result": known}))

    cases = [case(str(n), slow) for n in range(8)]
    target = replace(server(MemoryTarget(serve)), limits=quick)
    finished, _ = execute(cases, target, pace=RunPace(jobs=1))

    assert [result.status for result in finished.cases] == [Status.PASSED] * 8


def test_a_command_that_cannot_start_is_an_exit_of_its_own():
    missing = server(StdioTarget(("mcptest-no-such-command",)))
    finished, _ = execute([case("x", calling())], missing)

    assert finished.cases[0].status is Status.FAILED
    assert finished.cases[0].findings[0].id == "launch-not-found"
    assert finished.exit_code == ExitCode.UNREACHABLE


def test_one_bad_server_never_stops_the_rest():
    missing = server(StdioTarget(("mcptest-no-such-command",)), name="bad")
    cases = [case("x", calling(), server="bad"), case("y", calling(), server="good")]
    finished, _ = execute(cases, missing, server(name="good"))

    assert [result.status for result in finished.cases] == [Status.FAILED, Status.PASSED]


def test_the_tools_are_listed_once_for_all_cases():
    async def observe(context):
        tools = await context.tools()
        return Observation(targets={"tools": [tool.name for tool in tools]})

    finished, _ = execute([case("x", observe), case("y", observe)], server())

    assert [result.targets["tools"] for result in finished.cases] == [["a"], ["a"]]


def test_the_tools_are_listed_again_if_another_case_crashed_the_server_meanwhile():
    starts = []

    async def serve(pipe):
        starts.append(1)
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            if message["method"] == "tools/list" and len(starts) == 1:
                return
            if "id" in message:
                tools = {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}
                result = INIT if message["method"] == "initialize" else tools
                await pipe.send(encode({"jsonrpc": "2.0", "id": message["id"], "result": result}))

    async def observe(context):
        return Observation(targets={"tools": list(await context.tools_by_name())})

    finished, _ = execute([case("x", observe)], server(MemoryTarget(serve)))

    assert finished.cases[0].targets["tools"] == ["a"]
    assert len(finished.cases) == 1  # nothing is said of a list that is complete now


def test_a_fresh_session_is_another_process_and_is_closed_after_the_case():
    starts, opened = [], []

    async def observe(context):
        await context.session()
        opened.append(await context.fresh())
        context.note("looked twice")
        return Observation()

    finished, _ = execute([case("x", observe)], server(peer(starts=starts)))

    assert len(starts) == 2
    assert not opened[0].alive()
    assert finished.cases[0].notes == ("looked twice",)


def test_what_reads_the_others_runs_last():
    order = []

    def noted(name):
        async def observe(context):
            order.append(name)
            return Observation()

        return observe

    cases = [case("sum", noted("sum"), last=True), case("a", noted("a"))]
    finished, _ = execute(cases, server())

    assert order == ["a", "sum"]
    assert [result.name for result in finished.cases] == ["sum", "a"]


def test_below_a_floor_has_its_own_exit_code():
    floor = case("x", failing())
    object.__setattr__(floor, "lane", Lane.COVERAGE)
    finished, _ = execute([floor], server())

    assert finished.exit_code == ExitCode.BELOW_FLOOR


def test_what_was_odd_on_the_wire_is_a_verdict_of_its_own():
    import json

    from tests.engine.bench import INIT

    from mcptest.wire.codec import encode
    from mcptest.wire.target import MemoryTarget

    async def stray(pipe):
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            if "id" in message:
                result = INIT if message["method"] == "initialize" else DONE
                await pipe.send(encode({"jsonrpc": "2.0", "id": 999, "result": {}}))
                await pipe.send(encode({"jsonrpc": "2.0", "id": message["id"], "result": result}))

    finished, _ = execute([case("x", calling())], server(MemoryTarget(stray)))

    assert finished.cases[0].status is Status.PASSED
    assert finished.cases[-1].id == "compliance::default::wire"
    assert finished.exit_code == ExitCode.FAILED


def test_an_interrupted_run_keeps_what_finished():
    async def main():
        events = []
        reached = asyncio.Event()

        async def hang(context):
            reached.set()
            await asyncio.Event().wait()

        plan = RunPlan(
            command="run",
            cases=[case("done"), case("hangs", hang)],
            servers={"default": server()},
            pace=RunPace(jobs=1),
        )
        task = asyncio.create_task(run(plan, events.append))
        await asyncio.wait_for(reached.wait(), 20)
        task.cancel()
        return await asyncio.wait_for(task, 20)

    finished = asyncio.run(main())

    assert finished.interrupted
    assert [result.name for result in finished.cases] == ["done"]


def test_secrets_never_reach_a_result():
    async def observe(context):
        found = Finding("x", Severity.ERROR, "the key is hunter2-secret")
        return Observation(findings=(found,), targets={"key": "hunter2-secret"})

    finished, events = execute([case("x", observe)], server(), secrets=("hunter2-secret",))

    assert "hunter2" not in repr(finished)
    assert "hunter2" not in repr(events)


def test_a_server_that_is_not_ready_yet_is_asked_again(monkeypatch):
    from mcptest.errors import TargetConnectError
    from mcptest.wire import ready

    asked = []
    real = ready.open_session

    async def refused_once(target, **more):
        asked.append(1)
        if len(asked) == 1:
            raise TargetConnectError("connect-refused", "nobody there")
        return await real(target, **more)

    monkeypatch.setattr(ready, "open_session", refused_once)
    monkeypatch.setattr(ready, "POLL", 0.0)
    finished, _ = execute([case("x", calling())], server(ready=ready.Readiness(5.0)))

    assert finished.exit_code == ExitCode.OK
    assert len(asked) == 2


def test_a_judge_that_breaks_costs_its_own_case_only():
    from mcptest.errors import UsageError
    from mcptest.match.expectation import Expectation
    from mcptest.match.matcher import Check
    from mcptest.match.path import Path

    def expecting(error):
        def compare(value, context):
            raise error

        return (Expectation(Path.parse("result"), Check("exact", 1, compare)),)

    cases = [
        case("told", calling(), expect=expecting(UsageError("snapshot-format", "no"))),
        case("bug", calling(), expect=expecting(ZeroDivisionError())),
        case("fine", calling()),
    ]
    finished, _ = execute(cases, server())

    assert [result.status for result in finished.cases] == [
        Status.ERRORED,
        Status.ERRORED,
        Status.PASSED,
    ]
    codes = [result.findings[0].id for result in finished.cases[:2]]
    assert codes == ["snapshot-format", "internal"]


def test_a_spent_budget_is_a_skip_and_every_call_is_on_record():
    from mcptest.model.events import CallRecorded
    from mcptest.model.run import CallRecord
    from mcptest.safety.budget import BudgetExhausted
    from mcptest.safety.gate import Gate
    from mcptest.safety.policy import ExecutionPolicy

    async def spent(context):
        raise BudgetExhausted(3)

    gate = Gate(ExecutionPolicy())
    gate.records.append(CallRecord("default", "a", "ReadOnly", "Execute", "probe"))
    finished, events = execute([case("x", spent)], server(), gate=gate)

    assert finished.cases[0].skip.reason is SkipReason.BUDGET_EXHAUSTED
    assert [event.record.tool for event in events if isinstance(event, CallRecorded)] == ["a"]


def test_what_was_odd_is_told_once_with_the_way_out():
    from mcptest.engine.protocol.stray_violations import stray_result
    from mcptest.wire.transcript import Transcript

    seen = Transcript(10_000)
    for _ in range(3):
        seen.flagged(b"ready", "frame-json", "no JSON value", "stdout")
    seen.flagged(b"{", "frame-json", "cut off", "stdout")
    seen.note("it went away", "left")
    told = stray_result("default", seen.problems)

    assert [finding.message for finding in told.findings] == [
        "stdout contains a line that is not a JSON-RPC message: no JSON value",
        "stdout contains a line that is not a JSON-RPC message: cut off",
        "it went away",
    ]
    assert [bool(finding.help) for finding in told.findings] == [True, False, False]
    assert told.notes == ("2 more like these",)
    assert stray_result("default", []) is None


def test_each_case_keeps_what_it_said_itself_with_secrets_masked():
    async def ask(context):
        session = await context.session()
        await session.request("tools/call", {"name": "hush-hush"})
        return Observation()

    cases = [case("one", ask), case("two", ask), case("three")]
    plan = RunPlan(
        command="run",
        cases=cases,
        servers={"default": server()},
        pace=RunPace(jobs=1),
        secrets=("hush-hush",),
    )
    finished = asyncio.run(run(plan, lambda _event: None))

    called = ("tools/call", "[redacted]", "result")
    assert [[(s.method, s.about, s.outcome) for s in each.said] for each in finished.cases] == [
        [called],
        [called],
        [],
    ]
    assert [each.said_in_all for each in finished.cases] == [1, 1, 0]
    assert finished.cases[0].at_ms <= finished.cases[1].at_ms


def test_cases_that_ask_nothing_let_the_loop_turn_between_them():
    turns, seen = [], []

    async def observe(context):
        seen.append(len(turns))
        asyncio.get_running_loop().call_soon(turns.append, None)
        return Observation()

    execute([case(str(n), observe) for n in range(6)], server(), pace=RunPace(jobs=2))

    assert seen[-1] >= 2
