"""Looks for differences between the listed frontmatter and that of the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.observe.frontmatter import agree
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    listed = follow_pointer(dict(roots), "/skills/manifest/entry/frontmatter")
    real = follow_pointer(dict(roots), "/skills/manifest/frontmatter")
    if not isinstance(listed, dict) or not isinstance(real, dict):
        return
    for key in sorted({*listed, *real}):
        if key not in listed or key not in real or not agree(listed[key], real[key]):
            yield {"at": key, "problem": f'"{key}" differs between skills/list and SKILL.md'}


CHECK = RuleCheck("SKILL-017", _run)
