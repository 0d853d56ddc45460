"""Render drift: each change with its impact and the values that differ."""

from __future__ import annotations

import json
from itertools import groupby
from operator import attrgetter

from mcptest.lint.diff.catalog_diff import CatalogDiff
from mcptest.lint.diff.diff_text import summary_line
from mcptest.lint.diff.schema_diff import SchemaChange
from mcptest.model.escape import one_line
from mcptest.model.json import MaybeJson, Missing

_LONGEST = 160


def drift_text(diff: CatalogDiff) -> str:
    """A paragraph per item, then one line that sums it up."""
    lines: list[str] = []
    for name, entries in groupby(diff.entries, key=attrgetter("tool")):
        lines.append(one_line(name) or "(no name)")
        for entry in entries:
            change = entry.change
            place = f" ({change.pointer})" if change.pointer else ""
            words = one_line(f"{change.message}{place}", limit=400)
            lines.append(f"  {change.impact.value:8} {words}")
            lines += _values(change)
    return "\n".join([*lines, summary_line(diff)])


def _values(change: SchemaChange) -> list[str]:
    return [
        f"           {sign} {_shown(value)}"
        for sign, value in (("-", change.old), ("+", change.new))
        if not isinstance(value, Missing)
    ]


def _shown(value: MaybeJson) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), limit=_LONGEST)
