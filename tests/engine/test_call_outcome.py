"""Succeeded, rejected or crashed: the outcome of one valid call."""

import pytest

from mcptest.engine.call_outcome import outcome_of
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.model.valid_calls import CallOutcome
from mcptest.scaffold.probe import observed
from mcptest.wire.reply import Ending, Reply, ReplyKind

TOOL = ToolDescriptor.from_json({"name": "weather", "inputSchema": {}})
ARGUMENTS = {"city": "example"}
LOG = """Tool 'weather' raised an unexpected exception
Traceback (most recent call last):
  File "a.py", line 1
KeyError: 'temperature'
"""
OTHER = LOG.replace("weather", "other")


def reply(**members):
    request = {"method": "tools/call", "params": {"name": "weather", "arguments": ARGUMENTS}}
    return Reply(
        **{"kind": ReplyKind.ANSWERED, "method": "tools/call", "request": request, **members}
    )


def failed(text, **members):
    result = {"content": [{"type": "text", "text": text}], "isError": True}
    return reply(result=result, **members)


@pytest.mark.parametrize(
    ("answer", "outcome", "found"),
    [
        (reply(result={"content": []}), CallOutcome.SUCCEEDED, []),
        (failed("no such city"), CallOutcome.REJECTED, ["PROBE-REJECTED"]),
        (failed("KeyError: 'temperature'"), CallOutcome.CRASHED, ["PROBE-EXCEPTION"]),
        (failed("KeyError: 'example'"), CallOutcome.REJECTED, ["PROBE-EXCEPTION-LIKELY"]),
        (failed("Error executing tool weather: 'temperature'"), CallOutcome.CRASHED, ["PROBE-EXCEPTION"]),
        (failed("Error executing tool weather"), CallOutcome.REJECTED, ["PROBE-EXCEPTION-LIKELY"]),
        (failed("Error executing tool weather", stderr=LOG), CallOutcome.CRASHED, ["PROBE-EXCEPTION"]),
        (failed("Error executing tool weather", stderr=OTHER), CallOutcome.REJECTED, ["PROBE-EXCEPTION-LIKELY"]),
        (failed("Error executing tool weather", stderr=OTHER + LOG + OTHER), CallOutcome.CRASHED, ["PROBE-EXCEPTION"]),
        (failed("no such city", stderr=LOG), CallOutcome.REJECTED, ["PROBE-REJECTED"]),
        (reply(error={"code": -32603, "message": "boom"}), CallOutcome.REJECTED, ["PROBE-REJECTED"]),
        (reply(error={"code": -32603, "message": "Internal error"}), CallOutcome.CRASHED, ["PROBE-EXCEPTION-LIKELY"]),
        (reply(error={"code": -32603, "message": "MCP error -32603: Internal server error"}), CallOutcome.CRASHED, ["PROBE-EXCEPTION-LIKELY"]),
        (reply(error={"code": -32603, "message": ""}), CallOutcome.CRASHED, ["PROBE-EXCEPTION-LIKELY"]),
        (reply(error={"code": -32603, "message": "Internal error", "data": "no such city"}), CallOutcome.REJECTED, ["PROBE-REJECTED"]),
        (reply(error={"code": -32602, "message": ""}), CallOutcome.REJECTED, ["PROBE-REJECTED"]),
        (reply(error={"code": -32603, "message": "panicked at a.rs:1"}), CallOutcome.CRASHED, ["PROBE-EXCEPTION"]),
        (reply(error={"code": -32603, "message": "x", "data": {"cause": "NullPointerException"}}), CallOutcome.CRASHED, ["PROBE-EXCEPTION"]),
        (reply(kind=ReplyKind.CLOSED, ending=Ending(status=1)), CallOutcome.CRASHED, ["PROBE-CRASH"]),
        (reply(kind=ReplyKind.TIMED_OUT), CallOutcome.UNANSWERED, ["PROBE-HANG"]),
        (reply(kind=ReplyKind.MALFORMED), CallOutcome.UNANSWERED, ["PROBE-PROTOCOL"]),
    ],
)  # fmt: skip
def test_a_valid_call_has_one_outcome_and_the_finding_that_goes_with_it(answer, outcome, found):
    assert outcome_of(answer) is outcome
    seen = observed(TOOL, answer, SpecVersion.V2025_11_25)
    assert seen.targets["outcome"] == outcome.value
    assert [finding.id for finding in seen.findings] == found


def test_the_text_of_the_exception_comes_first():
    [finding] = observed(TOOL, failed("x\nKeyError: 'zip'"), SpecVersion.V2025_11_25).findings
    assert finding.message.startswith("KeyError: 'zip'")
