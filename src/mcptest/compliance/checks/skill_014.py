"""Looks for metadata keys with the prefix of the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.listed_skills import listed_skills
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for uri, skill in listed_skills(roots):
        metadata = follow_pointer(skill, "/frontmatter/metadata")
        for key in metadata if isinstance(metadata, dict) else ():
            if key.startswith("io.modelcontextprotocol/"):
                yield {"at": uri, "problem": f'the metadata of {uri} has the reserved key "{key}"'}


CHECK = RuleCheck("SKILL-014", _run)
