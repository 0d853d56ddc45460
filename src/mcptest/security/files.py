"""Files that can be scanned: a saved catalog, or the config of an MCP client."""

from __future__ import annotations

from pathlib import Path

from mcptest.lint.catalog import Catalog, read_catalog
from mcptest.lint.json_text.document import read_document
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.security.launch import LaunchFacts
from mcptest.security.texts import CatalogText


@record
class ScannedFile:
    """``catalog`` is None for a client config, whose servers are ``servers``."""

    label: str
    catalog: Catalog | None
    servers: tuple[LaunchFacts, ...] = ()
    around: tuple[CatalogText, ...] = ()


def read_scanned(path: Path) -> ScannedFile:
    """Raises: FileProblemsError where it is neither."""
    value = read_document(path).value
    servers = _servers(value)
    if servers:
        return ScannedFile(str(path), None, servers)
    return ScannedFile(str(path), read_catalog(path), around=tuple(_instructions(value)))


def _servers(value: Json) -> tuple[LaunchFacts, ...]:
    members = value if isinstance(value, dict) else {}
    entries = members.get("mcpServers", members.get("servers"))
    if not isinstance(entries, dict) or "tools" in members:
        return ()
    return tuple(
        LaunchFacts.of_entry(name, entry)
        for name, entry in entries.items()
        if isinstance(entry, dict) and ("command" in entry or "url" in entry)
    )


def _instructions(value: Json) -> list[CatalogText]:
    """Beside the tools, where anyone who saved them kept that as well."""
    said = value.get("instructions") if isinstance(value, dict) else None
    if not isinstance(said, str):
        return []
    return [CatalogText("/instructions", said, prose=True, own=True)]
