"""``python -m mcptest.client.browser URL``: a browser without a window, for signing in.

Clients open ``$BROWSER`` to let their user sign in. This one follows the redirects of an
authorization server on this machine back to the client, and visits no other host.
"""

from __future__ import annotations

import http.client
import sys
from typing import Final
from urllib.parse import urljoin, urlsplit

from mcptest.model.loopback import is_loopback

MOST_REDIRECTS: Final = 5
SECONDS: Final = 10
_REDIRECTS: Final = (301, 302, 303, 307, 308)


def visit(url: str) -> int | None:
    """The status of the last page; None where the way leads off this machine."""
    for _ in range(MOST_REDIRECTS + 1):
        parts = urlsplit(url)
        if parts.scheme != "http" or not is_loopback(parts.hostname or ""):
            return None
        status, where = _get(parts.netloc, parts._replace(scheme="", netloc="").geturl() or "/")
        if status not in _REDIRECTS:
            return status
        url = urljoin(url, where)
    return None


def _get(host: str, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(host, timeout=SECONDS)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status, response.getheader("Location", "")
    finally:
        connection.close()


if __name__ == "__main__":
    visit(sys.argv[1])
