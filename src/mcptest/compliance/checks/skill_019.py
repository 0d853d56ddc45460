"""Compares the listed resource of SKILL.md with the frontmatter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    front = follow_pointer(dict(roots), "/skills/manifest/frontmatter")
    resource = follow_pointer(dict(roots), "/skills/manifest/resource")
    if not isinstance(front, dict) or not isinstance(resource, dict):
        return
    for key in ("name", "description"):
        if key in front and resource.get(key) != front[key]:
            said = f"the {key} of the resource is {resource.get(key)!r}, expected {front[key]!r}"
            yield {"at": key, "problem": said}


CHECK = RuleCheck("SKILL-019", _run)
