"""Everything that a server lists."""

from __future__ import annotations

from dataclasses import field

from mcptest.errors import TargetHandshakeError
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.wire.session import Session

# The member of a document, what is asked for, and what names an item.
KINDS = {
    "tools": ("tools", "name"),
    "prompts": ("prompts", "name"),
    "resources": ("resources", "uri"),
    "resource_templates": ("resources/templates", "uriTemplate"),
}


@record
class ServerOffer:
    """Items by kind, each by its name; ``partial`` says that only tools are known.

    ``reviewed`` are the tools that somebody has read and accepted.
    """

    items: dict[str, dict[str, JsonObject]]
    server: JsonObject = field(default_factory=dict)
    partial: bool = False
    reviewed: frozenset[str] = frozenset()


async def offer_of(session: Session, redactor: Redactor) -> ServerOffer:
    """Ask for every list.

    Raises: TargetHandshakeError where a list that was declared is not given in full.
    """
    items: dict[str, dict[str, JsonObject]] = {}
    for kind, (listed, name) in KINDS.items():
        if listed.partition("/")[0] not in session.capabilities:
            continue
        listing = await session.list_all(listed)
        if listing.problem and kind == "tools":
            raise TargetHandshakeError(
                "tools-not-listed", f"the server did not list its tools: {listing.problem}"
            )
        items[kind] = by_name([redactor.json(item) for item in listing.items], name)
    facts = redactor.server(session.facts("default"))
    info = facts.info or {}
    server: JsonObject = {
        "name": info.get("name"),
        "version": info.get("version"),
        "protocol_version": session.version.wire,
    }
    return ServerOffer(items, server)


def by_name(items: list[Json], name: str) -> dict[str, JsonObject]:
    """The first of each name counts, in the order of the names."""
    found: dict[str, JsonObject] = {}
    for item in items:
        if isinstance(item, dict) and isinstance(key := item.get(name), str):
            found.setdefault(key, item)
    return dict(sorted(found.items()))
