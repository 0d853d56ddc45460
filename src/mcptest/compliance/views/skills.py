"""The skills of a server that declares the skills extension: the list, one entry, its SKILL.md."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import Final

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.frontmatter import read_frontmatter
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.schema.pointer import follow_pointer

EXTENSION: Final = "io.modelcontextprotocol/skills"
MANIFEST: Final = "/SKILL.md"
MOST_PAGES: Final = 50
_UNKNOWN: Final = "skill://mcptest-no-such-skill/SKILL.md"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    extensions = session.capabilities.get("extensions")
    if not isinstance(extensions, dict) or EXTENSION not in extensions:
        text = "applies only if the server declares the skills extension"
        raise NotSeenError(SkipReason.NOT_APPLICABLE, text)
    root: JsonObject = {"settings": extensions[EXTENSION], **await _list(exam, ctx)}
    items = root["items"]
    entries = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    uri = next((u for item in entries if isinstance(u := item.get("uri"), str)), None)
    if uri is not None:
        root["uri"] = uri
        root["got"] = await ask("skills/get", {"uri": uri}, exam, ctx)
    root["unknown"] = await ask("skills/get", {"uri": _UNKNOWN}, exam, ctx)
    first = next((e for e in entries if str(e.get("uri", "")).endswith(MANIFEST)), None)
    if first is not None:
        root["manifest"] = await _manifest(first, exam, ctx)
    return root


async def ask(method: str, params: JsonObject, exam: Examination, ctx: Context) -> JsonObject:
    """One request on the shared conversation."""
    session = await exam.session(ctx)
    limit = exam.timeout_for(ctx.limits.timeout)
    return reply_root(exam.noticed(await session.request(method, params, timeout=limit)))


async def _list(exam: Examination, ctx: Context) -> JsonObject:
    """All pages of skills/list; ``endless`` where a cursor came twice, or the pages do not end."""
    pages: list[Json] = []
    items: list[Json] = []
    cursors: set[str] = set()
    params: JsonObject = {}
    while len(pages) < MOST_PAGES:
        page = await ask("skills/list", params, exam, ctx)
        pages.append(page)
        found = follow_pointer(page, "/result/skills")
        items += found if isinstance(found, list) else []
        cursor = follow_pointer(page, "/result/nextCursor")
        if not isinstance(cursor, str):
            return {"pages": pages, "items": items, "endless": False}
        if cursor in cursors:
            break
        cursors.add(cursor)
        params = {"cursor": cursor}
    return {"pages": pages, "items": items, "endless": True}


async def _manifest(entry: JsonObject, exam: Examination, ctx: Context) -> JsonObject:
    """The file of one skill as it is read, beside what the list says of it."""
    uri = entry["uri"]
    read = await ask("resources/read", {"uri": uri}, exam, ctx)
    root: JsonObject = {"entry": entry, "uri": uri, "read": read}
    contents = follow_pointer(read, "/result/contents")
    for content in contents if isinstance(contents, list) else ():
        text = content.get("text") if isinstance(content, dict) else None
        if isinstance(content, dict) and isinstance(text, str):
            root |= {"content": content, "digest": f"sha256:{sha256(text.encode()).hexdigest()}"}
            front = read_frontmatter(text)
            root |= {} if front is None else {"frontmatter": front}
            break
    with suppress(NotSeenError):
        listed = (await exam.see("resources", ctx)).get("items")
        for resource in listed if isinstance(listed, list) else ():
            if isinstance(resource, dict) and resource.get("uri") == uri:
                root["resource"] = resource
    return root


VIEW = View(
    name="skills",
    summary="skills/list over all pages, skills/get of the first and of an unknown skill, and the "
    "SKILL.md of the first.",
    members={
        "settings": "what the server declares for the extension",
        "pages": "each page, with result, error, http",
        "items": "the entries of all pages",
        "endless": "whether the pages do not end",
        "uri": "of the first skill",
        "got": "the reply to skills/get for it",
        "unknown": "the reply to skills/get for an unknown URI",
        "manifest": "of the first skill: uri, entry, read, content, digest, frontmatter, resource "
        "(as resources/list has it)",
    },
    look=_look,
)
