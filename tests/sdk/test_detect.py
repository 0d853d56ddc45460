"""The SDK behind a server, told by the responses that each of them writes."""

import pytest

from mcptest.sdk.detect import detect_sdk

INFO = {"name": "small", "version": "1.0.0"}
HANDSHAKE = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": INFO}
SORTED = {"capabilities": {"tools": {}}, "protocolVersion": "2025-11-25", "serverInfo": INFO}
DISCOVERED = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}
EMPTY = {**HANDSHAKE, "capabilities": {"experimental": {}, "tools": {}}}
GO = {"resultType": "complete", "_meta": {}, "ttlMs": 0, "cacheScope": "public", **DISCOVERED}
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"


def python(result):
    return {"jsonrpc": "2.0", "id": 1, "result": result}


def typescript(result):
    return {"result": result, "jsonrpc": "2.0", "id": 1}


def tool(schema=None, **more):
    return {"name": "add", "inputSchema": {"type": "object", **(schema or {})}, **more}


PLAIN = tool()
TITLED = tool({"title": "addArguments"})
MARKED = tool(_meta={"fastmcp": {"tags": []}})
WRAPPED = tool(outputSchema={"type": "object", "x-fastmcp-wrap-result": True})
OLD_ZOD, NEW_ZOD = tool({"$schema": DRAFT_07}), tool({"$schema": DRAFT_2020})
TASKED = tool({"$schema": DRAFT_07}, execution={"taskSupport": "forbidden"})


@pytest.mark.parametrize(
    ("opening", "listed", "expected"),
    [
        (python(HANDSHAKE), [MARKED], ("fastmcp-4", "certain")),
        (python(DISCOVERED), [PLAIN, WRAPPED], ("fastmcp-4", "certain")),
        (python(EMPTY), [TITLED], ("python-1", "certain")),
        (python(SORTED), [TITLED], ("python-2", "likely")),
        (python(GO), [PLAIN], ("go-1", "likely")),
        (python(GO), [], ("go-1", "likely")),
        (typescript(HANDSHAKE), [TASKED], ("typescript-1", "certain")),
        (typescript(HANDSHAKE), [OLD_ZOD], ("typescript-1", "likely")),
        (typescript(HANDSHAKE), [NEW_ZOD], ("typescript-2", "certain")),
        (typescript(DISCOVERED), [NEW_ZOD], ("typescript-2", "certain")),
    ],
)
def test_an_sdk_is_recognized(opening, listed, expected):
    found = detect_sdk(opening, listed)
    assert (found.id, found.sure) == expected
    assert found.because


@pytest.mark.parametrize(
    ("opening", "listed"),
    [
        (python(HANDSHAKE), []),
        (python(DISCOVERED), [PLAIN]),
        (python(HANDSHAKE), [PLAIN]),
        (python(HANDSHAKE), [TITLED]),  # written in another order than the SDK's
        (python(SORTED), [PLAIN]),
        (python(SORTED), [TITLED, PLAIN]),
        (python(EMPTY), [MARKED]),  # an older FastMCP, which was not tested
        (typescript(HANDSHAKE), [PLAIN]),
        (typescript(HANDSHAKE), [OLD_ZOD, NEW_ZOD]),
        (typescript(DISCOVERED), [OLD_ZOD]),
        (typescript(HANDSHAKE), [tool({"$schema": DRAFT_2020}, execution={})]),
        (python("nothing"), [MARKED]),
        ("nothing", [MARKED]),
        (python(HANDSHAKE), ["nothing", {"name": "add", "_meta": 1, "inputSchema": 1}]),
    ],
)
def test_a_server_without_a_clear_sign_gets_no_sdk(opening, listed):
    assert detect_sdk(opening, listed) is None
