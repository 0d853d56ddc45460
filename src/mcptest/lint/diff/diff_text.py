"""Render a catalog diff as text, Markdown and a document."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from mcptest.lint.diff.catalog_diff import CatalogChange, CatalogDiff
from mcptest.lint.diff.value_diff import Impact
from mcptest.model.escape import one_line
from mcptest.model.json import Json, JsonObject, MaybeJson, Missing

SCHEMA = "mcptest.catalog-diff/v1"
_MARKS = {Impact.BREAKING: "❌", Impact.RISKY: "⚠️", Impact.SAFE: "✅"}


def diff_document(diff: CatalogDiff, old: str, new: str) -> JsonObject:
    """``clean`` means that nothing breaks; ``from`` and ``to`` are left out where absent."""
    return {
        "schema": SCHEMA,
        "from": old,
        "to": new,
        "clean": not diff.is_breaking,
        "summary": {**diff.summary()},
        "entries": [_entry(entry) for entry in diff.entries],
    }


def _entry(entry: CatalogChange) -> Json:
    change = entry.change
    values: dict[str, MaybeJson] = {"from": change.old, "to": change.new}
    return {
        "tool": entry.tool,
        "impact": change.impact.value,
        "kind": change.kind.value,
        "pointer": change.pointer,
        "message": change.message,
        **{key: value for key, value in values.items() if not isinstance(value, Missing)},
    }


def diff_text(diff: CatalogDiff) -> str:
    """A paragraph per tool, then one line that sums it up."""
    lines: list[str] = []
    for tool, entries in groupby(diff.entries, key=attrgetter("tool")):
        lines.append(one_line(tool) or "(a tool without a name)")
        lines += [f"  {e.change.impact.value:8} {_said(e)}" for e in entries]
    return "\n".join([*lines, summary_line(diff)])


def summary_line(diff: CatalogDiff) -> str:
    counts = diff.summary()
    return ", ".join(f"{count} {impact}" for impact, count in counts.items() if count) or (
        "no difference"
    )


def diff_markdown(diff: CatalogDiff, old: str, new: str) -> str:
    """A table for a pull request; what is safe is folded away."""
    head = f"### Tool catalog: {summary_line(diff)}\n\n`{_cell(old)}` → `{_cell(new)}`\n"
    loud = [e for e in diff.entries if e.change.impact is not Impact.SAFE]
    quiet = [e for e in diff.entries if e.change.impact is Impact.SAFE]
    parts = [head]
    if loud:
        parts.append(_table(loud))
    if quiet:
        count = len(quiet)
        parts.append(f"<details><summary>{count} safe</summary>\n\n{_table(quiet)}\n</details>\n")
    return "\n".join(parts).rstrip("\n")


def _table(entries: list[CatalogChange]) -> str:
    rows = [
        f"| {_MARKS[e.change.impact]} {e.change.impact.value} | `{_cell(e.tool)}` "
        f"| {_cell(e.change.message)} | `{_cell(e.change.pointer or '/')}` |"
        for e in entries
    ]
    return "\n".join(["| Impact | Tool | Change | Where |", "|---|---|---|---|", *rows, ""])


def _said(entry: CatalogChange) -> str:
    change = entry.change
    place = f" ({change.pointer})" if change.pointer else ""
    return one_line(f"{change.message}{place}", limit=400)


def _cell(text: str) -> str:
    """Text that cannot leave its cell, open a tag or a mention."""
    flat = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace("`", "'")
    return flat.replace("\\", "\\\\").replace("|", "\\|").replace("@", "@\u200b")
