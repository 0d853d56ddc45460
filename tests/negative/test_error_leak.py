"""``checks: [error_leak]`` alone provokes errors and reads all of them."""

import pytest
from tests.negative.negative_kit import kinds, probe_target, sample_target

from mcptest.model.outcome import SkipReason
from mcptest.safety.policy import ExecutionPolicy

ALONE = ["error_leak"]
REJECTED = {"reply": {"result": {"isError": True}}}


def tool_error(text, **members):
    return {"isError": True, "content": [{"type": "text", "text": text}], **members}


def error(message, **data):
    return {"code": -32603, "message": message, **({"data": data} if data else {})}


LEAKS = {
    "a stack frame in the content": {"result": tool_error('boom\n  File "/srv/a.py", line 3')},
    "a path in the message": {"error": error("cannot open /home/deploy/app/config.toml")},
    "a path in the data": {"error": error("bad", file="/home/deploy/app/config.toml")},
    "a path in structured content": {
        "result": tool_error("bad", structuredContent={"at": "/home/ana/app/config.toml"})
    },
    "SQL": {"error": error("no such column in SELECT id FROM users")},
    "a secret": {"error": error("key sk-live-abcdefghijklmnopqrstuvwx is not valid")},
    "a host": {"error": error("connect ECONNREFUSED 10.1.2.3:5432")},
}


@pytest.mark.parametrize("told", LEAKS.values(), ids=list(LEAKS))
def test_a_leak_in_the_error_for_bad_arguments_is_found(told, tmp_path):
    target = sample_target(tmp_path, [{"on": "tools/call", "when": REJECTED, **told}])
    _, result = probe_target(target, ALONE)
    assert kinds(result) == {"error_leak": "leaked"}


@pytest.mark.parametrize("method", ["resources/read", "prompts/get"])
def test_a_leak_in_the_error_of_another_feature_is_found(method, tmp_path):
    leaking = {"on": method, "error": error("cannot open /home/deploy/app/notes")}
    _, result = probe_target(sample_target(tmp_path, [leaking]), ALONE)
    assert kinds(result) == {"error_leak": "leaked"}


def test_a_statement_that_a_text_breaks_is_found(tmp_path):
    """A server that pastes its argument into SQL, and shows what came of it."""
    leaking = {
        "on": "tools/call",
        "when": {"params": {"name": "search", "arguments": {"is": "valid"}}},
        "result": tool_error('sqlite3.OperationalError: near "mcptest": syntax error'),
    }
    _, result = probe_target(sample_target(tmp_path, [leaking]), ALONE)
    assert kinds(result) == {"error_leak": "leaked"}


def test_a_server_that_tells_nothing_passes(tmp_path):
    _, result = probe_target(sample_target(tmp_path), ALONE)
    assert (result.status, result.targets["negative_path.checks_run"]) == ("passed", 1)


def test_a_server_without_errors_is_not_judged(tmp_path):
    done = {"content": [{"type": "text", "text": "done"}]}
    accepts = [
        {"on": "tools/call", "result": done},
        {"on": "resources/read", "result": {"contents": []}},
        {"on": "prompts/get", "result": {"messages": []}},
    ]
    _, result = probe_target(sample_target(tmp_path, accepts), ALONE)
    assert result.skip.reason is SkipReason.NOT_APPLICABLE


def test_a_crash_on_the_way_is_a_failure_too(tmp_path):
    _, result = probe_target(sample_target(tmp_path, [{"on": "tools/call", "exit": 1}]), ALONE)
    assert kinds(result) == {"error_leak": "crashed"}


def test_its_calls_stay_within_the_budget(tmp_path):
    policy = ExecutionPolicy(call_delay=0, max_calls=2)
    finished, _ = probe_target(sample_target(tmp_path), ALONE, policy=policy)
    assert sum(record.called for record in finished.calls) == 2
