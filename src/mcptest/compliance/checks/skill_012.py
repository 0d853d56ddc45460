"""Looks for files of a skill that are missing, listed twice, foreign, or without digest or size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.listed_skills import MANIFEST, files_of, listed_skills
from mcptest.model.json import Json, JsonObject

_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")


def _of_file(uri: str, file: JsonObject) -> Iterator[JsonObject]:
    name, digest, size = (file.get(key) for key in ("uri", "digest", "size"))
    folder = uri.removesuffix(MANIFEST)
    if not isinstance(name, str):
        yield {"at": uri, "problem": f"a file of {uri} has no uri"}
        return
    if name != uri and not name.startswith(f"{folder}/"):
        yield {"at": name, "problem": f"{name} is outside of {folder}"}
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        yield {"at": name, "problem": f"the digest of {name} is not sha256: and 64 hex digits"}
    if isinstance(size, bool) or not isinstance(size, int) or size < 0:
        yield {"at": name, "problem": f"the size of {name} is not a non-negative integer"}


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for uri, skill in listed_skills(roots):
        files = files_of(skill)
        if not files:
            continue
        names = [str(file.get("uri")) for file in files]
        if uri not in names:
            yield {"at": uri, "problem": f"the files of {uri} do not include it"}
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield {"at": name, "problem": f"{name} is listed twice"}
        for file in files:
            yield from _of_file(uri, file)


CHECK = RuleCheck("SKILL-012", _run)
