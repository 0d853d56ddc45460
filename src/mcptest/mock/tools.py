"""``tools/list`` and ``tools/call``."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mcptest.mock.caller import PendingCall
from mcptest.mock.fill import fill, fill_text
from mcptest.mock.manifest.definition import MockDefinition, MockTool, Response
from mcptest.mock.paging import page
from mcptest.mock.rpc import INVALID_PARAMS, RpcError
from mcptest.mock.shape import content_block, may_structure, tool_entry
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion

if TYPE_CHECKING:
    from mcptest.schema.validate import Validator

_MOST_TROUBLES: Final = 5


class Tools:
    """The tools of one definition; a schema is compiled when its tool is first called."""

    def __init__(self, definition: MockDefinition) -> None:
        self._tools = definition.tools or ()
        self._size = definition.page_size
        self._withheld = definition.withheld
        self._by_name = {tool.name: tool for tool in self._tools}
        self._validators: dict[str, Validator] = {}
        self._defaults: dict[str, Response] = {}

    def listed(self, params: JsonObject, version: SpecVersion) -> JsonObject:
        entries = [tool_entry(tool.entry, version) for tool in self._tools]
        return page("tools", entries, params, self._size)

    def find(self, name: Json) -> MockTool | None:
        return self._by_name.get(name) if isinstance(name, str) else None

    def called(
        self, params: JsonObject, version: SpecVersion, caller: PendingCall | None = None
    ) -> JsonObject:
        """The result of a call.

        Raises: RpcError.
        """
        name = params.get("name")
        if not isinstance(name, str):
            raise RpcError(INVALID_PARAMS, "tools/call requires the name of a tool")
        tool = self._by_name.get(name)
        if tool is None:
            raise RpcError(INVALID_PARAMS, self._withheld.get(name, f"unknown tool: {name}"))
        arguments = params.get("arguments", {})
        if not isinstance(arguments, dict):
            raise RpcError(INVALID_PARAMS, "arguments must be an object")
        if troubles := self._troubles(tool, arguments):
            return _refused(tool, troubles, version)
        if tool.answer is not None:
            return _result(tool, tool.answer(arguments, caller or PendingCall()), version)
        return _result(tool, _filled(self._response(tool), arguments), version)

    def _troubles(self, tool: MockTool, arguments: JsonObject) -> list[str]:
        schema = tool.entry.get("inputSchema")
        if not tool.validate or not isinstance(schema, dict) or _is_open(schema):
            return []
        if tool.name not in self._validators:
            from mcptest.schema.validate import validator

            self._validators[tool.name] = validator(schema)
        compiled = self._validators[tool.name]
        if compiled.schema_errors:
            return []
        errors = compiled.errors(arguments)[:_MOST_TROUBLES]
        return [f"{error.pointer or '/'}: {error.message}" for error in errors]

    def _response(self, tool: MockTool) -> Response:
        if tool.response is not None:
            return tool.response
        if tool.name not in self._defaults:
            self._defaults[tool.name] = _default(tool)
        return self._defaults[tool.name]


def _is_open(schema: JsonObject) -> bool:
    """A schema that any object fits; checking it would load the validator for nothing."""
    return schema.keys() <= {"type", "description", "title"} and schema.get("type") == "object"


def _default(tool: MockTool) -> Response:
    structured: MaybeJson = MISSING
    if "outputSchema" in tool.entry:
        from mcptest.schema.synth import synthesize

        structured = synthesize(tool.entry["outputSchema"]).value
    if structured is not MISSING:
        return Response(structured=structured)
    return Response(content=({"type": "text", "text": f"{tool.name} was called"},))


def _refused(tool: MockTool, troubles: list[str], version: SpecVersion) -> JsonObject:
    """Bad arguments: a tool error from 2025-11-25 on, a protocol error before."""
    words = f"invalid arguments for {tool.name}: " + "; ".join(troubles)
    if version < SpecVersion.V2025_11_25:
        raise RpcError(INVALID_PARAMS, words)
    return {"content": [{"type": "text", "text": words}], "isError": True}


def _filled(response: Response, arguments: JsonObject) -> Response:
    """The response of a file, with the arguments in it.

    Raises: RpcError where it is to be one.
    """
    roots: dict[str, Json] = {"args": arguments}
    if response.error is not None:
        raise _error(response.error, roots)
    content, structured = response.content, response.structured
    if content is not None:
        content = tuple(fill(block, roots, typed=False) for block in content)
    if structured is not MISSING:
        structured = fill(structured, roots)
    return replace(response, content=content, structured=structured)


def _result(tool: MockTool, response: Response, version: SpecVersion) -> JsonObject:
    structured = response.structured
    blocks = _content(response)
    result: JsonObject = {"content": [content_block(block, version) for block in blocks]}
    if structured is not MISSING and _may_carry(tool, structured, version):
        result["structuredContent"] = structured
    if response.is_error:
        result["isError"] = True
    return result


def _error(error: JsonObject, roots: dict[str, Json]) -> RpcError:
    code, message = error["code"], error["message"]
    assert isinstance(code, int)
    assert isinstance(message, str)
    data = fill(error["data"], roots) if "data" in error else MISSING
    return RpcError(code, fill_text(message, roots), data)


def _content(response: Response) -> list[Json]:
    """The blocks; structured output alone is repeated as text (2025-06-18, tools)."""
    if response.content is not None:
        return list(response.content)
    if response.structured is MISSING:
        return []
    return [{"type": "text", "text": json.dumps(response.structured, ensure_ascii=False)}]


def _may_carry(tool: MockTool, structured: Json, version: SpecVersion) -> bool:
    if version >= SpecVersion.V2026_07_28:
        return True
    schema = tool.entry.get("outputSchema", {"type": "object"})
    return isinstance(structured, dict) and may_structure(schema, version)
