"""HTTP requests of the scripted client to an authorization server."""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import urlencode, urlsplit

from mcptest.client.scripted.faults import Message

Fetched = tuple[int, dict[str, str], bytes]


def fetch(
    method: str, url: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> Fetched:
    """Status, headers by lower-case name, and body; redirects are not followed."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=10)
    try:
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        found = {name.lower(): value for name, value in response.getheaders()}
        return response.status, found, response.read()
    finally:
        connection.close()


def fetch_document(url: str, headers: dict[str, str] | None = None) -> Message | None:
    """A JSON object; None where there is none."""
    status, _, body = fetch("GET", url, headers={"Accept": "application/json", **(headers or {})})
    if status != 200:  # noqa: PLR2004
        return None
    found: Any = json.loads(body)
    return found if isinstance(found, dict) else None


def post_form(url: str, form: dict[str, str], headers: dict[str, str]) -> Message | None:
    """The JSON object of a token response; None where the request was refused."""
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    status, _, body = fetch("POST", url, urlencode(form).encode(), {**kind, **headers})
    return json.loads(body) if status == 200 else None  # noqa: PLR2004
