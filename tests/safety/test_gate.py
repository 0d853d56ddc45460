import asyncio

import pytest

from mcptest.model.outcome import SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety import (
    CallContext,
    CallOnly,
    Decision,
    ExecutionPolicy,
    Gate,
    Permit,
    Refusal,
    summarize_calls,
)
from mcptest.safety.pace import Pace

READ = ToolDescriptor.from_json({"name": "get_thing"})
MUTATE = ToolDescriptor.from_json({"name": "create_thing"})
DESTROY = ToolDescriptor.from_json({"name": "delete_thing"})


async def ask(gate, tool, *, server="s", context=CallContext.NEEDS_CALL):
    async with gate.enter(server, tool, "probe", context=context) as answer:
        return answer


def run(coroutine):
    return asyncio.run(coroutine)


def test_reading_tools_may_be_called_again_and_again():
    gate = Gate(ExecutionPolicy())
    assert all(isinstance(run(ask(gate, READ)), Permit) for _ in range(3))
    assert gate.budget.used == 3


def test_a_mutating_tool_is_permitted_once_a_run():
    gate = Gate(ExecutionPolicy())
    assert isinstance(run(ask(gate, MUTATE)), Permit)
    second = run(ask(gate, MUTATE))
    assert isinstance(second, Refusal)
    assert second.skip.reason is SkipReason.REFUSED_BY_POLICY
    assert isinstance(run(ask(gate, MUTATE, server="other")), Permit)


def test_consent_lifts_the_once():
    gate = Gate(ExecutionPolicy())
    for _ in range(3):
        assert isinstance(run(ask(gate, MUTATE, context=CallContext.CONSENTED)), Permit)


def test_a_call_made_by_consent_counts_as_the_one_call():
    gate = Gate(ExecutionPolicy())
    run(ask(gate, MUTATE, context=CallContext.CONSENTED))
    assert isinstance(run(ask(gate, MUTATE)), Refusal)


def test_a_destructive_tool_is_refused_with_the_way_out():
    refusal = run(ask(Gate(ExecutionPolicy()), DESTROY))
    assert isinstance(refusal, Refusal)
    assert refusal.decision is Decision.REFUSE
    assert "--execute-destructive" in refusal.skip.detail


def test_a_destructive_tool_is_only_written_where_a_test_can_be_written():
    refusal = run(ask(Gate(ExecutionPolicy()), DESTROY, context=CallContext.CAN_EMIT))
    assert refusal.decision is Decision.GENERATE_ONLY


def test_with_the_flag_a_destructive_tool_is_called_once():
    gate = Gate(ExecutionPolicy(execute_destructive=True))
    assert isinstance(run(ask(gate, DESTROY)), Permit)
    again = run(ask(gate, DESTROY))
    assert isinstance(again, Refusal)
    assert again.skip.detail.startswith("delete_thing is destructive, because ")


def test_a_refused_call_takes_nothing_from_the_budget():
    gate = Gate(ExecutionPolicy(max_calls=1))
    run(ask(gate, DESTROY))
    assert isinstance(run(ask(gate, READ)), Permit)
    spent = run(ask(gate, READ))
    assert isinstance(spent, Refusal)
    assert spent.skip.reason is SkipReason.BUDGET_EXHAUSTED
    assert spent.decision is Decision.EXECUTE


def test_a_mutating_tool_left_for_the_budget_was_not_called():
    gate = Gate(ExecutionPolicy(max_calls=0))
    run(ask(gate, MUTATE))
    assert isinstance(gate.decide("s", MUTATE, CallContext.NEEDS_CALL), Permit)


def test_every_decision_is_recorded():
    heard = []
    gate = Gate(ExecutionPolicy(max_calls=1), on_record=heard.append)
    for tool in (READ, MUTATE, DESTROY):
        run(ask(gate, tool))
    assert [(r.tool, r.tool_class, r.decision, r.called) for r in gate.records] == [
        ("get_thing", "ReadOnlyPresumed", "Execute", True),
        ("create_thing", "Mutating", "ExecuteOnce", False),
        ("delete_thing", "Destructive", "Refuse", False),
    ]
    assert heard == gate.records
    assert heard[0].server == "s"
    assert heard[0].feature == "probe"


