"""The scripted client's HTTP transport: POST, event streams, sessions, and resuming."""

from __future__ import annotations

import base64
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mcptest.client.scripted.faults import Faults, Message
from mcptest.client.scripted.stream import ResumableStream, read_stream

if TYPE_CHECKING:
    from mcptest.client.scripted.signing_in import SignIn

_NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_PARAM = "x-mcp-header"


class HttpTransport:
    """One POST for each message; a response is read where it comes."""

    connection = http.client.HTTPConnection

    def __init__(
        self, url: str, receive: Callable[[Message], None], faults: Faults, *, stateless: bool
    ) -> None:
        parts = urlsplit(url)
        self._host, self._path = parts.netloc, parts.path
        self._receive = receive
        self._faults = faults
        self._stateless = stateless
        self.version: str | None = None
        self.session: str | None = None
        self.unused = True  # nothing but the opening was sent
        self.lost: Callable[[Any], None] = lambda _: None
        self.schemas: dict[str, Message] = {}
        self.sign_in: SignIn | None = None
        self._open: dict[str, http.client.HTTPConnection] = {}
        self._listening: threading.Thread | None = None
        self._streams: list[tuple[http.client.HTTPConnection, http.client.HTTPResponse]] = []

    def send(self, message: Any, method: str) -> None:
        """POST in this thread until the response is read."""
        raw = message if isinstance(message, bytes) else json.dumps(message).encode()
        connection = self.connection(self._host, timeout=30)
        own = message.get("id") if isinstance(message, dict) else None
        if own is not None:
            self._open[str(own)] = connection
        with suppress(OSError, http.client.HTTPException, ValueError):
            connection.request("POST", self._where(), raw, self._headers(message, method))
            self._take(connection.getresponse(), message, method)
        self._open.pop(str(own), None)
        connection.close()

    def _where(self) -> str:
        token = None if self.sign_in is None else self.sign_in.token
        in_query = token is not None and self._faults.behaves("token-in-query")
        return f"{self._path}?access_token={token}" if in_query else self._path

    def _credentials(self) -> dict[str, str]:
        token = None if self.sign_in is None else self.sign_in.token
        return {} if token is None else {"Authorization": f"Bearer {token}"}

    def _headers(self, message: Any, method: str) -> dict[str, str]:
        headers = {
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
            **self._credentials(),
        }
        if self.version is not None:
            headers["MCP-Protocol-Version"] = self.version
        if self.session is not None:
            headers["Mcp-Session-Id"] = self.session
        if self._stateless and isinstance(message, dict):
            headers |= self._mirrored(message)
        return self._faults.headers(method, headers)

    def _mirrored(self, message: Message) -> dict[str, str]:
        method, params = str(message.get("method")), _object(message.get("params"))
        meta = params.get("_meta", {})
        version = meta.get("io.modelcontextprotocol/protocolVersion", "2026-07-28")
        headers = {"MCP-Protocol-Version": version, "Mcp-Method": method}
        if method in _NAMED:
            headers["Mcp-Name"] = self._encoded(str(params.get(_NAMED[method])))
        schema = self.schemas.get(str(params.get("name")), {}) if method == "tools/call" else {}
        for name, part in schema.get("properties", {}).items():
            value = _object(params.get("arguments")).get(name)
            if _PARAM not in part or self._faults.behaves("mirror-nothing"):
                continue
            if value is not None or self._faults.behaves("mirror-null"):
                headers[f"Mcp-Param-{part[_PARAM]}"] = self._encoded(_text(value))
        return headers

    def _encoded(self, value: str) -> str:
        plain = value.isascii() and value.isprintable() and value == value.strip()
        if self._faults.behaves("never-encode"):
            return value.encode("ascii", "replace").decode().replace("\n", " ")
        if plain and not (value.startswith("=?base64?") and value.endswith("?=")):
            return value
        return f"=?base64?{base64.b64encode(value.encode()).decode()}?="

    def _take(self, response: http.client.HTTPResponse, message: Any, method: str) -> None:
        if method == "initialize" and response.getheader("Mcp-Session-Id"):
            self.session = response.getheader("Mcp-Session-Id")
        if response.status in (401, 403) and self.sign_in is not None:
            response.read()
            self._refused(response, message, method)
        elif response.status == 404 and self.session is not None and not self._stateless:  # noqa: PLR2004
            response.read()
            self.lost(message)
        elif response.status in (307, 308):
            self._redirected(response)
            self._fail(message, "redirected to another origin")
        elif response.status >= 400 and "json" not in response.getheader("Content-Type", ""):  # noqa: PLR2004
            response.read()
            self._fail(message, f"HTTP {response.status}")
        elif "text/event-stream" in response.getheader("Content-Type", ""):
            self._read_events(response)
        elif body := response.read():
            self._receive(json.loads(body))

    def _refused(self, response: http.client.HTTPResponse, message: Any, method: str) -> None:
        """Sign in, or in again, and repeat the request."""
        assert self.sign_in is not None
        if self.sign_in.renew(response.status, response.getheader("WWW-Authenticate", "")):
            self.send(message, method)
        else:
            self._fail(message, f"HTTP {response.status}")

    def _fail(self, message: Any, words: str) -> None:
        """Wake the waiting request: no response will come."""
        if isinstance(message, dict) and "id" in message:
            error = {"code": -1, "message": words}
            self._receive({"jsonrpc": "2.0", "id": message["id"], "error": error})

    def _read_events(self, response: http.client.HTTPResponse) -> None:
        if self._faults.behaves("json-only"):
            response.read()
            return
        stream = ResumableStream()
        while not read_stream(response, stream, self._receive):
            if stream.last is None or self._stateless or self._faults.behaves("never-resume"):
                return
            if not self._faults.behaves("no-waiting"):
                time.sleep(stream.retry / 1000)
            headers = {"Last-Event-ID": stream.last}
            if self._faults.behaves("forget-event"):
                headers = {}
            again = self._get(headers)
            if again is None:
                return
            response = again

    def _get(self, extra: dict[str, str]) -> http.client.HTTPResponse | None:
        connection = self.connection(self._host, timeout=30)
        headers = {"Accept": "text/event-stream", **self._credentials(), **extra}
        if self.session is not None:
            headers["Mcp-Session-Id"] = self.session
        if self.version is not None:
            headers["MCP-Protocol-Version"] = self.version
        connection.request("GET", self._path, headers=self._faults.headers("GET", headers))
        response = connection.getresponse()
        self._streams.append((connection, response))
        return response if response.status == 200 else None  # noqa: PLR2004

    def listen(self) -> None:
        """Open the stream for messages that belong to no request, where the server has one."""
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            response = self._get({})
            if response is not None:
                read_stream(response, ResumableStream(), self._receive)

    def _redirected(self, response: http.client.HTTPResponse) -> None:
        """A redirect to another origin is not followed."""
        where = response.getheader("Location", "")
        response.read()
        if self._faults.behaves("follow-anywhere"):
            connection = http.client.HTTPConnection(urlsplit(where).netloc, timeout=5)
            connection.request("POST", urlsplit(where).path, b"{}", self._headers(None, ""))
            connection.getresponse().read()
            connection.close()

    def learn(self, tools: list[Message]) -> list[Message]:
        """Keep the schemas whose parameters are mirrored; the tools that can be called."""
        lax = self._faults.behaves("keep-bad-tools")
        kept = [tool for tool in tools if lax or _is_valid(tool)]
        self.schemas |= {tool["name"]: tool.get("inputSchema", {}) for tool in kept}
        return kept if self._stateless else tools

    def cancel(self, request_id: Any) -> None:
        """Close the stream of one request."""
        connection = self._open.pop(str(request_id), None)
        if connection is not None:
            shut(connection)

    def check(self) -> None:
        """Nothing to look at between steps."""

    def close(self) -> None:
        """End the session, and whatever is still open."""
        if self.session is not None and not self.unused:
            self._delete()
        for own in list(self._open):
            self.cancel(own)
        for _ in range(2):  # a stream may begin while others are shut
            for connection, _ in self._streams:
                shut(connection)
            if self._listening is not None:
                self._listening.join(1)
        for connection, response in self._streams:
            response.close()
            connection.close()

    def _delete(self) -> None:
        if self.session is None or self._faults.behaves("leave-session"):
            return
        connection = self.connection(self._host, timeout=5)
        headers = {"Mcp-Session-Id": self.session, **self._credentials()}
        if self.version is not None:
            headers["MCP-Protocol-Version"] = self.version
        with suppress(OSError, http.client.HTTPException):
            connection.request(
                "DELETE", self._path, headers=self._faults.headers("DELETE", headers)
            )
            connection.getresponse().read()
        connection.close()


def shut(connection: http.client.HTTPConnection) -> None:
    """Wake the thread that reads from a connection."""
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)


def fetch_references(tools: list[Message]) -> None:
    """What no client should do: fetch the documents that schemas refer to."""
    for tool in tools:
        for part in tool.get("inputSchema", {}).get("properties", {}).values():
            if str(part.get("$ref", "")).startswith("http"):
                connection = http.client.HTTPConnection(urlsplit(part["$ref"]).netloc, timeout=5)
                connection.request("GET", urlsplit(part["$ref"]).path)
                connection.getresponse().read()
                connection.close()


def _object(value: Any) -> Message:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _is_valid(tool: Message) -> bool:
    """Whether every x-mcp-header of a tool is a name, used once."""
    parts = tool.get("inputSchema", {}).get("properties", {}).values()
    names = [part[_PARAM] for part in parts if _PARAM in part]
    lower = [str(name).lower() for name in names]
    token = all(name.replace("-", "").isalnum() and name.isascii() for name in lower)
    return token and len(set(lower)) == len(lower)
