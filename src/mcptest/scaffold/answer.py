"""Check a tool's response to valid arguments: shape, outputSchema, time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.engine.call_outcome import exception_in, is_bare_internal_error, output_error_in
from mcptest.model.error_texts.exception_text import TRACE, ExceptionText
from mcptest.model.error_texts.unknown_tool import is_said_unknown
from mcptest.model.escape import one_line
from mcptest.model.finding import Finding
from mcptest.model.json import MISSING, Json, JsonObject, Missing
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.scaffold import response_checks
from mcptest.scaffold.trial import first_text, is_interim
from mcptest.schema.validate import validator
from mcptest.shapes.misfit import misfits
from mcptest.shapes.shapes import Shapes, shapes_of
from mcptest.wire.reply import Reply, ReplyKind

SLOW_MS: Final = 10_000.0
_METHOD_NOT_FOUND: Final = -32601
_KEY: Final = re.compile(r"(?:\A|: )'[^' ]+'\s*\Z")
_DENIED: Final = {401, 403}


def judge_answer(tool: ToolDescriptor, reply: Reply, version: SpecVersion) -> Iterator[Finding]:
    """A finding for everything that a careful maintainer would want to know."""
    shapes = shapes_of(version)
    yield from _judge_company(reply, shapes)
    if reply.kind is not ReplyKind.ANSWERED:
        yield _no_answer(reply)
        return
    if reply.duration_ms > SLOW_MS:
        yield response_checks.SLOW.found(f"the call took {reply.duration_ms / 1000:.1f} s", reply)
    if reply.error is not MISSING:
        yield from _judge_error(tool, reply, reply.error, shapes)
        return
    yield from _judge_shape(reply, shapes)
    if is_interim(reply.result):
        yield response_checks.INTERIM.found(
            "the tool asks for input before it returns a result", reply
        )
    elif isinstance(reply.result, dict):
        yield from _judge_result(tool, reply, reply.result)


def _no_answer(reply: Reply) -> Finding:
    if reply.kind is ReplyKind.TIMED_OUT:
        return response_checks.HANG.found(reply.problem or "no response before the timeout", reply)
    if reply.kind is ReplyKind.CLOSED:
        ending = str(reply.ending) if reply.ending else reply.problem or "closed the connection"
        return response_checks.CRASH.found(f"the server {ending} during the call", reply)
    if reply.http is not None and reply.http.status in _DENIED:
        return response_checks.DENIED.found(reply.problem or f"HTTP {reply.http.status}", reply)
    return response_checks.NO_JSON_RPC.found(
        reply.problem or "the response is not valid JSON-RPC", reply
    )


def _judge_company(reply: Reply, shapes: Shapes) -> Iterator[Finding]:
    """What the server sent while it worked on the call."""
    for message in (*reply.notifications, *reply.server_requests):
        method = message.get("method") if isinstance(message, dict) else None
        name = shapes.message("server", method) if isinstance(method, str) else None
        for misfit in misfits(shapes, name, message) if name else ():
            text = f"{method}: {misfit.message}"
            yield response_checks.MESSAGE_SHAPE.found(text, pointer=misfit.pointer, actual=message)


def _judge_shape(reply: Reply, shapes: Shapes) -> Iterator[Finding]:
    assert not isinstance(reply.result, Missing)
    interim = is_interim(reply.result) and "InputRequiredResult" in shapes.definitions
    name = "InputRequiredResult" if interim else "CallToolResult"
    for misfit in misfits(shapes, name, reply.result):
        pointer = f"/result{misfit.pointer}"
        yield response_checks.RESULT_SHAPE.found(misfit.message, reply, pointer=pointer)


def _judge_error(
    tool: ToolDescriptor, reply: Reply, error: Json, shapes: Shapes
) -> Iterator[Finding]:
    found = misfits(shapes, "Error", error)
    message = error.get("message") if isinstance(error, dict) else None
    if found or not isinstance(message, str):
        for misfit in found:
            pointer = f"/error{misfit.pointer}"
            yield response_checks.ERROR_SHAPE.found(
                misfit.message, reply, pointer=pointer, actual=error
            )
    else:
        text = f"error {reply.error_code}: {one_line(message)}"
        unknown = reply.error_code == _METHOD_NOT_FOUND or is_said_unknown(tool.name, message)
        yield (_not_callable if unknown else _rejected)(tool, reply, text, "/error")


def _judge_result(tool: ToolDescriptor, reply: Reply, result: JsonObject) -> Iterator[Finding]:
    flag = result.get("isError", False)
    if flag is True:
        said = first_text(result)
        text = (
            f"a tool error: {one_line(said)}"
            if isinstance(said, str)
            else "a tool error without text"
        )
        unknown = isinstance(said, str) and is_said_unknown(tool.name, said)
        yield (_not_callable if unknown else _rejected)(tool, reply, text, "/result")
    elif flag is False and tool.output_schema is not MISSING:
        yield from _judge_structure(tool.output_schema, reply, result)


def _not_callable(_tool: ToolDescriptor, reply: Reply, text: str, pointer: str) -> Finding:
    words = f"the server lists this tool, but calling it returns {text}"
    return response_checks.NOT_CALLABLE.found(words, reply, pointer=pointer)


def _rejected(tool: ToolDescriptor, reply: Reply, text: str, pointer: str) -> Finding:
    """The text of an exception comes first, since it says what to mend."""
    if is_bare_internal_error(reply):
        return response_checks.EXCEPTION_LIKELY.found(
            f"{text}, which says nothing about the arguments", reply, pointer=pointer
        )
    mismatch = output_error_in(reply, tool)
    if mismatch is not None:
        words = f"the tool's result does not match what it declares: {one_line(mismatch)}"
        return response_checks.OUTPUT_SCHEMA.found(words, reply, pointer=pointer)
    found = exception_in(reply)
    if found is None:
        return response_checks.REJECTED.found(
            f"returned {text} (the arguments match its schema)", reply, pointer=pointer
        )
    kind = response_checks.EXCEPTION if found.certain else response_checks.EXCEPTION_LIKELY
    return kind.found(exception_words(found), reply, pointer=pointer)


def exception_words(found: ExceptionText) -> str:
    """``looks like an uncaught Python exception (KeyError): 'city'``."""
    excerpt = one_line(found.excerpt)
    runtime = "" if found.runtime == TRACE else f"{found.runtime} "
    # Python's text of a KeyError is the key in quotes, and nothing else.
    key = runtime == "Python " and "KeyError" not in excerpt and _KEY.search(excerpt) is not None
    told = f"an uncaught {runtime}exception{' (KeyError)' if key else ''}: {excerpt}"
    return told if found.certain else f"looks like {told}"


def _judge_structure(schema: Json, reply: Reply, result: JsonObject) -> Iterator[Finding]:
    check = validator(schema)
    if check.schema_errors:
        text = f"the outputSchema cannot be used: {check.schema_errors[0].message}"
        yield response_checks.BAD_OUTPUT_SCHEMA.found(text, pointer="/outputSchema")
        return
    structured = result.get("structuredContent", MISSING)
    if structured is MISSING:
        text = "the tool has an outputSchema, but the result has no structuredContent"
        yield response_checks.OUTPUT_SCHEMA.found(text, reply, pointer="/result")
        return
    for error in check.errors(structured)[:10]:
        pointer = f"/result/structuredContent{error.pointer}"
        yield response_checks.OUTPUT_SCHEMA.found(error.message, reply, pointer=pointer)
