"""Lint and fix catalogs of 10 to 10,000 tools: time, memory, and whether both grow in a line."""

from __future__ import annotations

import json
import resource
from time import perf_counter

from mcptest.lint.catalog import parse_catalog
from mcptest.lint.engine import lint_tools
from mcptest.lint.result import Origin, lint_cases
from mcptest.lint.tighten.fix import fix_catalog

SIZES = (10, 100, 1_000, 10_000)


def tool(number):
    """A tool as servers have them: six arguments, one nested, one list, half of it loose."""
    return {
        "name": f"search_collection_{number}",
        "description": f"Search collection {number} of the archive and return the best matches.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "Words to look for."},
                "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
                "order": {"type": "string", "enum": ["newest", "oldest"]},
                "tags": {"type": "array", "items": {"type": "string"}},
                "range": {"type": "object", "properties": {"from": {"type": "string"}, "to": {}}},
                "cursor": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            },
            "required": ["query"],
        },
    }


def measure(size, indent=2):
    text = json.dumps({"tools": [tool(number) for number in range(size)]}, indent=indent)
    begun = perf_counter()
    catalog = parse_catalog("bench.json", text)
    reports = lint_tools(catalog.tools)
    findings = sum(
        len(case.findings)
        for case in lint_cases(Origin("bench", catalog.tools, catalog=catalog), reports)
    )
    linted = perf_counter() - begun
    begun = perf_counter()
    fix_catalog(catalog)
    return len(text), findings, linted, perf_counter() - begun


def main():
    measure(10)
    print("| Tools | Layout | MiB | Findings | Lint, s | per tool, ms | Fix, s | Process, MiB |")
    print("|---|---|---|---|---|---|---|---|")
    for size in SIZES:
        for layout, indent in (("one line", None), ("indented", 2)):
            length, findings, linted, fixed = measure(size, indent)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"| {size} | {layout} | {length / 1_048_576:.2f} | {findings} | {linted:.2f} "
                f"| {linted / size * 1000:.2f} | {fixed:.2f} | {memory:.0f} |"
            )


if __name__ == "__main__":
    main()
