"""Whether a call with valid arguments succeeded, was rejected or crashed."""

from __future__ import annotations

import re
from typing import Final

from mcptest.engine.answer import AnswerKind, error_text, sort_answer
from mcptest.model.error_texts.exception_text import ExceptionText, find_exception, is_masked
from mcptest.model.error_texts.output_error import find_output_error
from mcptest.model.json import MISSING, JsonObject
from mcptest.model.texts import texts_in
from mcptest.model.tool import ToolDescriptor
from mcptest.model.valid_calls import CallOutcome
from mcptest.wire.reply import Reply

_OUTCOMES: Final = {
    AnswerKind.RESULT: CallOutcome.SUCCEEDED,
    AnswerKind.ERROR: CallOutcome.REJECTED,
    AnswerKind.TOOL_ERROR: CallOutcome.REJECTED,
    AnswerKind.REFUSED: CallOutcome.REJECTED,
    AnswerKind.CRASH: CallOutcome.CRASHED,
}
_NAMES_TOOL: Final = re.compile(r"\b(?:[Tt]ool|invoking) ['\"]?(?P<tool>[\w./-]+)")
_INTERNAL_ERROR: Final = -32603
_SAYS_NOTHING: Final = re.compile(
    r"(?i)\s*(?:(?:mcp )?error )?(?:-32603:? ?)?(?:internal (?:json-rpc |server )?error)?[.!]?\s*"
)
_HIDDEN: Final = "an exception whose text the SDK hides: "


def outcome_of(reply: Reply, tool: ToolDescriptor | None = None) -> CallOutcome:
    """A tool error counts as a crash only if its text is certainly that of an exception.

    So does a bare "Internal error": a deliberate rejection gives a reason. So does an SDK's error
    about the tool's own result, which no arguments can avoid.
    """
    outcome = _OUTCOMES.get(sort_answer(reply).kind, CallOutcome.UNANSWERED)
    if is_bare_internal_error(reply):
        return CallOutcome.CRASHED
    if outcome is not CallOutcome.REJECTED:
        return outcome
    if output_error_in(reply, tool) is not None:
        return CallOutcome.CRASHED
    found = exception_in(reply)
    return CallOutcome.CRASHED if found is not None and found.certain else outcome


def is_bare_internal_error(reply: Reply) -> bool:
    """JSON-RPC's -32603 with the text that stands beside it in the specification, and no data."""
    error = reply.error
    if not isinstance(error, dict) or reply.error_code != _INTERNAL_ERROR or error.get("data"):
        return False
    message = error.get("message")
    return isinstance(message, str) and _SAYS_NOTHING.fullmatch(message) is not None


def exception_in(reply: Reply) -> ExceptionText | None:
    """What the error, or for an SDK that hides it the log on stderr, says of an exception."""
    text = _told(reply)
    sent = _params(reply).get("arguments", MISSING)
    if not is_masked(text):
        return find_exception(text, sent=sent)
    logged = find_exception(_logged(reply), sent=sent)
    if logged is not None and logged.certain:
        return logged
    return ExceptionText("SDK", f"{_HIDDEN}{text.strip()}", certain=False)


def output_error_in(reply: Reply, tool: ToolDescriptor | None) -> str | None:
    """What the SDK says of a result that does not match the tool's outputSchema."""
    text = _told(reply)
    sent = texts_in(_params(reply).get("arguments", MISSING))
    schema = tool.output_schema if tool is not None else MISSING
    return find_output_error(_logged(reply) if is_masked(text) else text, schema, sent=sent)


def _logged(reply: Reply) -> str:
    """What the log says below a line that names the tool, up to one that names another.

    Calls that ran at the same time have their exceptions in the same log.
    """
    wanted = _params(reply).get("name")
    owner: str | None = None
    mine: list[str] = []
    for line in reply.stderr.splitlines():
        named = None if line.startswith(" ") else _NAMES_TOOL.search(line)
        owner = named["tool"] if named else owner
        if owner == wanted:
            mine.append(line)
    return "\n".join(mine)


def _told(reply: Reply) -> str:
    """The text for people where there is any, since a sign may have to be all of it."""
    if isinstance(reply.error, dict):
        message, data = reply.error.get("message"), reply.error.get("data", MISSING)
        return "\n".join(
            filter(None, [message if isinstance(message, str) else "", texts_in(data)])
        )
    result = reply.result if isinstance(reply.result, dict) else {}
    content = result.get("content")
    blocks = (
        [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    )
    texts = [text for block in blocks if isinstance(text := block.get("text"), str)]
    return "\n".join(texts) if any(texts) else error_text(reply)


def _params(reply: Reply) -> JsonObject:
    params = reply.request.get("params") if isinstance(reply.request, dict) else None
    return params if isinstance(params, dict) else {}
