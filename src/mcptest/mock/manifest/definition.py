"""What a mock serves: tools, resources and prompts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeAlias

from mcptest.mock.caller import PendingCall
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record

DEFAULT_NAME = "mcptest-mock"
DEFAULT_VERSION = "1.0.0"


@record
class Response:
    """What a tool answers; ``error`` makes it a JSON-RPC error and the rest is not looked at."""

    content: tuple[Json, ...] | None = None
    structured: MaybeJson = MISSING
    is_error: bool = False
    error: JsonObject | None = None


Answer: TypeAlias = Callable[[JsonObject, PendingCall], Response]


@record
class MockTool:
    """``entry`` is the tool as ``tools/list`` shows it at the newest revision.

    ``answer`` makes the response of code, from arguments that fit the schema.
    """

    name: str
    entry: JsonObject
    response: Response | None = None
    validate: bool = True
    answer: Answer | None = None


@record
class MockResource:
    """``entry`` as listed; ``content`` is ``{"text": …}`` or ``{"blob": …}``."""

    uri: str
    entry: JsonObject
    content: JsonObject


@record
class MockTemplate:
    """A family of resources; ``content`` may say ``${name}`` for a variable of the template."""

    uri_template: str
    entry: JsonObject
    content: JsonObject


@record
class MockPrompt:
    """``messages`` may say ``${args.name}``."""

    name: str
    entry: JsonObject
    messages: tuple[JsonObject, ...]


@record
class MockDefinition:
    """A whole server; None for a kind means that its capability is not declared.

    ``withheld`` says of tools that are not offered why a call of them is refused.
    """

    name: str = DEFAULT_NAME
    version: str = DEFAULT_VERSION
    title: str | None = None
    instructions: str | None = None
    tools: tuple[MockTool, ...] | None = None
    resources: tuple[MockResource, ...] | None = None
    templates: tuple[MockTemplate, ...] | None = None
    prompts: tuple[MockPrompt, ...] | None = None
    page_size: int | None = None
    sse: bool = False
    withheld: Mapping[str, str] = field(default_factory=dict)

    @property
    def offers_resources(self) -> bool:
        """Resources are declared, or a tool embeds one (2025-06-18: such a server declares it)."""
        declared = self.resources is not None or self.templates is not None
        return declared or any(_embeds(tool) for tool in self.tools or ())


def _embeds(tool: MockTool) -> bool:
    content = tool.response.content if tool.response else None
    return any(isinstance(b, dict) and b.get("type") == "resource" for b in content or ())
