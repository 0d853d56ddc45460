"""``mcptest.lock``: the catalog with full schemas, revision, server version and hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from mcptest.drift.offer import KINDS, ServerOffer
from mcptest.errors import FileProblemsError, Problem, UsageError
from mcptest.model.json import Json, JsonObject, same_json
from mcptest.model.location import Location
from mcptest.reading import (
    MIB,
    CannotReadError,
    JsonTextError,
    newer_format,
    parse_json,
    read_whole,
)

SCHEMA: Final = "mcptest.lock/v1"
DEFAULT: Final = "mcptest.lock"
_LARGEST: Final = 64 * MIB


def lock_document(offer: ServerOffer) -> JsonObject:
    """The same for the same catalog, whenever and wherever it is made."""
    lists: JsonObject = {
        kind: {
            name: _entry(item, reviewed=kind == "tools" and name in offer.reviewed)
            for name, item in offer.items[kind].items()
        }
        for kind in KINDS
        if kind in offer.items
    }
    return {"schema": SCHEMA, "server": offer.server, "hash": digest(lists), **lists}


def _entry(item: JsonObject, *, reviewed: bool) -> JsonObject:
    entry: JsonObject = {"hash": digest(item), "definition": item}
    return {**entry, "reviewed": True} if reviewed else entry


def lock_text(offer: ServerOffer) -> str:
    return json.dumps(lock_document(offer), indent=2, ensure_ascii=False) + "\n"


def digest(value: Json) -> str:
    """Of the value, however it is spelt."""
    plain = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return f"sha256:{hashlib.sha256(plain.encode()).hexdigest()}"


def read_lock(path: Path) -> ServerOffer:
    """Raises: FileProblemsError where it is missing, broken or changed by hand."""
    try:
        document = parse_json(read_whole(path, limit=_LARGEST))
    except CannotReadError as error:
        hint = "write it first with: mcptest lock -- COMMAND" if error.missing else None
        raise _unusable("lock-unreadable", error.about(path), path, hint=hint) from None
    except JsonTextError as error:
        words = f"{path} is not valid JSON: {error.message}"
        raise _unusable("lock-not-json", words, path, error.line, error.column) from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        schema = document.get("schema") if isinstance(document, dict) else None
        words = newer_format(schema, SCHEMA) or f'not a lock file: expected "schema": "{SCHEMA}"'
        raise _unusable("lock-unknown", f"{path}: {words}", path)
    items = {kind: _items(document.get(kind), path) for kind in KINDS if kind in document}
    server = document.get("server")
    known = server if isinstance(server, dict) else {}
    return ServerOffer(items, known, reviewed=_reviewed(document.get("tools")))


def _reviewed(tools: Json) -> frozenset[str]:
    entries = tools.items() if isinstance(tools, dict) else ()
    return frozenset(n for n, e in entries if isinstance(e, dict) and e.get("reviewed") is True)


def _items(listed: Json, path: Path) -> dict[str, JsonObject]:
    found: dict[str, JsonObject] = {}
    for name, entry in listed.items() if isinstance(listed, dict) else ():
        definition = entry.get("definition") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(definition, dict):
            raise _unusable("lock-damaged", f"{path}: {name!r} has no definition", path)
        if entry.get("hash") != digest(definition):
            words = f"{path}: the hash of {name!r} does not match its definition"
            hint = "restore the file, or run mcptest lock --update to replace it"
            raise _unusable("lock-damaged", words, path, hint=hint)
        found[name] = definition
    return found


def _unusable(
    code: str, words: str, path: Path, line: int = 1, column: int = 1, *, hint: str | None = None
) -> FileProblemsError:
    return FileProblemsError([Problem(code, words, Location(str(path), line, column), hint)])


def updated(locked: ServerOffer, live: ServerOffer, tool: str) -> ServerOffer:
    """The lock with one tool as it is now, or without it where it is gone.

    Raises: UsageError where neither knows the tool.
    """
    before, now = locked.items.get("tools", {}), live.items.get("tools", {})
    if tool not in before and tool not in now:
        known = ", ".join(sorted({*before, *now})) or "none"
        raise UsageError(
            "lock-unknown-tool",
            f"neither the lock nor the server has a tool {tool!r}",
            hint=f"tools: {known[:300]}",
        )
    tools = {name: item for name, item in before.items() if name != tool}
    if tool in now:
        tools[tool] = now[tool]
    return replace(locked, items={**locked.items, "tools": dict(sorted(tools.items()))})


def marked(offer: ServerOffer, before: ServerOffer | None, reviewed: Iterable[str]) -> ServerOffer:
    """The offer with these tools marked, and those that were marked before and are unchanged."""
    now = offer.items.get("tools", {})
    old = before.items.get("tools", {}) if before else {}
    kept = {n for n in (before.reviewed if before else ()) if same_json(old.get(n), now.get(n))}
    return replace(offer, reviewed=frozenset({*kept, *reviewed} & now.keys()))
