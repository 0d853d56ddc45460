"""A test to be written: what it calls, and what its reader should know."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mcptest.model.escape import one_line
from mcptest.model.json import Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import Classification, ToolClass
from mcptest.safety.refusals import ONLY_AS_TASK
from mcptest.safety.words import split_words
from mcptest.schema.synth import Synthesis

REVIEW = "review before first run"
_LONGEST_REMARK = 160
# A second call of a tool that creates something is often rejected, and rightly.
_MAKING_WORDS = frozenset(("create", "insert", "add"))
_THERE_ALREADY = re.compile(r"(?i)\b(?:already|exists?|duplicate|conflict)\b")
_ONLY_AN_ANSWER = "accepts a result or a tool error, because a repeated call may fail"


@dataclass(frozen=True, slots=True)
class DraftedTest:
    """One entry of a block; ``remarks`` become comments above it, ``body`` its keys in order."""

    block: str  # tools | resources | prompts
    subject: str  # the tool, the URI or the prompt
    body: JsonObject
    remarks: tuple[str, ...] = ()


def tool_draft(
    tool: ToolDescriptor, found: Classification, arguments: Synthesis, trouble: str | None
) -> DraftedTest:
    """``trouble`` is what went wrong when the call was tried; None where it went well."""
    body: JsonObject = {"name": f"{tool.name} works", "tool": tool.name}
    if isinstance(arguments.value, dict):
        body["args"] = escape_references(arguments.value)
    remarks = [remark(tool.description)] if tool.description else []
    if found.tool_class in {ToolClass.MUTATING, ToolClass.DESTRUCTIVE}:
        body["serial"] = True
    if found.tool_class is ToolClass.MUTATING and tool.task_support != "required":
        remarks.append(remark(f"mutating ({found.reason}), so it runs alone"))
        if not _repeatable(tool) and (trouble is None or _THERE_ALREADY.search(trouble)):
            trouble = None
            remarks.append(_ONLY_AN_ANSWER)
            body["name"] = f"{tool.name} responds"
            body["expect"] = [{"target": "result.content", "matcher": {"type": "array"}}]
    reason = _skip_reason(tool, found, arguments, trouble)
    if reason:
        if found.tool_class is ToolClass.DESTRUCTIVE:
            remarks.append(remark(reason))
        body["skip"] = escape_references(remark(reason))
    return DraftedTest("tools", tool.name, body, tuple(remarks))


def resource_draft(uri: str, name: str | None, trouble: str | None) -> DraftedTest:
    body: JsonObject = {"name": f"{uri} can be read", "uri": escape_references(uri)}
    return _troubled(DraftedTest("resources", uri, body, _described(name)), trouble)


def prompt_draft(
    name: str, description: str | None, arguments: JsonObject, trouble: str | None
) -> DraftedTest:
    body: JsonObject = {"name": f"{name} can be rendered", "prompt": name}
    if arguments:
        body["args"] = escape_references(arguments)
    return _troubled(DraftedTest("prompts", name, body, _described(description)), trouble)


def _repeatable(tool: ToolDescriptor) -> bool:
    hints = tool.annotations if isinstance(tool.annotations, dict) else {}
    if hints.get("idempotentHint") is True:
        return True
    return hints.get("idempotentHint") is not False and not _MAKING_WORDS & set(
        split_words(tool.name)
    )


def _skip_reason(
    tool: ToolDescriptor, found: Classification, arguments: Synthesis, trouble: str | None
) -> str | None:
    if found.tool_class is ToolClass.DESTRUCTIVE:
        return f"{REVIEW}: {tool.name} is destructive ({found.reason})"
    if tool.task_support == "required":
        return f'{ONLY_AS_TASK}, because execution.taskSupport is "required"'
    if arguments.problem:
        return f"needs real arguments: {arguments.problem}"
    return trouble


def _troubled(draft: DraftedTest, trouble: str | None) -> DraftedTest:
    if trouble is None:
        return draft
    body: JsonObject = {**draft.body, "skip": escape_references(remark(trouble))}
    return DraftedTest(draft.block, draft.subject, body, draft.remarks)


def _described(text: str | None) -> tuple[str, ...]:
    return (remark(text),) if text else ()


def remark(text: str) -> str:
    """Text for a comment: the first paragraph, on one line, made visible and not too long."""
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    shown = one_line(paragraph, limit=10 * _LONGEST_REMARK)
    if len(shown) <= _LONGEST_REMARK:
        return shown
    cut = shown[: _LONGEST_REMARK - 1]
    return f"{cut.rpartition(' ')[0] or cut}…"


def escape_references(value: Json) -> Json:
    """``${`` means a variable in a suite; doubled, the dollar stands for itself."""
    if isinstance(value, str):
        return value.replace("${", "$${")
    if isinstance(value, list):
        return [escape_references(item) for item in value]
    if isinstance(value, dict):
        return {key: escape_references(item) for key, item in value.items()}
    return value
