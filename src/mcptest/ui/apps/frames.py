"""The listener for the frames of apps: an origin of its own with nothing but their documents."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Final

from mcptest.mock.http.asgi import Receive, Scope, Send, headers_of, read_body
from mcptest.model.json import Json
from mcptest.ui.apps.documents import REPORT, AppDocument, Apps

_HEADERS: Final = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-DNS-Prefetch-Control": "off",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_NOTHING: Final = "default-src 'none'; sandbox"
_READ_WITHIN: Final = 10.0
_LONGEST: Final = 300


class FrameApplication:
    """Serves each app to a frame of our page, and hears what the browser kept an app from."""

    def __init__(self, apps: Apps) -> None:
        self._apps = apps

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, path = headers_of(scope["headers"]), scope["path"]
        reports = scope["method"] == "POST" and path.startswith(REPORT)
        document = self._apps.find(path.removeprefix(REPORT if reports else "/"))
        if document is None or not (reports or scope["method"] == "GET"):
            await _respond(send, 404, _NOTHING, b"not found\n")
        elif not self._ours(headers, "report" if reports else "iframe"):
            await _respond(send, 403, _NOTHING, b"not a frame of the page\n")
        elif reports:
            await self._hear(document, receive)
            await _respond(send, 204, _NOTHING, b"")
        else:
            await _respond(send, 200, self._apps.policy(document), document.html)

    def _ours(self, headers: Mapping[str, str], wanted: str) -> bool:
        """Whether it is asked for under our number, since a name may be rebound, and for this."""
        meant = headers.get("sec-fetch-dest", wanted) == wanted
        return meant and f"http://{headers.get('host', '')}" == self._apps.origin

    async def _hear(self, document: AppDocument, receive: Receive) -> None:
        try:
            body = await asyncio.wait_for(read_body(receive), _READ_WITHIN)
            report = json.loads(body or b"null")
        except (ConnectionError, TimeoutError, ValueError, RecursionError):
            return
        told: Json = report.get("csp-report") if isinstance(report, dict) else None
        if isinstance(told, dict):
            directive, address = (
                str(told.get(name, ""))[:_LONGEST]
                for name in ("effective-directive", "blocked-uri")
            )
            self._apps.refused(document, directive, address)


async def _respond(send: Send, status: int, policy: str, body: bytes) -> None:
    fields = {**_HEADERS, "Content-Security-Policy": policy, "Content-Length": str(len(body))}
    if not body:
        del fields["Content-Length"]
    headers = [(name.lower().encode(), value.encode()) for name, value in fields.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
