"""A few ordinary requests over HTTP, with the headers that a browser sends from another origin."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from mcptest.engine.context import Context
from mcptest.model.loopback import is_loopback
from mcptest.model.spec_version import Era
from mcptest.security.live.listeners import listens_everywhere
from mcptest.security.live.observed import FOREIGN_HOST, FOREIGN_ORIGIN, SeenHttp
from mcptest.security.live.own_metadata import own_metadata
from mcptest.wire.http.streamable import HttpLink
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session
from mcptest.wire.target import HttpTarget

_SESSIONS: Final = 5


async def look_at_http(
    context: Context, *, sessions: bool, other_user: str | None = None
) -> SeenHttp | None:
    """None where the server is not reached over Streamable HTTP.

    With ``sessions`` a few more of them are opened, for their ids. ``other_user`` is the token of
    somebody else, who must not get into our session.
    """
    target = context.target
    session = await context.session()
    if not isinstance(target, HttpTarget) or not isinstance(session.link, HttpLink):
        return None
    ids = await _session_ids(context, session) if sessions else ()
    plain = await _ask(session)
    foreign = await _ask(session, {"Origin": FOREIGN_ORIGIN})
    simple = await _ask(session, {"Origin": FOREIGN_ORIGIN, "Content-Type": "text/plain"})
    elsewhere = await _ask(session, {"Host": FOREIGN_HOST})
    parts = urlsplit(target.url)
    loopback = is_loopback(parts.hostname or "")
    heads = foreign.http.headers if foreign.http is not None and foreign.ok else {}
    return SeenHttp(
        loopback=loopback,
        authorized=_is_authorized(target),
        foreign_host_status=_served(elsewhere),
        simple_post_status=_served(simple),
        cors_origin=heads.get("access-control-allow-origin"),
        cors_credentials=heads.get("access-control-allow-credentials") == "true",
        session_ids=ids,
        cache_control=plain.http.headers.get("cache-control") if plain.http is not None else None,
        listens_everywhere=loopback and listens_everywhere(parts.port or 80),
        other_user_status=await _as_other_user(session, other_user),
        metadata=await own_metadata(target.url, target.ca_file),
    )


def _is_authorized(target: HttpTarget) -> bool:
    names = {name.lower() for name in target.headers}
    return target.credentials is not None or bool(names & {"authorization", "x-api-key"})


async def _as_other_user(session: Session, token: str | None) -> int | None:
    """A request with our session id and somebody else's token; None where there is neither."""
    if token is None or not getattr(session.link, "session_id", None):
        return None
    return _served(await _ask(session, {"Authorization": f"Bearer {token}"}))


async def _ask(session: Session, headers: dict[str, str | None] | None = None) -> Reply:
    method = "server/discover" if session.era is Era.STATELESS else "ping"
    return await session.request(method, headers=headers)


def _served(reply: Reply) -> int | None:
    """The status of a request that was answered with a result; another one was refused."""
    if reply.http is None:
        return None
    return reply.http.status if reply.ok else max(reply.http.status, 400)


async def _session_ids(context: Context, session: Session) -> tuple[str, ...]:
    ids = [getattr(session.link, "session_id", None)]
    for _ in range(_SESSIONS if ids[0] else 0):
        other = await context.fresh()
        ids.append(getattr(other.link, "session_id", None))
    return tuple(one for one in ids if one)
