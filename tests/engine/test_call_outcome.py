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
    assert finding.message == "an uncaught Python exception: KeyError: 'zip'"


def typed(title=None):
    schema = {"type": "object", **({"title": title} if title else {})}
    return ToolDescriptor.from_json({"name": "weather", "inputSchema": {}, "outputSchema": schema})


PYTHON_2_LOG = """Tool 'weather' raised an unexpected exception
Traceback (most recent call last):
  File "base.py", line 192, in run
    result = self.fn_metadata.convert_result(result)
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "func_metadata.py", line 219, in convert_result
    validated = adapter.validate_python(result, by_alias=True, by_name=True)
pydantic_core._pydantic_core.ValidationError: 1 validation error for dict[str,int]
a
  Input should be a valid integer [type=int_parsing, input_value='b', input_type=str]
"""
DECLARED_DICT = (
    "Error calling tool 'weather': structured_content must be a dict or None. Got str: 'hello'. "
    "Tools should wrap non-dict values based on their output_schema."
)


@pytest.mark.parametrize(
    ("tool", "answer"),
    [
        (TOOL, failed(DECLARED_DICT)),
        (typed(), failed("Output validation error: 't' is a required property")),
        (typed(), failed("MCP error -32602: Output validation error: Tool weather has an output schema but no structured content was provided")),
        (typed(), reply(error={"code": -32602, "message": "MCP error -32602: Output validation error: Invalid structured content for tool weather: []"})),
        (typed(), reply(error={"code": 0, "message": 'validating tool output: validating root: required: missing properties: ["t"]'})),
        (typed(), failed("Response missing structured content which is expected when calling tool with non-empty outputSchema")),
        (typed(), failed("Validation failed: structuredContent does not match tool outputSchema. Validation errors: []")),
        (typed("weatherOutput"), failed("Error executing tool weather: 1 validation error for weatherOutput\nresult\n  Input should be a valid integer")),
        (typed("Weather"), failed("Error executing tool weather: 2 validation errors for Weather\nt\n  Field required")),
        (typed("weatherDictOutput"), failed("Error executing tool weather: 1 validation error for DictModel\na\n  Input should be")),
        (TOOL, failed("Error executing tool weather", stderr=PYTHON_2_LOG)),
    ],
)  # fmt: skip
def test_a_result_that_its_sdk_rejects_is_the_tools_mistake(tool, answer):
    seen = observed(tool, answer, SpecVersion.V2025_11_25)
    assert outcome_of(answer, tool) is CallOutcome.CRASHED
    assert [finding.id for finding in seen.findings] == ["PROBE-OUTPUT-SCHEMA"]


@pytest.mark.parametrize(
    ("tool", "answer"),
    [
        (typed("Weather"), failed("1 validation error for City\nname\n  Field required")),
        (typed("Weather"), failed("1 validation error for DictModel\nname\n  Field required")),
        (TOOL, failed("1 validation error for weatherArguments\ncity\n  Field required")),
        (TOOL, failed("Input validation error: 'city' is a required property")),
    ],
)
def test_a_tool_that_rejects_its_input_with_a_model_is_not_mistaken_for_one(tool, answer):
    assert outcome_of(answer, tool) is CallOutcome.REJECTED
