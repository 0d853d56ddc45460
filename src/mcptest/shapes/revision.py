"""Load a revision's file on top of the files that it extends."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion
from mcptest.prebuilt import Prebuilt
from mcptest.shapes.notation import bare

FOLDER: Final = Path(__file__).parent / "revisions"
_TABLES: Final = ("requests", "notifications")


@cache
def read_revision(version: SpecVersion) -> JsonObject:
    """``define``, ``requests``, ``notifications`` and ``errors``, with nothing left to extend."""
    own = _read(version)
    extends = own.get("extends")
    below: JsonObject = read_revision(SpecVersion(str(extends))) if extends else {}
    whole: JsonObject = {"define": _definitions(below, own)}
    for table in _TABLES:
        whole[table] = {
            side: _laid_over(_part(_part(below, table), side), _part(_part(own, table), side))
            for side in ("client", "server")
        }
    whole["errors"] = _laid_over(_part(below, "errors"), _part(own, "errors"))
    return whole


def _definitions(below: JsonObject, own: JsonObject) -> JsonObject:
    found = {**_part(below, "define"), **_part(own, "define")}
    for name, members in _part(own, "change").items():
        old = found[name]
        assert isinstance(old, dict)
        assert isinstance(members, dict)
        changed = {bare(member) for member in members}
        kept = {member: part for member, part in old.items() if bare(member) not in changed}
        found[name] = {**kept, **members}
    gone = own.get("remove", [])
    assert isinstance(gone, list)
    for removed in gone:
        del found[str(removed)]
    return found


def _laid_over(below: JsonObject, own: JsonObject) -> JsonObject:
    """An entry that is null is gone."""
    return {name: entry for name, entry in {**below, **own}.items() if entry is not None}


def _part(whole: JsonObject, name: str) -> JsonObject:
    found = whole.get(name, {})
    assert isinstance(found, dict)
    return found


def _read(version: SpecVersion) -> JsonObject:
    return _files()[version.value]


@cache
def _files() -> dict[str, JsonObject]:
    found: dict[str, JsonObject] = PREBUILT.load()
    return found


def _build() -> dict[str, JsonObject]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return {
        file.stem: yaml.load(file.read_text("utf-8"), Loader=loader)  # noqa: S506 - a safe loader
        for file in FOLDER.glob("*.yaml")
    }


PREBUILT: Final = Prebuilt(
    "revisions", FOLDER.parent, sources=lambda: FOLDER.glob("*.yaml"), build=_build
)
