"""What reading gave: the listed resources, and what resource templates stand for."""

from __future__ import annotations

from contextlib import suppress

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.find_fixtures import fill_found
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    reads = await exam.see("reads", ctx)
    items = reads["items"]
    assert isinstance(items, list)
    return {**reads, "items": [*items, *await _templated(exam, ctx)]}


async def _templated(exam: Examination, ctx: Context) -> list[Json]:
    """Those that worked: whether a value is right is not what is asked here."""
    if exam.seeks_fixtures:
        await fill_found(exam, ctx)
    items: Json = []
    with suppress(NotSeenError):
        items = (await exam.see("template-reads", ctx))["items"]
    listed = items if isinstance(items, list) else []
    return [item for item in listed if isinstance(item, dict) and item.get("form") == "result"]


VIEW = View(
    name="read-results",
    summary="Reading up to eight listed resources, and what up to three templates stand for.",
    members={
        "items": "one for each read: uri, form, result, error, http",
        "left": "the addresses of the listed resources that were not read",
    },
    look=_look,
)
