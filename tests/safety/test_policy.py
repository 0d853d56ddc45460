import pytest

from mcptest.safety import CallContext, CallOnly, Decision, ExecutionPolicy, ToolClass
from mcptest.safety.policy import PolicyOptions


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


def test_flag_and_consent_together_let_a_destructive_tool_run_once():
    policy = ExecutionPolicy(execute_destructive=True)
    assert policy.decide(ToolClass.DESTRUCTIVE, CallContext.CONSENTED) is Decision.EXECUTE_ONCE


@pytest.mark.parametrize("context", [CallContext.CAN_EMIT, CallContext.NEEDS_CALL])
def test_a_tool_that_nothing_speaks_for_runs_once_unless_told_otherwise(context):
    presumed = ToolClass.READ_ONLY_PRESUMED
    assert ExecutionPolicy().decide(presumed, context, reads=False) is Decision.EXECUTE_ONCE
    bold = ExecutionPolicy(fuzz_presumed=True)
    assert bold.decide(presumed, context, reads=False) is Decision.EXECUTE
    assert bold.decide(ToolClass.MUTATING, context, reads=False) is Decision.EXECUTE_ONCE


def test_a_block_that_names_such_a_tool_is_consent():
    presumed = ToolClass.READ_ONLY_PRESUMED
    decision = ExecutionPolicy().decide(presumed, CallContext.CONSENTED, reads=False)
    assert decision is Decision.EXECUTE


@pytest.mark.parametrize("tool_class", ToolClass)
@pytest.mark.parametrize("only", [CallOnly.DECLARED, CallOnly.NONE])
@pytest.mark.parametrize("context", CallContext)
def test_call_only_is_stronger_than_every_other_flag_and_consent(tool_class, only, context):
    policy = ExecutionPolicy(execute_destructive=True, fuzz_presumed=True, call_only=only)
    declared = only is CallOnly.DECLARED and tool_class is ToolClass.READ_ONLY
    emits = context is CallContext.CAN_EMIT
    refused = Decision.GENERATE_ONLY if emits else Decision.REFUSE
    assert policy.decide(tool_class, context) is (Decision.EXECUTE if declared else refused)


def test_whoever_says_something_first_decides():
    said = {"execute_destructive": False, "max_calls": 0, "concurrency": None, "call_delay": None}
    suite = {"execute_destructive": True, "max_calls": 5, "concurrency": 4}
    assert ExecutionPolicy.of(PolicyOptions(**said), PolicyOptions(**suite)) == ExecutionPolicy(
        execute_destructive=True, max_calls=0, concurrency=4, call_delay=0.1
    )
    assert ExecutionPolicy.of(PolicyOptions()) == ExecutionPolicy()


def test_every_knob_can_be_given_in_a_file():
    given = {
        "execute_destructive": True,
        "max_calls": 3,
        "concurrency": 7,
        "call_delay": 2.5,
        "call_only": "declared",
        "fuzz_presumed": True,
    }
    assert ExecutionPolicy.of(PolicyOptions(**given)) == ExecutionPolicy(
        **{**given, "call_only": CallOnly.DECLARED}, loopback_delay=2.5
    )


def test_a_delay_that_is_given_holds_on_loopback_too():
    assert ExecutionPolicy.of(PolicyOptions()).loopback_delay == 0
    assert ExecutionPolicy.of(PolicyOptions(call_delay=0.1)).loopback_delay == 0.1
