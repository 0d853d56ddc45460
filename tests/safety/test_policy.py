import pytest

from mcptest.safety import CallContext, Decision, ExecutionPolicy, ToolClass


def test_the_defaults_are_careful():
    policy = ExecutionPolicy()
    assert policy.execute_destructive is False
    assert policy.max_calls is None
    assert policy.concurrency == 2
    assert policy.call_delay == 0.1


@pytest.mark.parametrize("context", CallContext)
@pytest.mark.parametrize("tool_class", [ToolClass.READ_ONLY, ToolClass.READ_ONLY_PRESUMED])
def test_reading_is_free(tool_class, context):
    assert ExecutionPolicy().decide(tool_class, context) is Decision.EXECUTE


@pytest.mark.parametrize("context", [CallContext.CAN_EMIT, CallContext.NEEDS_CALL])
@pytest.mark.parametrize("flag", [True, False])
def test_a_mutating_tool_runs_once(context, flag):
    policy = ExecutionPolicy(execute_destructive=flag)
    assert policy.decide(ToolClass.MUTATING, context) is Decision.EXECUTE_ONCE


def test_a_block_that_names_a_mutating_tool_is_consent():
    decision = ExecutionPolicy().decide(ToolClass.MUTATING, CallContext.CONSENTED)
    assert decision is Decision.EXECUTE


@pytest.mark.parametrize(
    ("context", "decision"),
    [
        (CallContext.CAN_EMIT, Decision.GENERATE_ONLY),
        (CallContext.NEEDS_CALL, Decision.REFUSE),
        (CallContext.CONSENTED, Decision.REFUSE),
    ],
)
def test_a_destructive_tool_needs_the_flag(context, decision):
    assert ExecutionPolicy().decide(ToolClass.DESTRUCTIVE, context) is decision


@pytest.mark.parametrize("context", [CallContext.CAN_EMIT, CallContext.NEEDS_CALL])
def test_the_flag_lets_a_destructive_tool_run_once(context):
    policy = ExecutionPolicy(execute_destructive=True)
    assert policy.decide(ToolClass.DESTRUCTIVE, context) is Decision.EXECUTE_ONCE


def test_flag_and_consent_together_let_the_probes_of_a_destructive_tool_run():
    policy = ExecutionPolicy(execute_destructive=True)
    assert policy.decide(ToolClass.DESTRUCTIVE, CallContext.CONSENTED) is Decision.EXECUTE


def test_whoever_says_something_first_decides():
    said = {"execute_destructive": False, "max_calls": 0, "concurrency": None, "call_delay": None}
    suite = {"execute_destructive": True, "max_calls": 5, "concurrency": 4, "jobs": 3}
    assert ExecutionPolicy.of(said, suite) == ExecutionPolicy(
        execute_destructive=True, max_calls=0, concurrency=4, call_delay=0.1
    )
    assert ExecutionPolicy.of({}) == ExecutionPolicy()


def test_every_knob_can_be_given_in_a_file():
    given = {"execute_destructive": True, "max_calls": 3, "concurrency": 7, "call_delay": 2.5}
    assert ExecutionPolicy.of(given) == ExecutionPolicy(**given)
