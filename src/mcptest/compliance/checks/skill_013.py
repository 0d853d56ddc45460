"""Looks for skills with too many or too large files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.listed_skills import files_of, listed_skills
from mcptest.model.json import Json, JsonObject

_MOST_FILES: Final = 512
_MOST_BYTES: Final = 16 * 1024 * 1024


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for uri, skill in listed_skills(roots):
        files = files_of(skill)
        sizes = [size for file in files if isinstance(size := file.get("size"), int)]
        if len(files) > _MOST_FILES:
            yield {"at": uri, "problem": f"{uri} has {len(files)} files"}
        if sum(sizes) > _MOST_BYTES:
            yield {"at": uri, "problem": f"the files of {uri} have {sum(sizes)} bytes"}


CHECK = RuleCheck("SKILL-013", _run)
