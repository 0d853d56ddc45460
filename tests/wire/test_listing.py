"""Walking lists that end, and lists that would not."""

from __future__ import annotations

import pytest
from tests.servers.http_peer import Peer, answer, text, whole
from tests.wire.http_kit import LIMITS

from mcptest.wire.limits import Limits
from mcptest.wire.listing import walk_list
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import open_session
from mcptest.wire.target import HttpTarget


def walk(run, pages, limits=None, *, lives=False, kind="tools"):
    asked = []

    async def ask(method, params, limit):
        asked.append((params or {}).get("cursor"))
        page = pages(params) if callable(pages) else pages[len(asked) - 1]
        return page if isinstance(page, Reply) else Reply(ReplyKind.ANSWERED, method, result=page)

    listing = run(walk_list(kind, ask, limits or Limits(), empty_cursor_lives=lives))
    return listing, asked


def test_every_page_is_read(run):
    listing, asked = walk(
        run, [{"tools": [1], "nextCursor": "a"}, {"tools": [2], "nextCursor": None}]
    )
    assert listing.items == [1, 2]
    assert listing.complete
    assert listing.problem is None
    assert asked == [None, "a"]


def test_templates_have_a_member_of_their_own(run):
    listing, _ = walk(run, [{"resourceTemplates": [1]}], kind="resources/templates")
    assert listing.items == [1]


@pytest.mark.parametrize(("lives", "pages"), [(True, 2), (False, 1)])
def test_an_empty_cursor_lives_in_the_stateless_era_only(run, lives, pages):
    listing, _ = walk(run, [{"tools": [1], "nextCursor": ""}, {"tools": []}], lives=lives)
    assert len(listing.pages) == pages
    assert listing.complete


def endless(params):
    return {"tools": [1, 2], "nextCursor": "x" * len((params or {}).get("cursor", "")) + "x"}


@pytest.mark.parametrize(
    ("pages", "limits", "code"),
    [
        (lambda _: {"tools": [], "nextCursor": "x"}, Limits(), "cursor-repeated"),
        (endless, Limits(pages=3), "limit-pages"),
        (endless, Limits(items=3), "limit-items"),
        (endless, Limits(timeout=0), "limit-time"),
        ([{"tools": [], "nextCursor": 5}], Limits(), "cursor-type"),
        ([{"tools": {}}], Limits(), "list-malformed"),
        ([[]], Limits(), "list-malformed"),
        ([Reply(ReplyKind.TIMED_OUT, "tools/list", problem="late")], Limits(), "list-failed"),
        ([Reply(ReplyKind.ANSWERED, "tools/list", error={"code": 1})], Limits(), "list-failed"),
        ([Reply(ReplyKind.ANSWERED, "tools/list", error=5)], Limits(), "list-failed"),
    ],
)
def test_a_list_that_cannot_be_walked_to_its_end_says_why(run, pages, limits, code):
    listing, _ = walk(run, pages, limits)
    assert listing.code == code
    assert listing.problem
    assert not listing.complete


@pytest.mark.parametrize(("refusals", "complete"), [(1, True), (2, False)])
def test_a_list_that_is_refused_for_the_moment_is_asked_for_once_more(run, refusals, complete):
    async def not_now(request, wire):
        listed = [each for each in wire.peer.requests if each.message["method"] == "tools/list"]
        refused = request in listed and len(listed) <= refusals
        await wire.write(whole(b"", 503) if refused else whole(text(answer(request))))

    async def body():
        async with Peer(not_now) as peer:
            session = await open_session(HttpTarget(peer.url), limits=LIMITS)
            listing = await session.list_all("tools")
            called = await session.request("tools/call", {"name": "a"})
            await session.close()
            return listing, called, session.transcript.entries

    listing, called, entries = run(body())
    assert (listing.complete, called.ok) == (complete, True)
    assert sum(b"was retried" in entry.raw for entry in entries) == 1
