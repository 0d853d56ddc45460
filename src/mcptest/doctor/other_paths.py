"""Find a path on the same host at which a server responds."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

from mcptest.engine.server import Server
from mcptest.errors import TargetError
from mcptest.wire.session import open_session

WELL_KNOWN = ("/mcp", "/sse", "/mcp/", "/")
_PATH_TIMEOUT = 3.0  # seconds for each guess
_WRONG_PLACE = ("http-not-found", "http-method", "http-html", "http-redirect", "http-content-type")


async def find_elsewhere(server: Server, error: TargetError) -> str | None:
    """The first well-known path that opens a session; None where no path would help."""
    target = server.target.http
    if target is None or error.code not in _WRONG_PLACE:
        return None
    limits = replace(server.limits, timeout=min(server.limits.timeout, _PATH_TIMEOUT))
    for url in guesses(target.url):
        try:
            guess = replace(target, url=url)
            session = await open_session(guess, limits=limits, client=server.client())
        except TargetError:
            continue
        await session.close()
        return url
    return None


def guesses(url: str) -> list[str]:
    """The well-known paths on the host of an address, without the one that it has."""
    parts = urlsplit(url)
    paths = [path for path in WELL_KNOWN if path != (parts.path or "/")]
    return [urlunsplit((parts.scheme, parts.netloc, path, "", "")) for path in paths]
