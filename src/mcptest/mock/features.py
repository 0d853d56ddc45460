"""The methods that both eras share, and their capabilities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from mcptest.mock.caller import PendingCall
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.prompts import Prompts
from mcptest.mock.resources import Resources
from mcptest.mock.rpc import METHOD_NOT_FOUND, RpcError
from mcptest.mock.shape import entry_of
from mcptest.mock.tools import Tools
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion

CALL: Final = "tools/call"
Method: TypeAlias = Callable[[JsonObject, SpecVersion], JsonObject]


class Features:
    """What a definition offers; a method whose capability is not declared does not exist."""

    def __init__(self, definition: MockDefinition) -> None:
        self.definition = definition
        self.tools = Tools(definition)
        self.capabilities: JsonObject = {}
        self.methods: dict[str, Method] = {}
        if definition.tools is not None:
            self._declare("tools", {"tools/list": self.tools.listed, CALL: self.tools.called})
        if definition.offers_resources:
            resources = Resources(definition)
            methods: dict[str, Method] = {
                "resources/list": resources.listed,
                "resources/templates/list": resources.templates,
                "resources/read": resources.read,
            }
            self._declare("resources", methods)
        if definition.prompts is not None:
            prompts = Prompts(definition)
            self._declare("prompts", {"prompts/list": prompts.listed, "prompts/get": prompts.got})

    def _declare(self, capability: str, methods: dict[str, Method]) -> None:
        self.capabilities[capability] = {"listChanged": False}
        self.methods.update(methods)

    def answer(
        self,
        method: str,
        params: JsonObject,
        version: SpecVersion,
        caller: PendingCall | None = None,
    ) -> JsonObject:
        """The result of a request.

        Raises: RpcError.
        """
        if method not in self.methods:
            raise RpcError(METHOD_NOT_FOUND, f"unknown method: {method}")
        if method == CALL:
            return self.tools.called(params, version, caller)
        return self.methods[method](params, version)

    def server_info(self, version: SpecVersion) -> JsonObject:
        title = {} if self.definition.title is None else {"title": self.definition.title}
        info: JsonObject = {"name": self.definition.name, "version": self.definition.version}
        return entry_of({**info, **title}, version)

    def instructions(self) -> JsonObject:
        text = self.definition.instructions
        return {} if text is None else {"instructions": text}
