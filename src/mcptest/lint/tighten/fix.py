"""Fix a catalog as text: insert what is new and keep every other byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import field

from mcptest.lint.catalog import Catalog, parse_catalog
from mcptest.lint.engine import choose_rules, lint_tools
from mcptest.lint.json_text.spans import TextSpan
from mcptest.lint.json_text.style import Style
from mcptest.lint.tighten.tighten import FIXABLE, SchemaEdit, plan_fix
from mcptest.model.record import record


@record
class Fixed:
    """The new text, what was changed per rule, and the findings that are left to the author."""

    text: str
    changes: dict[str, int] = field(default_factory=dict)
    tools: int = 0
    left: dict[str, int] = field(default_factory=dict)

    def summary(self) -> list[str]:
        """Lines for standard error."""
        lines = []
        if closed := self.changes.get("SCH-002"):
            lines.append(f"SCH-002: closed {_count(closed, 'object')}")
        if required := self.changes.get("SCH-001"):
            lines.append(
                f"SCH-001: added {_count(required, 'required list')}; every property in them is "
                "now required, which changes what callers may leave out "
                "(--fix-only SCH-002 closes objects only)"
            )
        changed = f"changed {_count(self.tools, 'tool')}" if self.tools else "nothing to change"
        left = ", ".join(
            _count(count, f"{rule} finding") for rule, count in sorted(self.left.items())
        )
        end = f"not fixed automatically: {left}" if left else "no SCH findings are left"
        return [*lines, changed, end]


@record
class _Edit:
    start: int
    end: int
    text: str


def fix_catalog(catalog: Catalog, *, only: Collection[str] = FIXABLE) -> Fixed:
    """Apply the mechanical fixes to every tool of a catalog."""
    edits: list[_Edit] = []
    counts: Counter[str] = Counter()
    touched = 0
    for index, tool in enumerate(catalog.tools):
        if isinstance(tool.input_schema, dict):
            changes = plan_fix(tool.input_schema, only=only)
            touched += bool(changes)
            counts.update(change.rule for change in changes)
            edits.extend(_edits(catalog, index, changes) if changes else [])
    text = catalog.document.bom + _apply(catalog.document.text, edits)
    return Fixed(text, dict(counts), touched, _left(catalog, text))


def _left(catalog: Catalog, text: str) -> dict[str, int]:
    fixed = parse_catalog(catalog.document.path, text)
    reports = lint_tools(fixed.tools, rules=choose_rules(select=["SCH"]))
    return dict(Counter(finding.id for report in reports for finding in report.findings))


def _edits(catalog: Catalog, index: int, changes: list[SchemaEdit]) -> list[_Edit]:
    text, tool = catalog.document.text, catalog.span(index)
    by_pointer: dict[str, list[SchemaEdit]] = {}
    for change in changes:
        by_pointer.setdefault(change.pointer, []).append(change)
    style = Style.of(text, tool)
    found: list[_Edit] = []
    for pointer, together in by_pointer.items():
        node = _node(tool, f"/inputSchema{pointer}")
        found.extend(_change(text, node, together, style))
    return found


def _node(span: TextSpan, pointer: str) -> TextSpan:
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        span = span.members[name].value if span.members else span.items[int(name)]
    return span


def _change(text: str, node: TextSpan, changes: list[SchemaEdit], style: Style) -> list[_Edit]:
    """Insert new members after the last one; a value that is there is replaced in its place."""
    entries: list[str] = []
    edits: list[_Edit] = []
    layout = style.layout(text, node)
    for change in changes:
        if change.rule == "SCH-001":
            entries.append(layout.entry("required", layout.strings(_keys(text, node))))
        elif "additionalProperties" in node.members:
            value = node.members["additionalProperties"].value
            edits.append(_Edit(value.start, value.end, "false"))
        else:
            entries.append(layout.entry("additionalProperties", "false"))
    if entries:
        edits.append(_Edit(layout.at, layout.at, layout.joined(entries)))
    return edits


def _keys(text: str, node: TextSpan) -> list[str]:
    """The declared names, spelt as they are in the file."""
    declared = node.members["properties"].value.members
    return [text[member.key_start : member.key_end] for member in declared.values()]


def _apply(text: str, edits: list[_Edit]) -> str:
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
