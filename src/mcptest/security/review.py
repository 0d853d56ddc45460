"""The tools that a person has reviewed and accepted, from a lock file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from mcptest.drift.lock_file import read_lock
from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject, same_json
from mcptest.model.record import record
from mcptest.model.redaction import Redactor

MEMBERS = ("title", "description", "inputSchema", "outputSchema", "annotations")


@record
class Review:
    """``redactor`` is what the lock was written with: it holds no secrets."""

    tools: Mapping[str, JsonObject]
    redactor: Redactor = field(default_factory=Redactor)

    def changed(self, name: str, tool: JsonObject) -> list[str]:
        """The members that are not what was reviewed under this name."""
        before = self.tools[name]
        now = self.redactor.json(tool)
        members: Mapping[str, Json] = now if isinstance(now, dict) else {}
        return [m for m in MEMBERS if not same_json(before.get(m), members.get(m))]

    def earlier_name(self, tool: JsonObject, listed: frozenset[str]) -> str | None:
        """The reviewed tool, not listed any more, that has the same arguments."""
        schema = tool.get("inputSchema")
        properties = schema.get("properties") if isinstance(schema, dict) else None
        if not properties:  # so do too many others
            return None
        gone = ((n, t) for n, t in self.tools.items() if n not in listed)
        return next((n for n, t in gone if same_json(t.get("inputSchema"), schema)), None)


def read_review(path: Path, secrets: tuple[str, ...] = ()) -> Review:
    """Raises: FileProblemsError, UsageError where nothing in the lock is marked as reviewed."""
    locked = read_lock(path)
    if not locked.reviewed:
        raise UsageError(
            "security-not-reviewed",
            f"no tool in {path} is marked as reviewed",
            hint="read the catalog, then run: mcptest lock --reviewed -- COMMAND",
        )
    tools = locked.items.get("tools", {})
    return Review({name: tools[name] for name in locked.reviewed}, Redactor(secrets))
