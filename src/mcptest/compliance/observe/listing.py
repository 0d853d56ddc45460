"""A list of the server as a view: all items of all pages."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject


def listing_view(name: str, kind: str) -> View:
    """The view of ``<kind>/list``; a page that is not a list becomes ``problem``."""

    async def look(exam: Examination, ctx: Context) -> JsonObject:
        session = await exam.session(ctx)
        listing = await session.list_all(kind)
        root: JsonObject = {
            "items": list(listing.items),
            "pages": [reply_root(page) for page in listing.pages],
            "complete": listing.complete,
        }
        if listing.problem is not None:
            root["problem"] = listing.problem
        return root

    return View(
        name=name,
        summary=f"Everything that {kind}/list gives, over all pages.",
        members={
            "items": "the entries of all pages",
            "pages": "each exchange, with result, error, http",
            "complete": "false where paging was cut short",
            "problem": "why it is not a proper list, if so",
        },
        look=look,
    )
