"""Compares the listed digest of SKILL.md with its content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    skills = roots.get("skills")
    manifest = skills.get("manifest") if isinstance(skills, dict) else None
    uri, real = follow_pointer(manifest, "/uri"), follow_pointer(manifest, "/digest")
    files = follow_pointer(manifest, "/entry/resources")
    for file in files if isinstance(files, list) else ():
        if isinstance(file, dict) and file.get("uri") == uri and file.get("digest") != real:
            yield {"at": "SKILL.md", "problem": f"the digest of SKILL.md is {real}"}


CHECK = RuleCheck("SKILL-025", _run)
