"""Reading what resource templates stand for, with given values, as a view."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason

MOST_TEMPLATES = 3
_SIMPLE = re.compile(r"\{[+]?([A-Za-z0-9_.%]+)[*]?\}")

# For the name of a variable: the texts to put into its place.
Values = Callable[[Examination, str], tuple[str, ...]]


def template_view(name: str, summary: str, values: Values) -> View:
    """The view of reads of listed templates, each filled with what ``values`` gives."""

    async def look(exam: Examination, ctx: Context) -> JsonObject:
        items = [await _read(*pair, exam, ctx) for pair in await _filled(values, exam, ctx)]
        if not items:
            text = "the server lists no template that can be filled"
            raise NotSeenError(SkipReason.NOT_APPLICABLE, text)
        return {"items": list[Json](items)}

    members = {"items": "one for each read: template, uri, form, result, error"}
    return View(name=name, summary=summary, members=members, look=look)


async def _filled(values: Values, exam: Examination, ctx: Context) -> list[tuple[str, str]]:
    """Each template with an address that it stands for."""
    listed = (await exam.see("templates", ctx)).get("items")
    entries = [e for e in (listed if isinstance(listed, list) else ()) if isinstance(e, dict)]
    templates = [t for entry in entries if isinstance(t := entry.get("uriTemplate"), str)]
    return [
        (template, uri)
        for template in templates[:MOST_TEMPLATES]
        for uri in expand(template, lambda name: values(exam, name))
    ]


def expand(template: str, values: Callable[[str], tuple[str, ...]]) -> list[str]:
    """The template with each variable replaced; empty where one has no value or is not simple."""
    names = _SIMPLE.findall(template)
    given: Mapping[str, tuple[str, ...]] = {name: values(name) for name in names}
    if not names or "{" in _SIMPLE.sub("", template):
        return []
    turns = min(len(texts) for texts in given.values())
    return [_filled_with(template, given, turn) for turn in range(turns)]


def _filled_with(template: str, given: Mapping[str, tuple[str, ...]], turn: int) -> str:
    return _SIMPLE.sub(lambda found: given[found[1]][turn], template)


async def _read(template: str, uri: str, exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    limit = exam.timeout_for(ctx.limits.timeout)
    reply = exam.noticed(await session.request("resources/read", {"uri": uri}, timeout=limit))
    return {"template": template, "uri": uri, **reply_root(reply)}
