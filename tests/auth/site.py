"""A web site on a loopback port that answers as a table says, and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass
class Ask:
    verb: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes

    @property
    def form(self) -> dict[str, str]:
        return dict(parse_qsl(self.body.decode()))


@dataclass
class Says:
    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)

    def encoded(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return b"" if self.body is None else json.dumps(self.body).encode()


class Site:
    """``routes`` by verb and path; a route is an answer or a function of the request."""

    def __init__(self) -> None:
        self.routes: dict[str, Says | Callable[[Ask], Says]] = {}
        self.asked: list[Ask] = []
        self.origin = ""

    def at(self, route: str, answer: Says | Callable[[Ask], Says]) -> None:
        self.routes[route] = answer

    def answer(self, ask: Ask) -> Says:
        self.asked.append(ask)
        found = self.routes.get(f"{ask.verb} {ask.path}", Says(404, {"error": "not found"}))
        return found(ask) if callable(found) else found

    def asked_for(self, path: str) -> list[Ask]:
        return [ask for ask in self.asked if ask.path == path]


@contextmanager
def site() -> Iterator[Site]:
    here = Site()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("content-length", 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = dict(parse_qsl(parts.query))
            says = here.answer(
                Ask(self.command, parts.path, query, headers, self.rfile.read(length))
            )
            body = says.encoded()
            self.send_response(says.status)
            named = {"Content-Type": "application/json", **says.headers}
            for name, value in named.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_DELETE = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    here.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield here
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def protected(here: Site, *, scope: str | None = "notes") -> str:
    """A healthy protected server with its authorization server; its address."""
    url = f"{here.origin}/mcp"
    named = f"{here.origin}/.well-known/oauth-protected-resource/mcp"
    asked = f'scope="{scope}", ' if scope else ""
    challenge = f'Bearer {asked}resource_metadata="{named}"'
    here.at("POST /mcp", Says(401, None, {"WWW-Authenticate": challenge}))
    here.at(
        "GET /.well-known/oauth-protected-resource/mcp",
        Says(body={"resource": url, "authorization_servers": [here.origin]}),
    )
    here.at("GET /.well-known/oauth-authorization-server", Says(body=metadata(here)))
    return url


def metadata(here: Site, **more: Any) -> dict[str, Any]:
    document = {
        "issuer": here.origin,
        "authorization_endpoint": f"{here.origin}/authorize",
        "token_endpoint": f"{here.origin}/token",
        "registration_endpoint": f"{here.origin}/register",
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
        "grant_types_supported": ["authorization_code", "client_credentials"],
        **more,
    }
    return {name: value for name, value in document.items() if value is not None}
