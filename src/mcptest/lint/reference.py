"""Find every ``$ref`` of a schema and resolve it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal
from urllib.parse import unquote, urldefrag, urlsplit

from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.model.record import record
from mcptest.schema.pointer import follow_reference
from mcptest.schema.walk import Visit

Kind = Literal["local", "anchor", "remote", "dangling"]


@record
class Reference:
    """``target`` is the pointer that a local reference leads to."""

    visit: Visit
    text: str
    kind: Kind
    target: str | None = None


def references(visits: Sequence[Visit]) -> Iterator[Reference]:
    """The references among the visits, the first of which is the root."""
    named: frozenset[str] | None = None
    for visit in visits:
        text = visit.schema.get("$ref") if isinstance(visit.schema, dict) else None
        if isinstance(text, str):
            named = _names(visits) if named is None else named
            yield _classify(visit, text, visits[0].schema, named)


def _classify(visit: Visit, text: str, root: Json, named: frozenset[str]) -> Reference:
    address, fragment = urldefrag(text)
    if not address and (not fragment or fragment.startswith("/")):
        found = follow_reference(root, text) is not MISSING
        target = unquote(fragment)
        return Reference(visit, text, "local" if found else "dangling", target if found else None)
    if text in named or address in named or (f"#{fragment}" in named and not address):
        return Reference(visit, text, "anchor")
    if address.startswith(("http://json-schema.org/", "https://json-schema.org/")):
        return Reference(visit, text, "anchor")  # every validator brings the metaschemas along
    if urlsplit(address).scheme or address:
        return Reference(visit, text, "remote")
    return Reference(visit, text, "dangling")


def _names(visits: Sequence[Visit]) -> frozenset[str]:
    """What subschemas call themselves: ``$id``, ``$anchor`` and their older forms."""
    found: set[str] = set()
    for visit in visits:
        schema: JsonObject = visit.schema if isinstance(visit.schema, dict) else {}
        for word, form in (
            ("$id", "{}"),
            ("id", "{}"),
            ("$anchor", "#{}"),
            ("$dynamicAnchor", "#{}"),
        ):
            name = schema.get(word)
            if isinstance(name, str) and name:
                found.add(form.format(name))
    return frozenset(found)


def loops(root: JsonObject, visits: Sequence[Visit]) -> Iterator[Reference]:
    """References whose chain comes back to where it began, one per circle."""
    reported: set[str] = set()
    for reference in references(visits):
        chain: list[str] = []
        text = reference.text
        while text not in chain:
            chain.append(text)
            target = follow_reference(root, text)
            onward = target.get("$ref") if isinstance(target, dict) else None
            if not isinstance(onward, str):
                break
            text = onward
        else:
            if text == reference.text and text not in reported:
                reported.update(chain)
                yield reference
