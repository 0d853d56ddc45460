"""Lint and fix catalogs of 10 to 10,000 tools: processor time, and whether it grows in a line.

The tools are those of published servers where a folder of their catalogs lies beside this one
(``../shared/zoo``, one ``tools/list`` result a file), repeated under new names; else made up.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from mcptest.lint.catalog import parse_catalog
from mcptest.lint.engine import lint_tools
from mcptest.lint.result import Origin, lint_cases
from mcptest.lint.tighten.fix import fix_catalog

SIZES = (10, 100, 1_000, 5_000, 10_000)
ZOO = Path(__file__).resolve().parent.parent.parent / "shared" / "zoo"
GOAL = 5_000  # tools in five seconds of processor time


class Linted(NamedTuple):
    size: int
    findings: int
    lint: float  # seconds of processor time
    fix: float


def made_up() -> dict:
    """A tool as servers have them: six arguments, one nested, one list, half of it loose."""
    return {
        "name": "search_collection",
        "description": "Search a collection of the archive and return the best matches.",
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


def published(folder: Path = ZOO) -> list[dict]:
    """Every tool of the catalogs in that folder; none where it is not there."""
    catalogs = (json.loads(file.read_bytes()) for file in sorted(folder.glob("*.tools.json")))
    found = (_tools(catalog) for catalog in catalogs)
    return [tool for tools in found for tool in tools if isinstance(tool, dict)]


def _tools(catalog: object) -> Sequence[object]:
    if isinstance(catalog, dict):
        catalog = catalog.get("tools", catalog.get("result", {}).get("tools", []))
    return catalog if isinstance(catalog, list) else []


def measure(tools: Sequence[dict], size: int) -> Linted:
    named = [
        {**tool, "name": f"{str(tool.get('name'))[:40]}_{number}"}
        for number, tool in enumerate(islice(cycle(tools), size))
    ]
    text = json.dumps({"tools": named}, indent=2)
    begun = time.process_time()
    catalog = parse_catalog("bench.json", text)
    reports = lint_tools(catalog.tools)
    cases = lint_cases(Origin("bench", catalog.tools, catalog=catalog), reports)
    findings = sum(len(case.findings) for case in cases)
    linted = time.process_time()
    fix_catalog(catalog)
    return Linted(size, findings, linted - begun, time.process_time() - linted)


def lines(*, sizes: Sequence[int] = SIZES, folder: Path = ZOO) -> Iterator[str]:
    tools = published(folder)
    yield f"{len(tools)} tools of published servers" if tools else "one tool that was made up"
    tools = tools or [made_up()]
    measure(tools, 10)
    for size in sizes:
        done = measure(tools, size)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        wanted = ", goal 5.0 s" if size == GOAL else ""
        yield (
            f"{size:6,} tools: lint {done.lint:5.2f} s of processor time{wanted} "
            f"({done.lint / size * 1000:.2f} ms a tool, {done.findings} findings), "
            f"fix {done.fix:.2f} s, peak memory {memory:.0f} MiB"
        )


if __name__ == "__main__":
    for line in lines(sizes=[int(word) for word in sys.argv[1:]] or SIZES):
        print(line, flush=True)
