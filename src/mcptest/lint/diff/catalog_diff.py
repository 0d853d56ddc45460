"""Compare two catalogs and sort changes into breaking, risky and safe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mcptest.lint.diff.schema_diff import ChangeKind, SchemaChange, diff_schemas
from mcptest.lint.diff.value_diff import Impact, Side
from mcptest.model.json import MISSING, JsonObject, MaybeJson, same_json
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.schema.pointer import join_pointer

_JUDGED = ("name", "inputSchema", "outputSchema", "annotations", "description", "title")


@record
class CatalogChange:
    """One difference of one tool; the pointer starts at the tool."""

    tool: str
    change: SchemaChange


@record
class CatalogDiff:
    """Every difference, the worst first within each tool."""

    entries: tuple[CatalogChange, ...]

    @property
    def is_breaking(self) -> bool:
        return any(entry.change.impact is Impact.BREAKING for entry in self.entries)

    def summary(self) -> dict[str, int]:
        counts = Counter(entry.change.impact.value for entry in self.entries)
        return {impact.value: counts[impact.value] for impact in Impact}


def diff_catalogs(old: Sequence[ToolDescriptor], new: Sequence[ToolDescriptor]) -> CatalogDiff:
    """Tools are matched by name; the order is that of the old catalog, then what is new."""
    before = {tool.name: tool for tool in reversed(old)}
    after = {tool.name: tool for tool in reversed(new)}
    names = [*dict.fromkeys(tool.name for tool in (*old, *new))]
    return CatalogDiff(
        tuple(
            CatalogChange(name, change)
            for name in names
            for change in sorted(_tool(before.get(name), after.get(name)), key=_rank)
        )
    )


def _rank(change: SchemaChange) -> int:
    return list(Impact).index(change.impact)


def _tool(old: ToolDescriptor | None, new: ToolDescriptor | None) -> Iterator[SchemaChange]:
    if old is None or new is None:
        if new is None:
            yield SchemaChange(Impact.BREAKING, ChangeKind.TOOL_REMOVED, "", "the tool was removed")
        else:
            yield SchemaChange(Impact.SAFE, ChangeKind.TOOL_ADDED, "", "the tool was added")
        return
    yield from diff_schemas(
        _members(old.input_schema),
        _members(new.input_schema),
        side=Side.INPUT,
        pointer="/inputSchema",
    )
    yield from _output(old.output_schema, new.output_schema)
    yield from _annotations(_members(old.annotations), _members(new.annotations))
    yield from _rest(_members(old.raw), _members(new.raw))


def _members(value: MaybeJson) -> JsonObject:
    """Anything but an object counts as an empty one; the lint reports it."""
    return value if isinstance(value, dict) else {}


def _output(old: MaybeJson, new: MaybeJson) -> Iterator[SchemaChange]:
    if old is MISSING and new is MISSING:
        return
    if new is MISSING:
        text = "the tool no longer says what it returns"
        yield SchemaChange(Impact.BREAKING, ChangeKind.OUTPUT_SCHEMA_REMOVED, "/outputSchema", text)
    elif old is MISSING:
        text = "the tool says what it returns"
        yield SchemaChange(Impact.SAFE, ChangeKind.OUTPUT_SCHEMA_ADDED, "/outputSchema", text)
    else:
        yield from diff_schemas(
            _members(old), _members(new), side=Side.OUTPUT, pointer="/outputSchema"
        )


def _annotations(old: JsonObject, new: JsonObject) -> Iterator[SchemaChange]:
    for name in dict.fromkeys((*old, *new)):
        before, after = old.get(name, MISSING), new.get(name, MISSING)
        if not same_json(before, after):
            hint = name.endswith("Hint")
            yield SchemaChange(
                Impact.RISKY if hint else Impact.SAFE,
                ChangeKind.ANNOTATION_CHANGED if hint else ChangeKind.MEMBER_CHANGED,
                f"/annotations{join_pointer([name])}",
                f"{name} changed, and clients decide by it" if hint else f"{name} changed",
                before,
                after,
            )


def _rest(old: JsonObject, new: JsonObject) -> Iterator[SchemaChange]:
    change = SchemaChange(Impact.SAFE, ChangeKind.MEMBER_CHANGED, "", "")
    for name in dict.fromkeys((*old, *new)):
        before, after = old.get(name, MISSING), new.get(name, MISSING)
        if same_json(before, after):
            continue
        place = join_pointer([name])
        if name in {"description", "title"}:
            text = f"the {name} is worded differently"
            yield SchemaChange(Impact.SAFE, ChangeKind.WORDING_CHANGED, place, text, before, after)
        elif name not in _JUDGED:
            yield replace(change, pointer=place, message=f"{name} changed", old=before, new=after)
