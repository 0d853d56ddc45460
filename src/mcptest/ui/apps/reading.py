"""Read an app from a server: the HTML of a ``ui://`` resource, and what it declares."""

from __future__ import annotations

import base64
import binascii
from typing import Final

from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.ui.apps.content_policy import Declared, declared_by
from mcptest.ui.live import LiveServer

SCHEME: Final = "ui://"
TYPE: Final = "text/html;profile=mcp-app"
EXTENSION: Final = "io.modelcontextprotocol/ui"
_LIMIT: Final = 60.0


async def read_app(live: LiveServer, uri: str, page: str) -> tuple[bytes, Declared]:
    """Raises: UsageError where the resource is not an app, TargetError."""
    if not uri.startswith(SCHEME):
        raise _not_an_app(f"{uri} does not begin with {SCHEME}")
    session = await live.ready()
    reply = await session.request("resources/read", {"uri": uri}, timeout=_LIMIT)
    contents = reply.result.get("contents") if isinstance(reply.result, dict) else None
    first = contents[0] if isinstance(contents, list) and contents else None
    if not isinstance(first, dict):
        raise _not_an_app(f"the server does not return {uri}")
    kind = str(first.get("mimeType", "")).replace(" ", "").lower()
    if kind != TYPE:
        raise _not_an_app(f"{uri} has the type {kind or 'unknown'}, expected {TYPE}")
    meta = _ui_of(first) or _ui_of(await _listed(live, uri))
    return live.redactor.text(_html(first)).encode(), declared_by(meta, page)


async def _listed(live: LiveServer, uri: str) -> JsonObject:
    """What resources/list says of it, which counts where the contents say nothing."""
    session = await live.ready()
    if "resources" not in session.capabilities:
        return {}
    items = (await live.list("resources")).items
    return next((one for one in items if isinstance(one, dict) and one.get("uri") == uri), {})


def _ui_of(entry: JsonObject) -> Json:
    meta = entry.get("_meta")
    return meta.get("ui") if isinstance(meta, dict) else None


def _html(content: JsonObject) -> str:
    text, blob = content.get("text"), content.get("blob")
    if isinstance(text, str):
        return text
    try:
        return base64.b64decode(str(blob), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise _not_an_app("the resource has neither text nor a blob in UTF-8") from None


def _not_an_app(words: str) -> UsageError:
    return UsageError("ui-not-an-app", words, hint="run mcptest explain APP-001")
