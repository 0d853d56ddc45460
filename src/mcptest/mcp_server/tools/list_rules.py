"""``list_rules``: the ids that a report can name, with a line about each."""

from __future__ import annotations

from mcptest.mcp_server.tool import TEXT, ServedTool, closed, listed, revision
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    del caller
    kind = str(arguments["kind"])
    if kind == "compliance":
        return {"rules": _compliance(arguments.get("spec_version"), context)}
    return {"rules": _lints() if kind == "lint" else _probes()}


def _compliance(version: Json, context: ToolContext) -> list[Json]:
    from mcptest.compliance.corpus.rules_document import rules_document

    corpora = dict(context.corpora())
    if version is not None:
        wanted = SpecVersion.parse(str(version))
        corpora = {wanted: corpora[wanted]}
    rows = rules_document(corpora)["rules"]
    assert isinstance(rows, list)
    return [
        {"id": row["id"], "title": row["title"], "level": row["level"]}
        for row in rows
        if isinstance(row, dict)
    ]


def _lints() -> list[Json]:
    from mcptest.lint.engine import all_rules

    return [
        {"id": rule.id, "title": rule.title, "level": rule.severity.value} for rule in all_rules()
    ]


def _probes() -> list[Json]:
    from mcptest.negative.table import DEFAULT, find_probe, probe_names

    found = [probe for name in probe_names() if (probe := find_probe(name)) is not None]
    return [
        {
            "id": probe.id,
            "title": probe.sends,
            "level": "default" if probe.id in DEFAULT else "on request",
        }
        for probe in found
    ]


TOOL = ServedTool(
    name="list_rules",
    title="List rules",
    description=(
        "List the checks of mcptest: compliance rules (all, or of one revision), "
        "lints for tool schemas and descriptions, or negative-path probes. Use "
        "explain to learn more about one of them."
    ),
    properties={
        "kind": {
            "type": "string",
            "description": "Which list to return.",
            "enum": ["compliance", "lint", "probe"],
        },
        "spec_version": revision("Return only the compliance rules of this revision."),
    },
    required=("kind",),
    act=_act,
    output=closed({"rules": listed(closed({"id": TEXT, "title": TEXT, "level": TEXT}))}),
)
