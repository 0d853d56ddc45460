"""The official schemas, where they are beside the repository: an oracle, and nothing else."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from mcptest.model.spec_version import SpecVersion
from mcptest.schema.validate import validator

FOLDER = Path(__file__).parents[3] / "shared" / "mcp-schema"
DATED = [version for version in SpecVersion if version is not SpecVersion.DRAFT]
ABSENT = not FOLDER.is_dir()
REASON = "the official schemas are not beside the repository"


@cache
def document(version):
    return json.loads((FOLDER / f"{version.wire}.schema.json").read_text("utf-8"))


def definitions(version):
    whole = document(version)
    return whole.get("$defs") or whole["definitions"]


@cache
def schema(version, name):
    """One definition with all that it leads to, under its dialect and without the words."""
    whole = document(version)
    word = "$defs" if "$defs" in whole else "definitions"
    needed, waiting = {}, [name]
    while waiting:
        here = waiting.pop()
        if here not in needed:
            needed[here] = _plain(definitions(version)[here])
            waiting += _named(needed[here])
    return {"$schema": whole["$schema"], "$ref": f"#/{word}/{name}", word: needed}


@cache
def check(version, name):
    return validator(schema(version, name))


@cache
def methods(version):
    """The name of the definition of each request and notification, by method."""
    found = {}
    for name, part in definitions(version).items():
        method = part.get("properties", {}).get("method", {}).get("const")
        if method is not None:
            found[method] = name
    return found


def _plain(part, *, names=False):
    if isinstance(part, list):
        return [_plain(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {
        key: _plain(value, names=key in ("properties", "$defs", "definitions") and not names)
        for key, value in part.items()
        if names or key != "description"
    }


def _named(part):
    if isinstance(part, list):
        return [name for item in part for name in _named(item)]
    if not isinstance(part, dict):
        return []
    own = [part["$ref"].rpartition("/")[2]] if isinstance(part.get("$ref"), str) else []
    return own + [name for value in part.values() for name in _named(value)]
