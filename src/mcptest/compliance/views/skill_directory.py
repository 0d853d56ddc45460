"""Reading the directory of a skill, where the server declares that it can."""

from __future__ import annotations

from typing import Final

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.views.skills import MANIFEST, MOST_PAGES, ask
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.schema.pointer import follow_pointer

_METHOD: Final = "resources/directory/read"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    skills = await exam.see("skills", ctx)
    if follow_pointer(skills, "/settings/directoryRead") is not True:
        text = "applies only if the server declares directoryRead"
        raise NotSeenError(SkipReason.NOT_APPLICABLE, text)
    uri = follow_pointer(skills, "/manifest/uri")
    if not isinstance(uri, str):
        raise NotSeenError(SkipReason.NOT_APPLICABLE, "the server lists no skill with a SKILL.md")
    folder = uri.removesuffix(MANIFEST)
    root = await _read(folder, exam, ctx)
    root["file"] = await ask(_METHOD, {"uri": uri}, exam, ctx)
    return {"uri": folder, **root, "inner": _inner(folder, skills)}


async def _read(folder: str, exam: Examination, ctx: Context) -> JsonObject:
    pages: list[Json] = []
    items: list[Json] = []
    params: JsonObject = {"uri": folder}
    while len(pages) < MOST_PAGES:
        page = await ask(_METHOD, params, exam, ctx)
        pages.append(page)
        found = follow_pointer(page, "/result/resources")
        items += found if isinstance(found, list) else []
        cursor = follow_pointer(page, "/result/nextCursor")
        if not isinstance(cursor, str) or params.get("cursor") == cursor:
            return {"pages": pages, "items": items, "endless": isinstance(cursor, str)}
        params = {"uri": folder, "cursor": cursor}
    return {"pages": pages, "items": items, "endless": True}


def _inner(folder: str, skills: JsonObject) -> list[Json]:
    """The directories below, as the list of the skill's files tells."""
    files = follow_pointer(skills, "/manifest/entry/resources")
    found: dict[str, None] = {}
    for file in files if isinstance(files, list) else ():
        uri = file.get("uri") if isinstance(file, dict) else None
        rest = uri.removeprefix(f"{folder}/") if isinstance(uri, str) else ""
        if isinstance(uri, str) and rest != uri and "/" in rest:
            found[f"{folder}/{rest.partition('/')[0]}"] = None
    return list(found)


VIEW = View(
    name="skill-directory",
    summary="resources/directory/read of the first skill's directory, and of its SKILL.md.",
    members={
        "uri": "of the directory",
        "pages": "each page, with result, error, http",
        "items": "the entries of all pages",
        "endless": "whether the pages do not end",
        "file": "the reply for SKILL.md, which is not a directory",
        "inner": "the URIs of the directories below, as the list of the skill's files tells",
    },
    look=_look,
)
