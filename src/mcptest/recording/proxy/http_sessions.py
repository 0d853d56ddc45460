"""Which session an HTTP request belongs to, in both eras and over HTTP+SSE."""

from __future__ import annotations

from urllib.parse import urlsplit

from mcptest.recording.proxy.http_reader import HttpHead

_HEADER = "mcp-session-id"


class HttpSessions:
    """Numbers sessions by what names them: a header, or the address of a message endpoint."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._count = 0
        self._by_id: dict[str, str] = {}
        self._by_path: dict[str, str] = {}
        self._unnamed: str | None = None  # of requests that name no session
        self._initialized: set[str] = set()

    def of_request(self, head: HttpHead) -> str:
        if (name := head.get(_HEADER)) in self._by_id:
            return self._by_id[name]
        if name:
            return self._by_id.setdefault(name, self._new())
        if (known := self._by_path.get(_tail(head.path))) is not None:
            return known
        if head.method == "GET" and "text/event-stream" in head.get("accept"):
            return self._unnamed or self._new()
        return self.any()

    def initialize(self, session: str) -> str:
        """A second client that opens a session while the first has no name yet has its own."""
        if session == self._unnamed and session in self._initialized:
            session = self._unnamed = self._new()
        self._initialized.add(session)
        return session

    def of_response(self, head: HttpHead, session: str) -> str:
        """The response to ``initialize`` names a session that its request could not."""
        name = head.get(_HEADER)
        if not name:
            return session
        if name not in self._by_id:
            self._by_id[name] = session
            if session == self._unnamed:
                self._unnamed = None
        return self._by_id[name]

    def endpoint(self, path: str, session: str) -> None:
        """An event stream of 2024-11-05 says where its messages go."""
        self._by_path[_tail(path)] = session

    def any(self) -> str:
        """The session of requests that name none."""
        if self._unnamed is None:
            self._unnamed = self._new()
        return self._unnamed

    def _new(self) -> str:
        self._count += 1
        return f"{self._part}-{self._count}"


def _tail(path: str) -> str:
    parts = urlsplit(path)
    return f"{parts.path}?{parts.query}"
