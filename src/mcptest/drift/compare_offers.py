"""Compare two catalogs: tools by their schemas, the rest by what callers rely on."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.drift.offer import ServerOffer
from mcptest.lint.diff.catalog_diff import CatalogChange, CatalogDiff, diff_catalogs
from mcptest.lint.diff.schema_diff import ChangeKind, SchemaChange
from mcptest.lint.diff.value_diff import Impact
from mcptest.model.json import Json, JsonObject, same_json
from mcptest.model.tool import ToolDescriptor
from mcptest.schema.pointer import join_pointer

_NOUNS = {
    "prompts": "prompt",
    "resources": "resource",
    "resource_templates": "resource template",
}
_REMOVED = {
    "prompts": (ChangeKind.PROMPT_REMOVED, Impact.BREAKING),
    "resources": (ChangeKind.RESOURCE_REMOVED, Impact.RISKY),
    "resource_templates": (ChangeKind.TEMPLATE_REMOVED, Impact.BREAKING),
}
_ADDED = {
    "prompts": ChangeKind.PROMPT_ADDED,
    "resources": ChangeKind.RESOURCE_ADDED,
    "resource_templates": ChangeKind.TEMPLATE_ADDED,
}


def compare_offers(old: ServerOffer, new: ServerOffer) -> CatalogDiff:
    """Every difference; where one side knows tools only, nothing else is compared."""
    tools = diff_catalogs(_tools(old), _tools(new))
    if old.partial or new.partial:
        return tools
    return CatalogDiff((*tools.entries, *_others(old, new), *_revision(old, new)))


def version_note(old: ServerOffer, new: ServerOffer) -> str | None:
    """A new version of the server is worth a word; by itself it changes nothing for callers."""
    before, after = old.server.get("version"), new.server.get("version")
    if before == after or new.partial or old.partial:
        return None
    return f"the server's version changed from {before} to {after}"


def _tools(offer: ServerOffer) -> list[ToolDescriptor]:
    return [ToolDescriptor.from_json(item) for item in offer.items.get("tools", {}).values()]


def _others(old: ServerOffer, new: ServerOffer) -> Iterator[CatalogChange]:
    for kind, noun in _NOUNS.items():
        before, after = old.items.get(kind, {}), new.items.get(kind, {})
        for name in dict.fromkeys((*before, *after)):
            for change in _item(kind, noun, before.get(name), after.get(name)):
                yield CatalogChange(f"{noun} {name}", change)


def _item(
    kind: str, noun: str, old: JsonObject | None, new: JsonObject | None
) -> Iterator[SchemaChange]:
    if new is None:
        code, impact = _REMOVED[kind]
        yield SchemaChange(impact, code, "", f"the {noun} was removed")
    elif old is None:
        yield SchemaChange(Impact.SAFE, _ADDED[kind], "", f"the {noun} was added")
    else:
        if kind == "prompts":
            yield from _arguments(old, new)
        yield from _members(old, new)


def _arguments(old: JsonObject, new: JsonObject) -> Iterator[SchemaChange]:
    before, after = _by_name(old.get("arguments")), _by_name(new.get("arguments"))
    for name in dict.fromkeys((*before, *after)):
        place = f"/arguments{join_pointer([name])}"
        was, required = before.get(name), after.get(name)
        if required is None:
            words = f'"{name}" was removed'
            yield SchemaChange(Impact.RISKY, ChangeKind.PROPERTY_REMOVED, place, words)
        elif required and not was:
            words = (
                f'"{name}" was added and is required'
                if was is None
                else f'"{name}" is now required'
            )
            yield SchemaChange(Impact.BREAKING, ChangeKind.REQUIRED_ADDED, place, words)
        elif was is None:
            yield SchemaChange(Impact.SAFE, ChangeKind.PROPERTY_ADDED, place, f'"{name}" was added')
        elif was and not required:
            words = f'"{name}" is no longer required'
            yield SchemaChange(Impact.SAFE, ChangeKind.REQUIRED_REMOVED, place, words)


def _by_name(arguments: Json) -> dict[str, bool]:
    items = arguments if isinstance(arguments, list) else []
    return {
        str(item["name"]): item.get("required") is True
        for item in items
        if isinstance(item, dict) and "name" in item
    }


def _members(old: JsonObject, new: JsonObject) -> Iterator[SchemaChange]:
    for member in dict.fromkeys((*old, *new)):
        if member == "arguments" or same_json(old.get(member), new.get(member)):
            continue
        yield SchemaChange(
            Impact.SAFE,
            ChangeKind.MEMBER_CHANGED,
            join_pointer([member]),
            f"{member} changed",
            old.get(member),
            new.get(member),
        )


def _revision(old: ServerOffer, new: ServerOffer) -> Iterator[CatalogChange]:
    before, after = old.server.get("protocol_version"), new.server.get("protocol_version")
    if before is not None and after is not None and before != after:
        change = SchemaChange(
            Impact.RISKY,
            ChangeKind.REVISION_CHANGED,
            "",
            f"the revision changed from {before} to {after}",
            before,
            after,
        )
        yield CatalogChange("server", change)
