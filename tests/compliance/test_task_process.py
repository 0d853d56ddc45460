"""A task takes long: it begins first, and on a process that nobody else waits for."""

import asyncio

import pytest
from tests.compliance.peer import LIMITS, corpora, served, stdio

from mcptest.compliance.cases import rule_cases
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.rule_traits import watches
from mcptest.compliance.views.transport_observation import SHUTDOWN
from mcptest.engine.execute import RunPace
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.model.events import CaseStarted
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy

V25 = SpecVersion.V2025_11_25
RULES = corpora()[V25].rules
ABOUT_TASKS = [rule.id for rule in RULES.values() if "task-run" in rule.observe.views]


def graded(ids, target, *, jobs, exam=None, emit=lambda _event: None):
    exam = exam or Examination(V25)
    plan = RunPlan(
        command="compliance run",
        cases=rule_cases([RULES[name] for name in ids], exam, server="healthy"),
        servers={"healthy": Server("healthy", target, version=V25, limits=LIMITS)},
        pace=RunPace(jobs=jobs),
        gate=Gate(ExecutionPolicy(call_delay=0)),
        judge_messages=False,
        counts_starts=True,
    )
    found = asyncio.run(run(plan, emit))
    return {case.rule: case.status for case in found.cases}, [one.reason for one in found.starts]


def test_one_rule_about_a_task_comes_first_and_the_others_wait_for_it_at_the_end():
    ordered = [case.rule for case in rule_cases(RULES.values(), Examination(V25), server="one")]
    own = [name for name in ordered if not watches(RULES[name])]
    first, *others = sorted(ABOUT_TASKS)
    assert own[0] == first
    assert own[-len(others) :] == others


def test_the_process_of_a_task_is_not_the_one_whose_end_is_judged():
    rule = RULES["TASK-003"]
    for jobs in (1, 4):
        target = stdio([*rule.proof.setup], V25)
        statuses, reasons = graded(["PROTO-008", rule.id], target, jobs=jobs)
        assert statuses == {"PROTO-008": Status.PASSED, rule.id: Status.PASSED}
        assert reasons.count(SHUTDOWN) == 1


def test_a_server_without_tasks_needs_no_process_more():
    statuses, reasons = graded(["PROTO-008", "TASK-003"], stdio([], V25), jobs=4)
    assert statuses == {"PROTO-008": Status.PASSED, "TASK-003": Status.SKIPPED}
    assert SHUTDOWN not in reasons


@pytest.mark.parametrize("transport", ["http", "memory"])
def test_while_a_task_works_the_calls_are_made_whose_streams_are_looked_at_last(transport):
    """Only where there are streams to look at."""
    exam, seen = Examination(V25), []

    def emit(event):
        if isinstance(event, CaseStarted) and event.id.endswith("SHL-007"):
            seen.extend(exam._seen)

    ids = ["TASK-003", "TASK-004", "SHL-007"]
    with served([*RULES["TASK-003"].proof.setup], V25, transport) as target:
        statuses, _ = graded(ids, target, jobs=4, exam=exam, emit=emit)
    assert statuses["TASK-004"] is Status.PASSED
    assert ("marked-calls" in seen) is (transport == "http")
