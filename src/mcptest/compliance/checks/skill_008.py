"""Looks for skills whose URI does not end in their name, or whose name is not valid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.listed_skills import MANIFEST, listed_skills, name_in
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

_NAME: Final = re.compile(r"(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for uri, skill in listed_skills(roots):
        name, own = name_in(uri), follow_pointer(skill, "/frontmatter/name")
        if name is None:
            yield {"at": uri, "problem": f"{uri} does not end in {MANIFEST}"}
        elif isinstance(own, str) and own != name:
            yield {"at": uri, "problem": f'{uri} has the name "{own}" in its frontmatter'}
        elif not _NAME.fullmatch(name):
            yield {"at": uri, "problem": f'"{name}" is not a valid skill name'}


CHECK = RuleCheck("SKILL-008", _run)
