"""Requests of the stateless era with an unknown version, without one, and without any ``_meta``.

A server that serves both eras may take such a request for one of the older era and stay there. So
this needs a connection of its own, and a good request in between that settles the era.
"""

from __future__ import annotations

from contextlib import suppress

from mcptest.compliance.corpus.rule import Observe
from mcptest.compliance.observe.connection import UNTOUCHED, RuleConnection, connect
from mcptest.compliance.observe.every_request import ask, changed, listing_of, working_requests
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import Era, SpecVersion

_NAME = "odd-meta"
_UNKNOWN = "1900-01-01"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    requests = [request async for request in working_requests(exam, ctx)]
    either = await _serves_either_era(exam, ctx)
    listing: JsonObject = {"method": listing_of(await exam.session(ctx))}
    async with connect(Observe(on=UNTOUCHED), {}, exam, ctx, view=_NAME) as line:
        odd = changed(listing, {"protocolVersion": _UNKNOWN}, line)
        headers = {"MCP-Protocol-Version": _UNKNOWN}
        found: JsonObject = {
            "unsupported": await ask(odd, line, exam, ctx, headers),
            "settled": await ask(changed(listing, {}, line), line, exam, ctx),
            "versionless": await _ask_all(
                [changed(request, {"protocolVersion": None}, line) for request in requests],
                line,
                exam,
                ctx,
            ),
            "without": await _ask_all([_bare(request) for request in requests], line, exam, ctx),
        }
    return {**found, "either_era": either}


async def _serves_either_era(exam: Examination, ctx: Context) -> bool:
    """Whether a request without a version may as well be one of the older era.

    Over HTTP, the header MCP-Protocol-Version tells. On stdio nothing does, and a server of both
    eras may reject such a request as one that comes before ``initialize``.
    """
    result = (await exam.see("opening", ctx)).get("result")
    versions = result.get("supportedVersions") if isinstance(result, dict) else None
    older = [one for one in SpecVersion if one.era is Era.HANDSHAKE]
    named = versions if isinstance(versions, list) else []
    return ctx.target.launched and any(one.wire in named for one in older)


def _bare(request: JsonObject) -> JsonObject:
    return {"jsonrpc": "2.0", "params": {}, **request}


async def _ask_all(
    messages: list[JsonObject], line: RuleConnection, exam: Examination, ctx: Context
) -> list[Json]:
    """Until one is not answered: a server that ignores one of them ignores the others."""
    replies: list[Json] = []
    for message in messages:
        with suppress(NotSeenError):
            reply = await ask(message, line, exam, ctx)
            replies.append(reply)
            if reply["form"] in ("silence", "closed"):
                break
    return replies


VIEW = View(
    name=_NAME,
    summary="A list at version 1900-01-01, then one request of each kind that works, without "
    "a version in its _meta and without _meta.",
    members={
        "unsupported": "the reply to a list at version 1900-01-01",
        "settled": "the reply to a valid list request",
        "versionless": "the replies without a version, one for each kind: method, form, error",
        "without": "the replies without _meta, one for each kind: method, form, error",
        "either_era": "whether the server may take a request without a version for an older one",
    },
    look=_look,
)
