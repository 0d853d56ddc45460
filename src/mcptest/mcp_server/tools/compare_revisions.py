"""``compare_revisions``: which rules of the protocol changed, came or went."""

from __future__ import annotations

from mcptest.mcp_server.tool import COUNT, MAYBE_TEXT, TEXT, ServedTool, closed, listed, revision
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    from mcptest.compliance.revisions.version_diff import Bucket, diff_versions

    del caller
    corpora = context.corpora()
    old, new = (SpecVersion.parse(str(arguments[side])) for side in ("old", "new"))
    found = diff_versions(corpora[old], corpora[new])
    entries: list[Json] = [
        {
            "rule": entry.rule_id,
            "change": entry.bucket.value,
            "title": entry.title,
            "migration": entry.migration,
        }
        for entry in found.entries
        if entry.bucket is not Bucket.UNCHANGED
    ]
    return {
        "clean": found.is_clean(),
        "changed": found.summary.changed,
        "added": found.summary.added,
        "removed": found.summary.removed,
        "entries": entries,
    }


TOOL = ServedTool(
    name="compare_revisions",
    title="Compare protocol revisions",
    description=(
        "Compare the rules of two Model Context Protocol revisions: which rules "
        "changed, which were added or removed, and how to migrate a server."
    ),
    properties={
        "old": revision("Revision that the server supports now."),
        "new": revision("Revision to migrate to."),
    },
    required=("old", "new"),
    act=_act,
    output=closed(
        {
            "clean": {"type": "boolean"},
            "changed": COUNT,
            "added": COUNT,
            "removed": COUNT,
            "entries": listed(
                closed(
                    {
                        "rule": TEXT,
                        "change": TEXT,
                        "title": TEXT,
                        "migration": MAYBE_TEXT,
                    }
                )
            ),
        }
    ),
)
