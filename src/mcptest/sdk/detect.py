"""Recognize the SDK of a server by what it writes into every response.

Nothing is said about a server that shows no sign. The order of members counts because no author
chooses it: an SDK writes each message from the same class.
"""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.run import SdkFacts
from mcptest.sdk.profiles import profiles

CERTAIN, LIKELY = "certain", "likely"
_MOST = 50  # tools that are looked at
_GO_ORDER = ["resultType", "ttlMs", "cacheScope", "supportedVersions", "capabilities"]


def detect_sdk(opening: MaybeJson, tools: Sequence[Json]) -> SdkFacts | None:
    """``opening`` is the whole response to initialize or server/discover."""
    result = opening.get("result") if isinstance(opening, dict) else None
    if not isinstance(opening, dict) or not isinstance(result, dict):
        return None
    seen = [tool for tool in tools[:_MOST] if isinstance(tool, dict)]
    return (
        _fastmcp(result, seen)
        or _typescript(opening, result, seen)
        or _python(result, seen)
        or _go(result)
    )


def _fastmcp(result: JsonObject, tools: Sequence[JsonObject]) -> SdkFacts | None:
    """Servers on older versions declare an empty ``experimental``, as the Python SDK 1 does."""
    marks = [mark for tool in tools if (mark := _mark_of_fastmcp(tool))]
    if not marks or _is_empty_experimental(result):
        return None
    return _facts("fastmcp-4", CERTAIN, f"its tools have {marks[0]}")


def _mark_of_fastmcp(tool: JsonObject) -> str | None:
    meta, output = tool.get("_meta"), tool.get("outputSchema")
    if isinstance(meta, dict) and isinstance(meta.get("fastmcp"), dict):
        return "_meta.fastmcp"
    wrapped = isinstance(output, dict) and "x-fastmcp-wrap-result" in output
    return "x-fastmcp-wrap-result in a schema" if wrapped else None


def _typescript(
    opening: JsonObject, result: JsonObject, tools: Sequence[JsonObject]
) -> SdkFacts | None:
    """It writes ``result`` before ``jsonrpc``; the two generations write different schemas."""
    if next(iter(opening)) != "result":
        return None
    order = 'it writes "result" before "jsonrpc"'
    drafts = {str(schema.get("$schema", "")) for schema in _schemas(tools)}
    tasks = any(isinstance(tool.get("execution"), dict) for tool in tools)
    if drafts == {"https://json-schema.org/draft/2020-12/schema"} and not tasks:
        return _facts("typescript-2", CERTAIN, f"{order}, and its schemas name 2020-12")
    if drafts == {"http://json-schema.org/draft-07/schema#"} and "supportedVersions" not in result:
        sure = CERTAIN if tasks else LIKELY
        return _facts("typescript-1", sure, f"{order}, and its schemas name draft-07")
    return None


def _python(result: JsonObject, tools: Sequence[JsonObject]) -> SdkFacts | None:
    """Its functions become tools whose schema is called after them: ``addArguments``."""
    titles = [str(schema.get("title", "")) for schema in _schemas(tools)]
    if not titles or not all(title.endswith("Arguments") for title in titles):
        return None
    named = f'its schemas have titles like "{titles[0]}"' if titles[0].isidentifier() else ""
    because = named or "its schemas have titles made from function names"
    if _is_empty_experimental(result):
        return _facts("python-1", CERTAIN, f"{because}, and it declares experimental: {{}}")
    return _facts("python-2", LIKELY, because) if _is_sorted(result) else None


def _go(result: JsonObject) -> SdkFacts | None:
    """Older revisions do not tell: there the Python SDK 2 writes the members in the same order."""
    if [name for name in result if name in _GO_ORDER] != _GO_ORDER:
        return None
    return _facts("go-1", LIKELY, 'it writes "cacheScope" between "ttlMs" and "supportedVersions"')


def _is_sorted(result: JsonObject) -> bool:
    names = [name for name in result if not name.startswith("_")]
    return names == sorted(names)


def _is_empty_experimental(result: JsonObject) -> bool:
    declared = result.get("capabilities")
    return isinstance(declared, dict) and declared.get("experimental") == {}


def _schemas(tools: Sequence[JsonObject]) -> list[JsonObject]:
    found = [tool.get("inputSchema") for tool in tools]
    return [schema for schema in found if isinstance(schema, dict)]


def _facts(name: str, sure: str, because: str) -> SdkFacts:
    profile = profiles()[name]
    return SdkFacts(name, profile.name, profile.language, sure, because)
