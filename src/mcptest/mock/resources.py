"""``resources/list``, ``resources/templates/list`` and ``resources/read``."""

from __future__ import annotations

from mcptest.mock.fill import fill
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.manifest.uri_template import match_uri, template_pattern
from mcptest.mock.paging import page
from mcptest.mock.rpc import INVALID_PARAMS, RESOURCE_NOT_FOUND, RpcError
from mcptest.mock.shape import entry_of
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion


class Resources:
    """The resources of one definition."""

    def __init__(self, definition: MockDefinition) -> None:
        self._resources = definition.resources or ()
        self._templates = definition.templates or ()
        self._size = definition.page_size
        self._by_uri = {resource.uri: resource for resource in self._resources}
        self._patterns = [(template_pattern(t.uri_template), t) for t in self._templates]

    def listed(self, params: JsonObject, version: SpecVersion) -> JsonObject:
        entries = [entry_of(resource.entry, version) for resource in self._resources]
        return page("resources", entries, params, self._size)

    def templates(self, params: JsonObject, version: SpecVersion) -> JsonObject:
        entries = [entry_of(template.entry, version) for template in self._templates]
        return page("resourceTemplates", entries, params, self._size)

    def read(self, params: JsonObject, version: SpecVersion) -> JsonObject:
        """One resource.

        Raises: RpcError with the code that the revision has for a missing one.
        """
        uri = params.get("uri")
        if not isinstance(uri, str):
            raise RpcError(INVALID_PARAMS, "resources/read requires a uri")
        if resource := self._by_uri.get(uri):
            return _contents(uri, resource.entry, resource.content)
        for pattern, template in self._patterns:
            values = match_uri(pattern, uri) if pattern else None
            if values is not None:
                filled = fill(template.content, {**values}, typed=False)
                assert isinstance(filled, dict)
                return _contents(uri, template.entry, filled)
        stateless = version >= SpecVersion.V2026_07_28
        code = INVALID_PARAMS if stateless else RESOURCE_NOT_FOUND
        raise RpcError(code, "resource not found", {"uri": uri})


def _contents(uri: str, entry: JsonObject, content: JsonObject) -> JsonObject:
    mime: dict[str, Json] = {"mimeType": entry["mimeType"]} if "mimeType" in entry else {}
    return {"contents": [{"uri": uri, **mime, **content}]}
