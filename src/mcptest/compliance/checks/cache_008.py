"""Compares the cacheScope of the pages of each list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject, Missing
from mcptest.schema.pointer import follow_pointer

_LISTS = ("tools", "resources", "templates", "prompts")


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for name in _LISTS:
        pages = follow_pointer(dict(roots), f"/{name}/pages")
        found = [
            follow_pointer(page, "/result/cacheScope")
            for page in (pages if isinstance(pages, list) else ())
        ]
        scopes = [scope for scope in found if not isinstance(scope, Missing)]
        if any(scope != scopes[0] for scope in scopes):
            yield {"at": name, "problem": f"the pages of {name}/list have different cacheScopes"}


CHECK = RuleCheck("CACHE-008", _run)
