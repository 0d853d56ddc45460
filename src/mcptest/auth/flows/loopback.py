"""Listen on loopback for one redirect of a login, then close (RFC 8252)."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qsl, urlsplit

from mcptest.errors import SignInError, UsageError

HOST = "127.0.0.1"
_HEAD = 16 * 1024
_SECONDS = 10.0
_PAGE = (
    "<!doctype html><meta charset=utf-8><title>mcptest</title>"
    "<p>{words} You can close this window and return to mcptest.</p>"
)


class Redirect:
    """Where the browser comes back to; ``wait`` gives the parameters that it brings."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.port = 0
        self._answer: asyncio.Future[dict[str, str]] = asyncio.get_running_loop().create_future()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}{self.path}"

    async def wait(self, seconds: float) -> dict[str, str]:
        """Raises: SignInError when nobody came."""
        try:
            async with asyncio.timeout(seconds):
                return await self._answer
        except TimeoutError:
            raise SignInError(
                "auth-no-browser",
                f"the browser did not return to {self.url} within {seconds:g} s",
                hint="Open the printed URL on this machine, or use --device.",
            ) from None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                status, words = self._take(head.split(b"\r\n", 1)[0].decode("latin-1"))
                writer.write(_response(status, words))
                await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the peer did not send HTTP
        finally:
            writer.close()

    def _take(self, line: str) -> tuple[int, str]:
        verb, _, rest = line.partition(" ")
        parts = urlsplit(rest.partition(" ")[0])
        if verb != "GET" or parts.path != self.path:
            return 404, "Not found."
        if self._answer.done():
            return 400, "This login was already completed."
        found = parse_qsl(parts.query, keep_blank_values=True)
        self._answer.set_result(dict(found))
        if any(name == "error" for name, _ in found):
            return 200, "The authorization server reported an error."
        return 200, "mcptest has received the response."


@asynccontextmanager
async def listen_for_redirect(port: int = 0) -> AsyncIterator[Redirect]:
    """Listen until the block is left; the path is new each time.

    Raises: UsageError where the port is taken.
    """
    redirect = Redirect("/callback" if port else f"/{secrets.token_urlsafe(12)}")
    try:
        server = await asyncio.start_server(redirect.serve, HOST, port, limit=_HEAD)
    except OSError as trouble:
        raise UsageError(
            "auth-port",
            f"cannot listen on {HOST}:{port}: {trouble.strerror or trouble}",
            hint="Choose another --port, or omit it to use a free one.",
        ) from None
    redirect.port = server.sockets[0].getsockname()[1]
    try:
        yield redirect
    finally:
        server.close()


def _response(status: int, words: str) -> bytes:
    body = _PAGE.format(words=words).encode()
    head = (
        f"HTTP/1.1 {status} {'OK' if status == 200 else 'Error'}\r\n"  # noqa: PLR2004
        "Content-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\n"
        "Referrer-Policy: no-referrer\r\nConnection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
