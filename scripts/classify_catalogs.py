"""List the tools of saved catalogs by safety class, beside a judgement made by hand.

``python scripts/classify_catalogs.py FOLDER LABELS.toml [--list]``: FOLDER holds ``*.tools.json``,
LABELS names the destructive and mutating tools of each catalog.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mcptest.lint.catalog import read_catalog
from mcptest.safety.classify import Classification, ToolClass, classify, strictest_by_name

LABELS = ("reading", "mutating", "destructive")
CLASSES = (
    "ReadOnly",
    "ReadOnlyPresumed, may be repeated",
    "ReadOnlyPresumed, once",
    "Mutating, once",
    "Destructive, never",
)
_REPEATED = CLASSES[:2]


@dataclass(frozen=True)
class Judged:
    """One tool: what we say by hand, and what the classification says."""

    catalog: str
    tool: str
    label: str
    found: Classification

    @property
    def column(self) -> str:
        if self.found.tool_class is ToolClass.READ_ONLY_PRESUMED:
            return CLASSES[1 if self.found.reads else 2]
        ranks = {ToolClass.READ_ONLY: 0, ToolClass.MUTATING: 3, ToolClass.DESTRUCTIVE: 4}
        return CLASSES[ranks[self.found.tool_class]]

    @property
    def too_bold(self) -> bool:
        """Destructive by hand and called at all, or mutating and called with odd input."""
        if self.label == "destructive":
            return self.column != CLASSES[4]
        return self.label == "mutating" and self.column in _REPEATED


def judge_catalogs(folder: Path, labels: Path) -> Iterator[Judged]:
    """Every tool of every catalog, once a name."""
    named = tomllib.loads(labels.read_text(encoding="utf-8"))
    for path in sorted(folder.glob("*.tools.json")):
        catalog = path.name.removesuffix(".tools.json")
        by_label = named.get(catalog, {})
        known = {tool: label for label in LABELS for tool in by_label.get(label, "").split()}
        tools = strictest_by_name(read_catalog(path).tools)
        unknown = known.keys() - tools.keys()
        if unknown:
            raise SystemExit(f"{labels}: {catalog} has no tool {min(unknown)}")
        for name, tool in tools.items():
            yield Judged(catalog, name, known.get(name, "reading"), classify(tool))


def table(judged: list[Judged]) -> list[str]:
    """By hand in rows, by class in columns, as Markdown."""
    counts = Counter((one.label, one.column) for one in judged)
    lines = [
        "| By hand \\ by class | " + " | ".join(CLASSES) + " |",
        "|---|" + "---|" * len(CLASSES),
    ]
    for label in LABELS:
        cells = " | ".join(str(counts[label, column]) for column in CLASSES)
        lines.append(f"| {label} | {cells} |")
    return lines


def main() -> int:
    folder, labels, *flags = sys.argv[1:]
    judged = list(judge_catalogs(Path(folder), Path(labels)))
    if "--list" in flags:
        for one in sorted(judged, key=lambda one: (CLASSES.index(one.column), one.catalog)):
            print(f"{one.column}\t{one.catalog}\t{one.tool}\t{one.label}\t{one.found.reason}")
    print("\n".join(table(judged)))
    for one in judged:
        if one.too_bold:
            print(f"too bold: {one.catalog} {one.tool}: {one.label}, {one.column}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