def test_looking_ahead_changes_nothing():
    gate = Gate(ExecutionPolicy())
    for _ in range(2):
        assert isinstance(gate.decide("s", MUTATE, CallContext.NEEDS_CALL), Permit)
    assert gate.records == []
    assert gate.budget.used == 0


@pytest.mark.parametrize("limit", [0, 7, 50])
def test_thirty_two_tasks_get_exactly_the_budget(limit):
    gate = Gate(ExecutionPolicy(max_calls=limit, concurrency=32))
    calls = []

    async def worker():
        for _ in range(5):
            async with gate.enter("s", READ, "probe") as answer:
                if isinstance(answer, Permit):
                    await asyncio.sleep(0)
                    calls.append(1)

    async def everybody():
        async with asyncio.TaskGroup() as group:
            for _ in range(32):
                group.create_task(worker())

    run(everybody())
    assert len(calls) == limit


def test_thirty_two_tasks_call_a_mutating_tool_once():
    gate = Gate(ExecutionPolicy(concurrency=32))

    async def everybody():
        return await asyncio.gather(*(ask(gate, MUTATE) for _ in range(32)))

    assert sum(isinstance(answer, Permit) for answer in run(everybody())) == 1


def test_no_more_calls_are_in_flight_than_allowed():
    gate = Gate(ExecutionPolicy(concurrency=3))
    now, most = 0, 0

    async def worker():
        nonlocal now, most
        async with gate.enter("s", READ, "probe"):
            now += 1
            most = max(most, now)
            await asyncio.sleep(0)
            now -= 1

    async def everybody():
        await asyncio.gather(*(worker() for _ in range(20)))

    run(everybody())
    assert most == 3


class FakeTime:
    """A clock that moves only when somebody sleeps."""

    def __init__(self):
        self.now = 0.0
        self.slept = []

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    def pace(self, delay):
        return Pace(delay, clock=lambda: self.now, sleep=self.sleep)


def test_http_calls_pause_from_the_end_of_one_to_the_start_of_the_next():
    time = FakeTime()
    gate = Gate(ExecutionPolicy(call_delay=0.5), hosted={"web"}, pace=time.pace)

    async def calls():
        starts = []
        for _ in range(3):
            async with gate.enter("web", READ, "probe"):
                starts.append(time.now)
                time.now += 2.0
        return starts

    assert run(calls()) == [0.0, 2.5, 5.0]


def test_the_pause_is_shared_by_all_workers():
    time = FakeTime()
    gate = Gate(ExecutionPolicy(call_delay=1.0, concurrency=1), hosted={"web"}, pace=time.pace)

    async def everybody():
        await asyncio.gather(*(ask(gate, READ, server="web") for _ in range(4)))

    run(everybody())
    assert time.now == 3.0


def test_a_worker_that_waits_waits_on_when_another_call_ends_meanwhile():
    time = FakeTime()
    pace = time.pace(1.0)
    pace.end()
    real_sleep = time.sleep

    async def sleep_and_end(seconds):
        await real_sleep(seconds)
        if len(time.slept) == 1:
            pace.end()

    pace._sleep = sleep_and_end
    run(pace.start())
    assert time.slept == [1.0, 1.0]


@pytest.mark.parametrize(("server", "delay"), [("local", 0.5), ("web", 0.0)])
def test_stdio_and_a_delay_of_nothing_do_not_pause(server, delay):
    time = FakeTime()
    gate = Gate(ExecutionPolicy(call_delay=delay), hosted={"web"}, pace=time.pace)
    for _ in range(3):
        run(ask(gate, READ, server=server))
    assert time.slept == []


def test_a_call_that_fails_still_ends():
    time = FakeTime()
    gate = Gate(ExecutionPolicy(call_delay=1.0, concurrency=1), hosted={"web"}, pace=time.pace)

    async def failing():
        async with gate.enter("web", READ, "probe"):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        run(failing())
    run(ask(gate, READ, server="web"))
    assert time.slept == [1.0]


def test_the_real_pause_is_a_pause():
    async def twice():
        pace = Pace(0.01)
        pace.end()
        await pace.start()
        return pace._rest()

    assert run(twice()) <= 0


