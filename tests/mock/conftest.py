"""One small server that uses every part of a definition, and ways to talk to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcptest.mock.manifest.definition import (
    MockDefinition,
    MockPrompt,
    MockResource,
    MockTemplate,
    MockTool,
    Response,
)
from mcptest.mock.server import MockServer
from mcptest.model.json import MISSING
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.shapes.misfit import misfits
from mcptest.shapes.shapes import shapes_of

SCHEMAS = Path(__file__).parents[3] / "shared" / "mcp-schema"
REVISIONS = [version for version in SpecVersion if version is not SpecVersion.DRAFT]
PIXEL = "aGVsbG8="

SEARCH = MockTool(
    "search",
    {
        "name": "search",
        "title": "Search",
        "description": "Find records.",
        "inputSchema": {
            "type": "object",
            "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
            "required": ["query"],
            "additionalProperties": False,
        },
        "annotations": {"readOnlyHint": True},
        "icons": [{"src": "https://example.com/icon.png"}],
        "execution": {"taskSupport": "optional"},
    },
    Response(content=({"type": "text", "text": "found ${args.query} within ${args.limit}"},)),
)
COUNT = MockTool(
    "count",
    {
        "name": "count",
        "inputSchema": {"type": "object"},
        "outputSchema": {
            "type": "object",
            "properties": {"n": {"type": "integer"}},
            "required": ["n"],
        },
    },
    Response(structured={"n": "${args.n}"}),
)
LISTING = MockTool(
    "listing",
    {"name": "listing", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}},
    Response(structured=[1, 2]),
)
MEDIA = MockTool(
    "media",
    {"name": "media", "inputSchema": {"type": "object"}},
    Response(
        content=(
            {"type": "audio", "data": PIXEL, "mimeType": "audio/wav"},
            {"type": "resource_link", "uri": "shop://a", "name": "a"},
            {"type": "image", "data": PIXEL, "mimeType": "image/png"},
        )
    ),
)
BROKEN = MockTool(
    "broken",
    {"name": "broken", "inputSchema": {"type": "object"}},
    Response(error={"code": -32603, "message": "no ${args.what}", "data": {"x": "${args.n}"}}),
)
FAILING = MockTool(
    "failing",
    {"name": "failing", "inputSchema": {"type": "object"}},
    Response(content=({"type": "text", "text": "sorry"},), is_error=True),
)
SHOP = MockDefinition(
    name="shop",
    version="2.0",
    title="The shop",
    instructions="Ask nicely.",
    tools=(SEARCH, COUNT, LISTING, MEDIA, BROKEN, FAILING),
    resources=(
        MockResource(
            "shop://a",
            {"uri": "shop://a", "name": "a", "title": "A", "mimeType": "text/plain"},
            {"text": "alpha"},
        ),
        MockResource("shop://b", {"uri": "shop://b", "name": "b"}, {"blob": PIXEL}),
    ),
    templates=(
        MockTemplate(
            "shop://items/{id}",
            {"uriTemplate": "shop://items/{id}", "name": "item", "mimeType": "text/plain"},
            {"text": "item ${id}"},
        ),
    ),
    prompts=(
        MockPrompt(
            "greet",
            {
                "name": "greet",
                "description": "Greets.",
                "arguments": [{"name": "who", "title": "Who", "required": True}, {"name": "how"}],
            },
            ({"role": "user", "content": {"type": "text", "text": "Hello ${args.who}"}},),
        ),
    ),
)


@pytest.fixture
def shop() -> MockDefinition:
    return SHOP


@pytest.fixture
def connect():
    """A client of a server at one revision."""
    return Client


def make_meta(version: str = "2026-07-28", **changes):
    prefix = "io.modelcontextprotocol/"
    members = {
        prefix + "protocolVersion": version,
        prefix + "clientCapabilities": {},
        **{prefix + key: value for key, value in changes.items()},
    }
    return {key: value for key, value in members.items() if value is not MISSING}


class Client:
    """Talks to a server in memory at one revision, and holds every message to its schema."""

    def __init__(self, server: MockServer, version: SpecVersion) -> None:
        self.version = version
        self._connection = server.connect()
        self._next = 0
        if version.era is Era.HANDSHAKE:
            self.opening = self.request("initialize", opening(version.wire))
            self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def say(self, message):
        messages = [out.message for out in self._connection.handle(message)]
        for said in messages:
            check(said, message, self.version)
        return messages

    def request(self, method, params=None):
        self._next += 1
        params = dict(params or {})
        if self.version.era is Era.STATELESS:
            params["_meta"] = {**make_meta(), **params.get("_meta", {})}
        [reply] = self.say({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        assert reply["id"] == self._next
        return reply

    def result(self, method, params=None):
        return self.request(method, params)["result"]

    def error(self, method, params=None):
        return self.request(method, params)["error"]

    def call(self, name, arguments=None):
        return self.request("tools/call", {"name": name, "arguments": arguments or {}})


def opening(version):
    return {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }


_RESULTS = {
    "initialize": "InitializeResult",
    "server/discover": "DiscoverResult",
    "ping": "EmptyResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
}
_COMPILED = {}


def check(said, asked, version):
    """Hold one message to our shapes, and to the official schema where that is at hand."""
    if isinstance(said, list):
        return
    shapes = shapes_of(version)
    if "error" in said:
        assert misfits(shapes, shapes.error(said["error"]["code"]), said) == []
    else:
        assert misfits(shapes, shapes.result("client", asked["method"]), said["result"]) == []
    if SCHEMAS.is_dir():
        _check_officially(said, asked, version)


def _check_officially(said, asked, version):
    if "error" in said:
        newer = version >= SpecVersion.V2025_11_25
        kind = "JSONRPCErrorResponse" if newer else "JSONRPCError"
        if said.get("id", 0) is None and not newer:
            said = {**said, "id": 0}
    else:
        kind = _RESULTS[asked["method"]]
        said = said["result"]
    found = [str(error) for error in _validator(kind, version).iter_errors(said)]
    assert not found, found


def _validator(kind, version):
    import jsonschema_rs

    if (kind, version) not in _COMPILED:
        document = json.loads((SCHEMAS / f"{version.wire}.schema.json").read_text())
        home = "$defs" if "$defs" in document else "definitions"
        schema = {**document, "$ref": f"#/{home}/{kind}"}
        schema.pop("anyOf", None)
        _COMPILED[kind, version] = jsonschema_rs.validator_for(schema, validate_formats=True)
    return _COMPILED[kind, version]


@pytest.fixture(params=REVISIONS, ids=[version.wire for version in REVISIONS])
def client(request, shop):
    return Client(MockServer(shop), request.param)


@pytest.fixture
def meta():
    """The ``_meta`` of a stateless request, with changes."""
    return make_meta
