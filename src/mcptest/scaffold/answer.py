"""Judge a tool's answer to valid input: content, outputSchema, error shape, time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.escape import one_line
from mcptest.model.finding import Finding
from mcptest.model.json import MISSING, Json, JsonObject, json_type
from mcptest.model.tool import ToolDescriptor
from mcptest.scaffold import complaint
from mcptest.scaffold.content import content_problems
from mcptest.scaffold.trial import first_text, is_interim
from mcptest.schema.validate import validator
from mcptest.wire.reply import Reply, ReplyKind

SLOW_MS: Final = 10_000.0
_METHOD_NOT_FOUND: Final = -32601


def judge_answer(tool: ToolDescriptor, reply: Reply) -> Iterator[Finding]:
    """A finding for everything that a careful maintainer would want to know."""
    if reply.kind is not ReplyKind.ANSWERED:
        yield _no_answer(reply)
        return
    if reply.duration_ms > SLOW_MS:
        yield complaint.SLOW.found(f"it took {reply.duration_ms / 1000:.1f} s to answer", reply)
    if reply.error is not MISSING:
        yield from _judge_error(reply, reply.error)
    elif is_interim(reply.result):
        yield complaint.INTERIM.found("the tool asks for input before it answers", reply)
    elif isinstance(reply.result, dict):
        yield from _judge_result(tool, reply, reply.result)
    else:
        kind = json_type(reply.result)
        yield complaint.RESULT_SHAPE.found(f"the result is {kind}, not an object", reply)


def _no_answer(reply: Reply) -> Finding:
    if reply.kind is ReplyKind.TIMED_OUT:
        return complaint.HANG.found(reply.problem or "no answer came in time", reply)
    if reply.kind is ReplyKind.CLOSED:
        ending = str(reply.ending) if reply.ending else reply.problem or "closed the connection"
        return complaint.CRASH.found(f"the server {ending} while it answered", reply)
    return complaint.NO_JSON_RPC.found(reply.problem or "the answer is no JSON-RPC", reply)


def _judge_error(reply: Reply, error: Json) -> Iterator[Finding]:
    message = error.get("message") if isinstance(error, dict) else None
    if reply.error_code is None or not isinstance(message, str):
        text = "the error lacks an integer code or a message that is text"
        yield complaint.ERROR_SHAPE.found(text, reply, pointer="/error", actual=error)
    elif reply.error_code == _METHOD_NOT_FOUND:
        text = f"the server lists this tool and answers {reply.error_code}: {one_line(message)}"
        yield complaint.NOT_CALLABLE.found(text, reply, pointer="/error")
    else:
        text = f"rejected with {reply.error_code}: {one_line(message)}"
        yield complaint.REJECTED.found(text, reply, pointer="/error")


def _judge_result(tool: ToolDescriptor, reply: Reply, result: JsonObject) -> Iterator[Finding]:
    for pointer, problem in content_problems(result):
        yield complaint.RESULT_SHAPE.found(problem, reply, pointer=f"/result{pointer}")
    flag = result.get("isError", False)
    if not isinstance(flag, bool):
        text = f"isError is {json_type(flag)}, not a boolean"
        yield complaint.RESULT_SHAPE.found(text, reply, pointer="/result/isError")
    elif flag:
        said = first_text(result)
        text = f"answered with isError: {one_line(said)}" if isinstance(said, str) else "isError"
        yield complaint.REJECTED.found(text, reply, pointer="/result")
    elif tool.output_schema is not MISSING:
        yield from _judge_structure(tool.output_schema, reply, result)


def _judge_structure(schema: Json, reply: Reply, result: JsonObject) -> Iterator[Finding]:
    check = validator(schema)
    if check.schema_errors:
        text = f"the outputSchema cannot be used: {check.schema_errors[0].message}"
        yield complaint.BAD_OUTPUT_SCHEMA.found(text, pointer="/outputSchema")
        return
    structured = result.get("structuredContent", MISSING)
    if structured is MISSING:
        text = "the tool has an outputSchema, and the answer has no structuredContent"
        yield complaint.OUTPUT_SCHEMA.found(text, reply, pointer="/result")
        return
    for error in check.errors(structured)[:10]:
        pointer = f"/result/structuredContent{error.pointer}"
        yield complaint.OUTPUT_SCHEMA.found(error.message, reply, pointer=pointer)