def test_the_summary_counts_tools_not_calls():
    gate = Gate(ExecutionPolicy(max_calls=2))
    for tool in (READ, READ, MUTATE, DESTROY):
        run(ask(gate, tool))
    assert (
        summarize_calls(gate.records)
        == "called 1 of 3 tools with generated arguments; 1 not called: destructive; 1 not called: budget used up"
    )
    run(ask(gate, ToolDescriptor.from_json({"name": "drop"}), context=CallContext.CAN_EMIT))
    assert "1 written but not called: destructive" in summarize_calls(gate.records)


def test_nothing_recorded_is_nothing_to_say():
    assert summarize_calls([]) is None


def test_a_refusal_says_which_tool_why_and_what_to_do():
    gate = Gate(ExecutionPolicy())
    refused = run(ask(gate, DESTROY)).skip
    assert refused.reason is SkipReason.REFUSED_BY_POLICY
    assert refused.detail == (
        'delete_thing is destructive, because the name contains "delete", '
        "which suggests that it deletes data; "
        "pass --execute-destructive to call it once"
    )
    run(ask(gate, MUTATE))
    assert run(ask(gate, MUTATE)).skip.detail == (
        'create_thing is mutating, because the name contains "create", '
        "which suggests that it changes data; it was already called once in this run"
    )


def test_a_tool_that_nothing_speaks_for_is_permitted_once_with_the_way_out():
    gate = Gate(ExecutionPolicy())
    unknown = ToolDescriptor.from_json({"name": "frobnicate"})
    assert not gate.repeatable("s", unknown)
    assert isinstance(run(ask(gate, unknown)), Permit)
    again = run(ask(gate, unknown))
    assert isinstance(again, Refusal)
    assert "--fuzz-presumed" in again.skip.detail
    assert Gate(ExecutionPolicy(fuzz_presumed=True)).repeatable("s", unknown)


@pytest.mark.parametrize("only", [CallOnly.DECLARED, CallOnly.NONE])
def test_a_refusal_by_call_only_names_the_flag(only):
    gate = Gate(ExecutionPolicy(call_only=only))
    assert f"--call-only {only}" in run(ask(gate, READ)).skip.detail


def test_two_names_of_one_server_share_the_one_call():
    gate = Gate(ExecutionPolicy(), same={"s": "s", "s@old": "s"})
    assert isinstance(run(ask(gate, MUTATE, server="s@old")), Permit)
    assert isinstance(run(ask(gate, MUTATE, server="s")), Refusal)
    assert isinstance(run(ask(gate, MUTATE, server="t")), Permit)


def test_what_another_gate_let_through_counts():
    before, gate = Gate(ExecutionPolicy()), Gate(ExecutionPolicy())
    run(ask(before, MUTATE, server="audited"))
    run(ask(before, DESTROY, server="audited"))
    gate.remember(before, server="s")
    assert isinstance(run(ask(gate, MUTATE)), Refusal)
    bold = Gate(ExecutionPolicy(execute_destructive=True))
    bold.remember(before, server="s")
    assert isinstance(run(ask(bold, DESTROY)), Permit)


def test_a_spent_budget_is_told_in_the_skip():
    left = run(ask(Gate(ExecutionPolicy(max_calls=0)), READ)).skip
    assert (left.reason, left.detail) == (
        SkipReason.BUDGET_EXHAUSTED,
        "the budget of 0 tool calls is used up",
    )


@pytest.mark.parametrize(("concurrency", "peak"), [(0, 1), (1, 1), (2, 2)])
def test_no_more_calls_are_in_flight_than_the_policy_says(concurrency, peak):
    gate, inside, seen = Gate(ExecutionPolicy(concurrency=concurrency)), [], []

    async def call():
        async with gate.enter("s", READ, "probe"):
            inside.append(1)
            seen.append(len(inside))
            await asyncio.sleep(0)
            inside.pop()

    async def all_at_once():
        await asyncio.gather(*(call() for _ in range(5)))

    run(all_at_once())
    assert max(seen) == peak


def test_without_a_delay_nothing_is_paced():
    def no_pace(delay):
        raise AssertionError(delay)

    gate = Gate(ExecutionPolicy(call_delay=0), hosted=["s"], pace=no_pace)
    assert isinstance(run(ask(gate, READ)), Permit)
