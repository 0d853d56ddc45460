"""The shape of ``mock_server:``, from the file to a definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any as Value
from typing import Final

from mcptest.errors import Problem
from mcptest.mock.manifest.content import Content
from mcptest.mock.manifest.definition import (
    DEFAULT_NAME,
    DEFAULT_VERSION,
    MockDefinition,
    MockPrompt,
    MockTool,
    Response,
)
from mcptest.mock.manifest.resource import RESOURCE, TEMPLATE
from mcptest.mock.manifest.spelling import one_spelling, pick
from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.suite.shape import (
    Any,
    Either,
    Flag,
    Integer,
    Key,
    ListOf,
    Object,
    OneOf,
    Shape,
    Text,
    complain,
)
from mcptest.suite.yaml.node import Node

_EMPTY_SCHEMA: Final[JsonObject] = {"type": "object", "properties": {}}


def _response(**members: Value) -> Response:
    content = members.get("content")
    if "text" in members:
        content = ({"type": "text", "text": members["text"]}, *(content or ()))
    return Response(
        content=content,
        structured=members.get("structuredContent", members.get("structured_content", MISSING)),
        is_error=members.get("isError", members.get("is_error", False)),
        error=members.get("error"),
    )


def _spoken(text: str) -> Response:
    return _response(text=text)


class _Words(Text):
    """A bare text for a whole answer."""

    def read(self, node: Node, problems: list[Problem], scope: Value) -> Value:
        text = super().read(node, problems, scope)
        return _spoken(text) if isinstance(text, str) else text


ERROR: Final[Shape[JsonObject]] = Object(
    "mock error",
    {
        "code": Key(Integer(), required=True, doc="JSON-RPC error code."),
        "message": Key(Text(), required=True),
        "data": Key(Any()),
    },
)
_RESPONSE_KEYS: Final = {
    "content": Key(ListOf(Content()), doc="Content blocks; `${args.x}` is replaced."),
    "structuredContent": Key(
        Any(), doc="Structured output; repeated as text if `content` is omitted."
    ),
    "structured_content": Key(Any(), doc="Same as structuredContent."),
    "isError": Key(Flag(), doc="Return a tool error.", default=False),
    "is_error": Key(Flag(), doc="Same as isError."),
    "text": Key(Text(empty=True), doc="Short form for one text block."),
    "error": Key(ERROR, doc="Return a JSON-RPC error."),
}
RESPONSE: Final[Shape[Response]] = Either(
    _Words(empty=True),
    Object("mock response", _RESPONSE_KEYS, _response, check=one_spelling),
    label="a string or an object (mock response)",
)


def _tool(**members: Value) -> MockTool:
    entry: JsonObject = {"name": members["name"], **pick(members, "title", "description")}
    schema = members.get("inputSchema", members.get("input_schema", _EMPTY_SCHEMA))
    entry["inputSchema"] = schema
    if "outputSchema" in members or "output_schema" in members:
        entry["outputSchema"] = members.get("outputSchema", members.get("output_schema"))
    entry.update(pick(members, "annotations", "icons", "_meta"))
    return MockTool(
        members["name"], entry, members.get("response"), validate=members.get("validate", True)
    )


TOOL: Final = Object(
    "mock tool",
    {
        "name": Key(Text(), required=True),
        "title": Key(Text()),
        "description": Key(Text()),
        "inputSchema": Key(Any(), doc="JSON Schema of the arguments; any object by default."),
        "input_schema": Key(Any(), doc="Same as inputSchema."),
        "outputSchema": Key(Any(), doc="JSON Schema of structuredContent."),
        "output_schema": Key(Any(), doc="Same as outputSchema."),
        "annotations": Key(Any(), doc="readOnlyHint, destructiveHint, idempotentHint, and so on."),
        "icons": Key(Any()),
        "_meta": Key(Any()),
        "response": Key(RESPONSE, doc="Response to a call."),
        "validate": Key(Flag(), doc="Validate arguments against inputSchema.", default=True),
    },
    _tool,
    check=one_spelling,
)


def _prompt(**members: Value) -> MockPrompt:
    entry: JsonObject = {"name": members["name"], **pick(members, "title", "description")}
    if "arguments" in members:
        entry["arguments"] = list(members["arguments"])
    entry.update(pick(members, "icons", "_meta"))
    block: Json = {"type": "text", "text": members.get("text", "")}
    messages = members.get("messages", ({"role": "user", "content": block},))
    return MockPrompt(members["name"], entry, messages)


def _text_or_messages(members: Mapping[str, Value], node: Node, problems: list[Problem]) -> None:
    if ("text" in members) == ("messages" in members):
        words = "a mock prompt must have either text or messages"
        complain(problems, "mock-prompt", words, node)


PROMPT: Final = Object(
    "mock prompt",
    {
        "name": Key(Text(), required=True),
        "title": Key(Text()),
        "description": Key(Text()),
        "arguments": Key(
            ListOf(
                Object(
                    "prompt argument",
                    {
                        "name": Key(Text(), required=True),
                        "title": Key(Text()),
                        "description": Key(Text()),
                        "required": Key(Flag(), default=False),
                    },
                )
            )
        ),
        "text": Key(Text(), doc="One user message; `${args.x}` is replaced."),
        "messages": Key(
            ListOf(
                Object(
                    "prompt message",
                    {
                        "role": Key(OneOf("user", "assistant"), required=True),
                        "content": Key(Content(), required=True),
                    },
                )
            )
        ),
        "icons": Key(Any()),
        "_meta": Key(Any()),
    },
    _prompt,
    check=_text_or_messages,
)


def _server(**members: Value) -> MockDefinition:
    templates = members.pop("resourceTemplates", members.pop("resource_templates", None))
    return MockDefinition(**members, templates=templates)


def _unique(members: Mapping[str, Value], node: Node, problems: list[Problem]) -> None:
    one_spelling(members, node, problems)
    for kind, member in (("tools", "name"), ("resources", "uri"), ("prompts", "name")):
        seen: set[str] = set()
        for item, place in zip(members.get(kind, ()), node.get(kind) or (), strict=True):
            key = getattr(item, member)
            if key in seen:
                words = f'two {kind} have the {member} "{key}"'
                complain(problems, "mock-duplicate", words, place.get(member) or place)
            seen.add(key)


SERVER: Final = Object(
    "mock server",
    {
        "name": Key(Text(), doc="serverInfo.name", default=DEFAULT_NAME),
        "version": Key(Text(), doc="serverInfo.version", default=DEFAULT_VERSION),
        "title": Key(Text()),
        "instructions": Key(Text()),
        "tools": Key(ListOf(TOOL)),
        "resources": Key(ListOf(RESOURCE)),
        "resource_templates": Key(ListOf(TEMPLATE)),
        "resourceTemplates": Key(ListOf(TEMPLATE), doc="Same as resource_templates."),
        "prompts": Key(ListOf(PROMPT)),
        "page_size": Key(Integer(minimum=1), doc="Entries per page; all on one page by default."),
        "sse": Key(Flag(), doc="Respond to HTTP requests with an event stream.", default=False),
    },
    _server,
    check=_unique,
)
MANIFEST: Final[Shape[MockDefinition]] = Object(
    "mock file", {"mock_server": Key(SERVER, required=True)}, lambda mock_server: mock_server
)
