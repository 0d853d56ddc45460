"""Looks for two skills with one name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.listed_skills import listed_skills, name_in
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    known: dict[str, str] = {}
    for uri, _ in listed_skills(roots):
        name = name_in(uri)
        if name is not None and known.setdefault(name, uri) != uri:
            yield {"at": uri, "problem": f'{uri} and {known[name]} have the name "{name}"'}


CHECK = RuleCheck("SKILL-011", _run)
