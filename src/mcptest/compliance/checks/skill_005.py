"""Looks for a skill that stands on two pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    seen: set[str] = set()
    pages = follow_pointer(dict(roots), "/skills/pages")
    for page in pages if isinstance(pages, list) else ():
        skills = follow_pointer(page, "/result/skills")
        here = {
            str(skill["uri"])
            for skill in (skills if isinstance(skills, list) else ())
            if isinstance(skill, dict) and "uri" in skill
        }
        if follow_pointer(dict(roots), "/skills/endless") is not True:
            for uri in sorted(here & seen):
                yield {"at": uri, "problem": f"{uri} is on two pages of skills/list"}
        seen |= here


CHECK = RuleCheck("SKILL-005", _run)
