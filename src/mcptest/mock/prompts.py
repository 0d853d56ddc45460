"""``prompts/list`` and ``prompts/get``."""

from __future__ import annotations

from mcptest.mock.fill import fill
from mcptest.mock.manifest.definition import MockDefinition, MockPrompt
from mcptest.mock.paging import page
from mcptest.mock.rpc import INVALID_PARAMS, RpcError
from mcptest.mock.shape import content_block, prompt_entry
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion


class Prompts:
    """The prompts of one definition."""

    def __init__(self, definition: MockDefinition) -> None:
        self._prompts = definition.prompts or ()
        self._size = definition.page_size
        self._by_name = {prompt.name: prompt for prompt in self._prompts}

    def listed(self, params: JsonObject, version: SpecVersion) -> JsonObject:
        entries = [prompt_entry(prompt.entry, version) for prompt in self._prompts]
        return page("prompts", entries, params, self._size)

    def got(self, params: JsonObject, version: SpecVersion) -> JsonObject:
        """The messages of one prompt.

        Raises: RpcError.
        """
        name = params.get("name")
        prompt = self._by_name.get(name) if isinstance(name, str) else None
        if prompt is None:
            raise RpcError(INVALID_PARAMS, f"unknown prompt: {name}")
        arguments = params.get("arguments", {})
        if not isinstance(arguments, dict) or not all(
            isinstance(value, str) for value in arguments.values()
        ):
            raise RpcError(INVALID_PARAMS, "the arguments of a prompt must be an object of strings")
        if missing := _missing(prompt, arguments):
            raise RpcError(INVALID_PARAMS, f"missing arguments: {', '.join(missing)}")
        described = {k: v for k, v in prompt.entry.items() if k == "description"}
        return {**described, "messages": [_said(m, arguments, version) for m in prompt.messages]}


def _missing(prompt: MockPrompt, arguments: JsonObject) -> list[str]:
    declared = prompt.entry.get("arguments", [])
    assert isinstance(declared, list)
    return [
        str(argument["name"])
        for argument in declared
        if isinstance(argument, dict)
        and argument.get("required") is True
        and argument["name"] not in arguments
    ]


def _said(message: JsonObject, arguments: JsonObject, version: SpecVersion) -> Json:
    content = fill(message["content"], {"args": arguments}, typed=False)
    return {"role": message["role"], "content": content_block(content, version)}
