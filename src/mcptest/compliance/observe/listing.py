"""A list of the server as a view: all items of all pages."""

from __future__ import annotations

import json

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.wire.listing import OUR_LIMITS, Listing


def listing_view(name: str, kind: str) -> View:
    """The view of ``<kind>/list``; a page that is not a list becomes ``problem``."""

    async def look(exam: Examination, ctx: Context) -> JsonObject:
        session = await exam.session(ctx)
        listing = await session.list_all(kind)
        root: JsonObject = {
            "items": list(listing.items),
            "pages": [reply_root(page) for page in listing.pages],
            "complete": listing.complete,
            "ends": _ending(listing),
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
            "ends": "last-page, endless, failed, or unknown where only mcptest's limits ended it",
            "problem": "why it is not a proper list, if so",
        },
        look=look,
    )


def _ending(listing: Listing) -> str:
    """A list that still brings something new where our limits stop it may be a long one."""
    if listing.complete:
        return "last-page"
    if listing.code not in OUR_LIMITS:
        return "endless" if listing.code == "cursor-repeated" else "failed"
    texts = {json.dumps(item, sort_keys=True) for item in listing.items}
    is_new = len(texts) == len(listing.items) >= len(listing.pages) // 2
    return "unknown" if is_new else "endless"
