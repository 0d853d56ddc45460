"""Correct and wrong answers to the input that a server requests in a result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.schema.pointer import follow_pointer

SAMPLED: Final[JsonObject] = {
    "role": "assistant",
    "content": {"type": "text", "text": "mcptest"},
    "model": "mcptest",
}
SAMPLING: Final = "sampling/createMessage"
TOOL_USE: Final = "mcptest-tool-use"
WRONG_NUMBER: Final = 987654321  # in place of a text
WRONG_TEXT: Final = "mcptest-987654321"  # in place of anything else


def retry(asked: JsonObject, action: str = "accept") -> JsonObject:
    """The members that a retry adds to its request, with an answer to every question."""
    return retry_with(asked, {key: answer(one, action) for key, one in questions_of(asked)})


def broken_retry(asked: JsonObject) -> JsonObject | None:
    """The same with one field of a form against its schema; None where no form is asked."""
    for key, one in questions_of(asked):
        content = _broken_content(one)
        if content is not None:
            good = {name: answer(other, "accept") for name, other in questions_of(asked)}
            return retry_with(asked, {**good, key: {"action": "accept", "content": content}})
    return None


def odd_retry(asked: JsonObject) -> JsonObject:
    """The same with a number in place of every answer."""
    return retry_with(asked, {key: WRONG_NUMBER for key, _ in questions_of(asked)})


def questions_of(asked: JsonObject) -> list[tuple[str, Json]]:
    requests = asked.get("inputRequests")
    return list(requests.items()) if isinstance(requests, dict) else []


def answer(request: Json, action: str) -> Json:
    """One answer; ``action`` counts for elicitation only."""
    method = request.get("method") if isinstance(request, dict) else None
    if method == "roots/list":
        return {"roots": []}
    if method == SAMPLING:
        return SAMPLED
    if action != "accept" or follow_pointer(request, "/params/mode") == "url":
        return {"action": action}
    return {"action": action, "content": _content(request)}


def sampled_with_tools(request: JsonObject, may_use: Callable[[JsonObject], bool]) -> Json:
    """What a model says that once uses the first tool that it is offered and may use."""
    asked = {key: follow_pointer(request, f"/params/{key}") for key in ("tools", "messages")}
    forbidden = follow_pointer(request, "/params/toolChoice/mode") == "none"
    is_new = not any(
        block.get("type") == "tool_result" for _, block in blocks_of(asked["messages"])
    )
    tools = asked["tools"] if is_new and not forbidden else None
    named = [
        tool
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict) and isinstance(tool.get("name"), str) and may_use(tool)
    ]
    if not named:
        return {**SAMPLED, "stopReason": "endTurn"}
    use: JsonObject = {"type": "tool_use", "id": TOOL_USE, "name": named[0]["name"]}
    content: Json = [{**use, "input": _synthesized(named[0].get("inputSchema"))}]
    return {**SAMPLED, "content": content, "stopReason": "toolUse"}


def blocks_of(messages: MaybeJson) -> Iterator[tuple[int, JsonObject]]:
    """Each content block of sampling messages, with the place of its message."""
    for place, message in enumerate(messages if isinstance(messages, list) else ()):
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else [content]:
            if isinstance(block, dict):
                yield place, block


def retry_with(asked: JsonObject, answers: JsonObject) -> JsonObject:
    """The members that a retry adds to its request, with these answers."""
    state = {"requestState": asked["requestState"]} if "requestState" in asked else {}
    return {"inputResponses": answers, **state}


def _content(request: Json) -> JsonObject:
    return _synthesized(follow_pointer(request, "/params/requestedSchema"))


def _synthesized(schema: MaybeJson) -> JsonObject:
    from mcptest.schema.synth import synthesize

    made = synthesize(schema, all_arguments=True).value if isinstance(schema, dict) else {}
    return made if isinstance(made, dict) else {}


def _broken_content(request: Json) -> JsonObject | None:
    fields = follow_pointer(request, "/params/requestedSchema/properties")
    required = follow_pointer(request, "/params/requestedSchema/required")
    names = required if isinstance(required, list) else []
    for name in names if isinstance(fields, dict) else ():
        field = fields.get(name) if isinstance(fields, dict) and isinstance(name, str) else None
        kind = field.get("type") if isinstance(field, dict) else None
        if isinstance(kind, str) and isinstance(name, str):
            wrong: Json = WRONG_NUMBER if kind == "string" else WRONG_TEXT
            return {**_content(request), name: wrong}
    return None
