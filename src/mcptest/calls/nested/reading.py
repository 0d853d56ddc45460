"""Read the server's state between calls as a value that can be compared."""

from __future__ import annotations

import json
from collections.abc import Mapping

from mcptest.calls.reply import no_answer, roots_of, succeeded
from mcptest.calls.steps import Step, request_of
from mcptest.engine.context import Context
from mcptest.match.expectation import Expectation
from mcptest.match.path import Path
from mcptest.model.finding import Finding
from mcptest.model.json import Json, MaybeJson, Missing
from mcptest.model.location import Location
from mcptest.suite.entry import ToolEntry
from mcptest.wire.reply import Reply


class UnexpectedReplyError(Exception):
    """A call in between failed, so there is nothing to compare."""

    def __init__(self, finding: Finding, reply: Reply) -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.reply = reply


def checked(reply: Reply, where: Location, *, may_fail: bool = False) -> Reply:
    """The reply of a call that had to succeed, or at least to be answered.

    Raises: UnexpectedReplyError.
    """
    finding = no_answer(reply, where) or (None if may_fail else succeeded(reply, where))
    if finding is not None:
        raise UnexpectedReplyError(finding, reply)
    return reply


async def read_state(context: Context, step: Step, captured: Mapping[str, Json]) -> Json:
    """What the server tells about its state.

    Raises: UnexpectedReplyError, UnsetVariableError.
    """
    method, params = request_of(step, captured)
    reply = await context.request(method, params, timeout=step.timeout)
    found = value_of(checked(reply, step.where), None)
    return None if isinstance(found, Missing) else found


def late_expect(entry: ToolEntry, captured: Mapping[str, Json]) -> tuple[Expectation, ...] | None:
    """What the test expects, with captured values filled in.

    Raises: UnsetVariableError.
    """
    return None if entry.expect is None else entry.expect.resolve(captured).expectations()


def judges(entry: ToolEntry, block: str) -> bool:
    """Whether the test itself says what must hold of the block, so that nothing else does."""
    held = entry.expect.expectations() if entry.expect is not None else ()
    return any(one.target.root == block for one in held)


def value_of(reply: Reply, target: Path | None) -> MaybeJson:
    """The part of a response to compare: ``target``, else structured content, else the text.

    Text that is JSON is read as such: many tools have no other way to give data.
    """
    roots = roots_of(reply)
    if target is not None:
        return _parsed(target.resolve(roots))
    result = reply.result
    if isinstance(result, dict) and "structuredContent" in result:
        return result["structuredContent"]
    text = roots["text"]
    return _parsed(text) if text else result


def _parsed(value: MaybeJson) -> MaybeJson:
    if not isinstance(value, str) or not value.lstrip().startswith(("{", "[")):
        return value
    try:
        found: Json = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return found
