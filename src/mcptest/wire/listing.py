"""Read a paginated list to its end or its limit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import field
from typing import TypeAlias

from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.model.record import record
from mcptest.wire.limits import Limits
from mcptest.wire.reply import Reply, ReplyKind

_Ask: TypeAlias = "Callable[[str, JsonObject | None, float], Awaitable[Reply]]"

# kind: the method, and the member of its result that holds the items
LISTS = {
    "tools": ("tools/list", "tools"),
    "resources": ("resources/list", "resources"),
    "resources/templates": ("resources/templates/list", "resourceTemplates"),
    "prompts": ("prompts/list", "prompts"),
    "skills": ("skills/list", "skills"),
    "tasks": ("tasks/list", "tasks"),
}
OUR_LIMITS = frozenset({"limit-time", "limit-pages", "limit-items"})


@record(frozen=False)
class Listing:
    """All items of all pages; ``problem`` says why it is not ``complete``."""

    items: list[Json] = field(default_factory=list)
    pages: list[Reply] = field(default_factory=list)
    complete: bool = False
    code: str | None = None
    problem: str | None = None

    def stopped(self, code: str, problem: str) -> Listing:
        self.code, self.problem = code, problem
        return self


async def walk_list(kind: str, ask: _Ask, limits: Limits, *, empty_cursor_lives: bool) -> Listing:
    """Request page after page; every endless listing is stopped and reported."""
    method, member = LISTS[kind]
    listing = Listing()
    seen: set[str] = set()
    params: JsonObject | None = None
    clock = asyncio.get_running_loop().time  # which leaves out what we slept through
    deadline = clock() + limits.timeout * limits.total_factor
    while True:
        left = deadline - clock()
        if left <= 0:
            return listing.stopped("limit-time", f"{method} exceeded the time limit")
        reply = await ask(method, params, min(left, limits.timeout))
        listing.pages.append(reply)
        cursor = _take_page(listing, reply, member)
        if listing.problem is not None:
            return listing
        if cursor is None or (cursor == "" and not empty_cursor_lives):
            listing.complete = True
            return listing
        if _beyond(listing, cursor, seen, limits):
            return listing
        seen.add(cursor)
        params = {"cursor": cursor}


async def walk_page(
    kind: str, ask: _Ask, limit: float, cursor: str | None
) -> tuple[Listing, str | None]:
    """Request one page alone, and give the cursor of the next one."""
    method, member = LISTS[kind]
    listing = Listing()
    reply = await ask(method, None if cursor is None else {"cursor": cursor}, limit)
    listing.pages.append(reply)
    following = _take_page(listing, reply, member)
    listing.complete = cursor is None and following is None and listing.problem is None
    return listing, following


def _take_page(listing: Listing, reply: Reply, member: str) -> str | None:
    """Add the items of one page, and give its cursor."""
    if not reply.ok:
        listing.stopped("list-failed", describe(reply))
        return None
    result = reply.result
    items = result.get(member) if isinstance(result, dict) else None
    if not isinstance(result, dict) or not isinstance(items, list):
        listing.stopped("list-malformed", f'the result of {reply.method} has no array "{member}"')
        return None
    listing.items.extend(items)
    cursor = result.get("nextCursor")
    if cursor is not None and not isinstance(cursor, str):
        listing.stopped("cursor-type", f'"nextCursor" of {reply.method} is not a string')
        return None
    return cursor


def _beyond(listing: Listing, cursor: str, seen: set[str], limits: Limits) -> bool:
    method = listing.pages[-1].method
    if cursor in seen:
        listing.stopped("cursor-repeated", f"{method} returned the same cursor twice")
    elif len(listing.pages) >= limits.pages:
        listing.stopped("limit-pages", f"{method} has more than {limits.pages} pages")
    elif len(listing.items) >= limits.items:
        listing.stopped("limit-items", f"{method} has more than {limits.items} items")
    return listing.problem is not None


def describe(reply: Reply) -> str:
    """One clause on why a reply is not a result."""
    if reply.kind is ReplyKind.ANSWERED and reply.error is not MISSING:
        error = reply.error if isinstance(reply.error, dict) else {}
        return f"{reply.method} returned error {error.get('code')}: {error.get('message')}"
    return f"{reply.method}: {reply.problem or reply.kind.value}"
