"""The MCP Apps UI resources of a server, and the tools that name one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.schema.pointer import follow_pointer

SCHEME: Final = "ui://"
EXTENSION: Final = "io.modelcontextprotocol/ui"
TYPE: Final = "text/html;profile=mcp-app"
_OLD_KEY: Final = "ui/resourceUri"
_MOST: Final = 8
_BEGINNING: Final = 64 * 1024  # characters; bundled pages have millions


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    tools = list(_tools(await _listed("tools", exam, ctx)))
    resources = await _listed("resources", exam, ctx)
    entries = {str(entry["uri"]): entry for entry in resources if "uri" in entry}
    named = [str(tool["uri"]) for tool in tools]
    declared = _declares((await exam.session(ctx)).capabilities)
    own = [uri for uri, entry in entries.items() if _is_app(uri, entry, declared=declared)]
    uris = dict.fromkeys([*named, *own])
    if not uris:
        raise NotSeenError(
            SkipReason.NOT_APPLICABLE, "the server does not offer MCP Apps UI resources"
        )
    items = [await _item(uri, entries.get(uri), exam, ctx) for uri in list(uris)[:_MOST]]
    return {"tools": list[Json](tools), "items": list[Json](items)}


async def _listed(view: str, exam: Examination, ctx: Context) -> list[JsonObject]:
    try:
        items = (await exam.see(view, ctx)).get("items")
    except NotSeenError:
        return []
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _declares(capabilities: JsonObject) -> bool:
    extensions = capabilities.get("extensions")
    return isinstance(extensions, dict) and EXTENSION in extensions


def _is_app(uri: str, entry: JsonObject, *, declared: bool) -> bool:
    """The scheme is older than the extension, so by itself it does not tell."""
    return uri.startswith(SCHEME) and (declared or _type_of({}, entry) == TYPE)


def _tools(listed: list[JsonObject]) -> Iterator[JsonObject]:
    for tool in listed:
        meta = tool.get("_meta")
        ui = meta.get("ui") if isinstance(meta, dict) else None
        uri = follow_pointer(ui, "/resourceUri")
        old = meta.get(_OLD_KEY) if isinstance(meta, dict) else None
        named = uri if isinstance(uri, str) else old
        if isinstance(named, str):
            yield {"name": tool.get("name"), "uri": named, "ui": ui if ui is not None else {}}


async def _item(uri: str, entry: JsonObject | None, exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    limit = exam.timeout_for(ctx.limits.timeout)
    reply = exam.noticed(await session.request("resources/read", {"uri": uri}, timeout=limit))
    root = reply_root(reply)
    contents = follow_pointer(root, "/result/contents")
    first = contents[0] if isinstance(contents, list) and contents else None
    content = first if isinstance(first, dict) else {}
    ui = follow_pointer(content, "/_meta/ui")
    if not isinstance(ui, dict):
        ui = follow_pointer(entry, "/_meta/ui")
    root |= {"uri": uri, "content": content, "type": _type_of(content, entry)}
    if isinstance(text := content.get("text"), str):
        root["beginning"] = text[:_BEGINNING]
    return {**root, "ui": ui} if isinstance(ui, dict) else root


def _type_of(content: JsonObject, entry: JsonObject | None) -> str:
    """The type without white space and in lower case, as media types are compared."""
    found = content.get("mimeType", (entry or {}).get("mimeType"))
    return "".join(str(found or "").lower().split())


VIEW = View(
    name="apps",
    summary="Tools that name an MCP Apps UI resource, and up to eight of these resources, read.",
    members={
        "tools": "one for each tool: name, uri, ui (of its _meta)",
        "items": "one for each resource: uri, form, result, content, beginning (of its text), "
        "type, ui (of its _meta)",
    },
    look=_look,
)
