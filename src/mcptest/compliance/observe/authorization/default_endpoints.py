"""The paths that 2025-03-26 clients use if a server publishes no metadata."""

from __future__ import annotations

from mcptest.compliance.judge.authorization_claim import status_of
from mcptest.compliance.observe.raw_http import plain_fetch
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject

_NOWHERE = "/mcptest-no-such-path"
_BAD_REQUEST = 400
_REDIRECTED = range(300, 400)
_HTML = {"Accept": "text/html"}
_FORM = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}


async def default_endpoints(origin: str, ctx: Context) -> JsonObject:
    """``/authorize`` and ``/token``, each asked once for nothing in particular.

    An authorization endpoint rejects a request without parameters, or sends it to a login page.
    A site that does so for every path shows nothing by it, and neither does any page with 200.
    """
    nowhere = await plain_fetch("GET", f"{origin}{_NOWHERE}", _HTML, ctx)
    authorize = await plain_fetch("GET", f"{origin}/authorize", _HTML, ctx)
    body = b"grant_type=authorization_code"
    token = await plain_fetch("POST", f"{origin}/token", _FORM, ctx, body=body)
    status = status_of(authorize)
    answers = status == _BAD_REQUEST or status in _REDIRECTED
    authorizes = answers and status != status_of(nowhere)
    return {"authorize": authorize, "token": token, "authorizes": authorizes}
