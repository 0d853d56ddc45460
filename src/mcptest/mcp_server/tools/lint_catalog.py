"""``lint_catalog``: what is wrong with the tools that a server would list."""

from __future__ import annotations

from mcptest.lint.catalog import Catalog, parse_catalog, read_catalog
from mcptest.lint.engine import ToolReport, lint_tools
from mcptest.mcp_server.checking import MOST_TOLD, PROBLEM, attempt, told
from mcptest.mcp_server.tool import COUNT, TEXT, ServedTool, closed, listed, text
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.finding import Finding
from mcptest.model.json import JsonObject
from mcptest.model.redaction import Redactor


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    del caller
    catalog, problems = attempt(lambda: _read(str(arguments["catalog"]), context))
    reports = [] if catalog is None else lint_tools(catalog.tools)
    found = [(report, finding) for report in reports for finding in report.findings]
    return {
        "tools": len(reports),
        "findings": [_told(catalog, *each) for each in found[:MOST_TOLD] if catalog],
        "left_out": max(0, len(found) - MOST_TOLD),
        "problems": told(problems, context, Redactor()),
    }


def _read(written: str, context: ToolContext) -> Catalog:
    """Raises: FileProblemsError, RefusedByPolicyError."""
    if written.lstrip()[:1] in {"{", "["}:
        return parse_catalog("catalog", written)
    return read_catalog(context.workspace.path(written))


def _told(catalog: Catalog, report: ToolReport, finding: Finding) -> JsonObject:
    place = catalog.where(report.index, finding.pointer or "")
    return {
        "id": finding.id,
        "severity": finding.severity.value,
        "tool": report.name,
        "message": Redactor().text(finding.message),
        "help": finding.help or "",
        "pointer": finding.pointer or "",
        "line": place.line,
        "column": place.column,
    }


TOOL = ServedTool(
    name="lint_catalog",
    title="Lint a tool catalog",
    description=(
        "Lint a tools/list result: open or unbounded input schemas, missing or "
        "misleading descriptions, wrong annotations, and what well-known clients "
        "reject. Each finding has a rule id, a JSON pointer and a fix."
    ),
    properties={
        "catalog": text(
            "JSON text of a tools/list result or a list of tools, or the path of such a "
            "file in the served folder.",
            most=1_000_000,
            minLength=1,
            examples=['{"tools": []}'],
        )
    },
    required=("catalog",),
    act=_act,
    output=closed(
        {
            "tools": COUNT,
            "findings": listed(
                closed(
                    {
                        "id": TEXT,
                        "severity": TEXT,
                        "tool": TEXT,
                        "message": TEXT,
                        "help": TEXT,
                        "pointer": TEXT,
                        "line": COUNT,
                        "column": COUNT,
                    }
                )
            ),
            "left_out": COUNT,
            "problems": listed(PROBLEM),
        }
    ),
)
