"""All lists that the server returned in one examination, to compare them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.schema.pointer import follow_pointer
from mcptest.wire.meta import CLIENT_CAPABILITIES, PROTOCOL_VERSION

# By method: the member with the entries, and the parts of an entry that a client relies on.
_LISTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "tools/list": ("tools", ("name", "inputSchema", "outputSchema")),
    "prompts/list": ("prompts", ("name", "arguments")),
    "resources/list": ("resources", ("uri",)),
    "resources/templates/list": ("resourceTemplates", ("uriTemplate",)),
}


@record
class SeenListing:
    """One first page; ``entries`` has a text for each entry that is the same for equal ones."""

    method: str
    conversation: int
    client: str  # what it can do: a server may offer less to a client that can do less
    entries: Mapping[str, str]


def listings(roots: Mapping[str, Json], version: str) -> dict[tuple[str, str], list[SeenListing]]:
    """By method and client, in the order in which they came.

    A list that was announced to have changed is left out: it may differ from then on.
    """
    changed = {_changed(one) for one in _items(roots, "notifications")}
    found = [
        listing
        for entry in _items(roots, "results")
        if (listing := _listing(entry, version)) is not None and listing.method not in changed
    ]
    found.sort(key=lambda each: (each.method, each.client))
    grouped = groupby(found, key=lambda each: (each.method, each.client))
    return {key: list(group) for key, group in grouped}


def difference(one: SeenListing, other: SeenListing) -> str | None:
    """In words what the two do not share; None where they agree."""
    names = one.entries.keys() | other.entries.keys()
    odd = [n for n in sorted(names) if one.entries.get(n) != other.entries.get(n)]
    return f"the two lists differ in {', '.join(odd[:5])}" if odd else None


def _items(roots: Mapping[str, Json], kind: str) -> Iterator[JsonObject]:
    found = follow_pointer(dict(roots), f"/transcript/{kind}")
    for item in found if isinstance(found, list) else ():
        if isinstance(item, dict):
            yield item


def _changed(notification: JsonObject) -> str:
    """``tools/list`` for ``notifications/tools/list_changed``."""
    method = str(notification.get("method"))
    return method.removeprefix("notifications/").removesuffix("_changed")


def _listing(entry: JsonObject, version: str) -> SeenListing | None:
    """Only requests that are right in all they say are compared."""
    method, request, number = entry.get("method"), entry.get("request"), entry.get("conversation")
    known = _LISTS.get(method) if isinstance(method, str) else None
    if known is None or not isinstance(request, dict) or not isinstance(number, int):
        return None
    if follow_pointer(request, "/params/cursor") is not MISSING:
        return None
    if _meta(request, PROTOCOL_VERSION) != version:
        return None
    member, parts = known
    items = follow_pointer(entry, f"/result/{member}")
    if not isinstance(items, list):
        return None
    able = json.dumps(_plain(_meta(request, CLIENT_CAPABILITIES)), sort_keys=True)
    entries = {str(i.get(parts[0])): _text(i, parts) for i in items if isinstance(i, dict)}
    return SeenListing(str(method), number, able, entries)


def _meta(request: JsonObject, name: str) -> MaybeJson:
    meta = follow_pointer(request, "/params/_meta")
    return meta.get(name, MISSING) if isinstance(meta, dict) else MISSING


def _plain(value: MaybeJson) -> Json:
    return None if value is MISSING else value


def _text(item: JsonObject, parts: tuple[str, ...]) -> str:
    return json.dumps({name: item[name] for name in parts if name in item}, sort_keys=True)
