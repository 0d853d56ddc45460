"""Looks for scripts, styles and images of a user interface that its CSP does not allow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import urlsplit

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

_LOADED: Final = re.compile(
    r"""<(?:script|img)\b[^>]*?\ssrc\s*=\s*["']?(?P<src>https?://[^\s"'>]+)"""
    r"""|<link\b(?=[^>]*\brel\s*=\s*["']?stylesheet)[^>]*?\shref\s*=\s*["']?(?P<href>https?://[^\s"'>]+)""",
    re.IGNORECASE,
)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/apps/items")
    for item in items if isinstance(items, list) else ():
        text = follow_pointer(item, "/content/text")
        listed = follow_pointer(item, "/ui/csp/resourceDomains")
        allowed = [str(one) for one in listed] if isinstance(listed, list) else []
        for origin in _origins(text) if isinstance(text, str) else ():
            if not any(_covers(entry, origin) for entry in allowed):
                uri = follow_pointer(item, "/uri")
                said = f"{uri} loads from {origin}, which csp.resourceDomains does not list"
                yield {"at": str(uri), "problem": said}


def _origins(text: str) -> list[str]:
    found = _LOADED.finditer(_COMMENT.sub("", text))
    parts = [urlsplit(match["src"] or match["href"]) for match in found]
    return sorted({f"{part.scheme}://{part.netloc}".lower() for part in parts})


def _covers(entry: str, origin: str) -> bool:
    """An entry of a CSP: with or without a scheme, ``*.`` for any name below."""
    scheme, separator, host = entry.rstrip("/").lower().rpartition("://")
    own_scheme, _, own_host = origin.partition("://")
    if separator and scheme != own_scheme:
        return False
    return host in ("*", own_host) or (host.startswith("*.") and own_host.endswith(host[1:]))


CHECK = RuleCheck("APP-007", _run)
