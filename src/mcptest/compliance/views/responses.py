"""Every response to the requests that clients send most."""

from __future__ import annotations

from contextlib import suppress

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject

# The views with replies, and the member that has them; None where the view is a reply itself.
_VIEWS = {
    "tools": "pages",
    "resources": "pages",
    "templates": "pages",
    "prompts": "pages",
    "calls": "items",
    "reads": "items",
    "gets": "items",
    "ping": None,
    "completion": None,
}


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    items: list[Json] = []
    for view, member in _VIEWS.items():
        with suppress(NotSeenError):
            seen = await exam.see(view, ctx)
            found = seen.get(member) if member else [seen]
            items += found if isinstance(found, list) else []
    return {"items": items}


VIEW = View(
    name="responses",
    summary="The lists, calls, reads, prompts, completion and ping of the other views.",
    members={"items": "one for each request: method, form, result, error, http"},
    look=_look,
)
