"""Modes that refuse, redirect, forget their sessions, or answer in another way than was agreed."""

from __future__ import annotations

from tests.servers.hostile.http_broken import answer, fine, is_request
from tests.servers.hostile.registry import Family
from tests.servers.http_peer import Request, Wire, text, whole

MODES = mode = Family()
CHALLENGE = 'Bearer resource_metadata="{}/.well-known/oauth-protected-resource"'


def times(wire: Wire, name: str) -> int:
    """How often this was asked, now included."""
    wire.peer.state[name] = seen = int(str(wire.peer.state.get(name, 0))) + 1
    return seen


async def status(wire: Wire, number: int, **fields: object) -> None:
    await wire.write(whole(b"", number, content_type="", **fields))


@mode
async def html_500(request: Request, wire: Wire) -> None:
    page = b"<html><script>alert(1)</script><h1>Oh\x1b[31m no</h1></html>"
    await wire.write(whole(page, 500, content_type="text/html"))


@mode
async def json_500(request: Request, wire: Wire) -> None:
    reply = answer(request, wire, error={"code": -32603, "message": "no"})
    reply.pop("result", None)
    await wire.write(whole(text(reply), 500))


@mode
async def text_plain(request: Request, wire: Wire) -> None:
    await wire.write(whole(text(answer(request, wire)), content_type="text/plain"))


@mode
async def accepted_only(request: Request, wire: Wire) -> None:
    await status(wire, 202)


@mode
async def redirect_303(request: Request, wire: Wire) -> None:
    await status(wire, 303, Location="/elsewhere")


@mode
async def redirect_private(request: Request, wire: Wire) -> None:
    await status(wire, 302, Location="http://169.254.169.254/latest/meta-data")


@mode
async def redirect_downgrade(request: Request, wire: Wire) -> None:
    await status(wire, 307, Location="http://127.0.0.1:9/mcp")


@mode
async def once_401(request: Request, wire: Wire) -> None:
    if times(wire, "asked") == 1:
        await status(wire, 401, WWW_Authenticate="Bearer")
    else:
        await fine(request, wire)


@mode
async def always_401(request: Request, wire: Wire) -> None:
    await status(wire, 401, WWW_Authenticate=CHALLENGE.format(wire.peer.url.rsplit("/", 1)[0]))


@mode
async def oauth_bait(request: Request, wire: Wire) -> None:
    if request.path.startswith("/.well-known"):
        bait = {
            "resource": wire.peer.url,
            "authorization_servers": ["javascript:alert(1)", "file:///etc/passwd", "$(id)"],
            "authorization_endpoint": "javascript:alert(1)",
        }
        await wire.write(whole(text(bait)))
    else:
        await always_401(request, wire)


@mode
async def always_403(request: Request, wire: Wire) -> None:
    await status(wire, 403)


@mode
async def hour_429(request: Request, wire: Wire) -> None:
    await status(wire, 429, Retry_After=3600)


@mode
async def once_503(request: Request, wire: Wire) -> None:
    if request.message.get("method") == "tools/call" and times(wire, "called") == 1:
        await status(wire, 503, Retry_After=1)
    else:
        await fine(request, wire)


@mode
async def list_503_once(request: Request, wire: Wire) -> None:
    if request.message.get("method") == "tools/list" and times(wire, "listed") == 1:
        await status(wire, 503)
    else:
        await fine(request, wire)


async def with_session(request: Request, wire: Wire, number: str) -> None:
    await wire.write(whole(text(answer(request, wire)), mcp_session_id=number))


@mode
async def session_lost(request: Request, wire: Wire) -> None:
    """Forgets the first session at its first call, once."""
    method = request.message.get("method")
    if method == "initialize":
        await with_session(request, wire, f"s-{times(wire, 'begun')}")
    elif method == "tools/call" and times(wire, "called") == 1:
        await status(wire, 404)
    else:
        await fine(request, wire)


@mode
async def session_always_lost(request: Request, wire: Wire) -> None:
    if request.message.get("method") == "initialize":
        await with_session(request, wire, f"s-{times(wire, 'begun')}")
    elif is_request(request):
        await status(wire, 404)
    else:
        await fine(request, wire)


@mode
async def session_ignored(request: Request, wire: Wire) -> None:
    if request.message.get("method") == "initialize":
        await with_session(request, wire, "s-1")
    else:
        await fine(request, wire)


@mode
async def session_crlf(request: Request, wire: Wire) -> None:
    await wire.write(
        whole(text(answer(request, wire))).replace(
            b"\r\n\r\n", b"\r\nMcp-Session-Id: a\rX-Evil: 1\r\n\r\n", 1
        )
    )


@mode
async def no_origin_check(request: Request, wire: Wire) -> None:
    request.headers.pop("origin", None)
    await fine(request, wire)
