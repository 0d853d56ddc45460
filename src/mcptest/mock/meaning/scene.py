"""One message with its context: earlier messages, HTTP, and the correct response."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from mcptest.mock.envelope import IncomingMessage
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record

if TYPE_CHECKING:
    from mcptest.mock.features import Features


@record
class HttpSide:
    """What HTTP says about a request; header names in lower case.

    ``status`` is that of the healthy answer, ``session`` what became of the session that the
    request names: known, ended or unknown. ``own_origin`` and ``own_host`` say whether an
    ``Origin`` and the ``Host`` are ours. ``padded`` are headers with more white space than needed.
    ``shouted`` are headers whose names are neither in lower case nor as documents write them.
    """

    method: str
    headers: Mapping[str, str]
    status: int
    path: str = ""
    query: str = ""
    session: str = "unknown"
    own_origin: bool = True
    own_host: bool = True
    shouted: frozenset[str] = frozenset()
    padded: frozenset[str] = frozenset()

    def root(self) -> JsonObject:
        """What ``${http.…}`` may name."""
        origin = f"http://{self.headers.get('host', '')}"
        return {"origin": origin, "path": self.path, "query": self.query}

    def facts(self) -> JsonObject:
        """What ``when: {http: …}`` may ask; what is empty is not there."""
        known: JsonObject = {"method": self.method, "status": self.status, **self.root()}
        return {key: value for key, value in known.items() if value != ""} | {
            "header": dict(self.headers)
        }


@record
class Standing:
    """Where a conversation stands before the message: what was opened, declared and asked.

    ``capabilities`` are those of the handshake; ``declared`` and ``client`` are what the
    requests of the stateless era said of themselves, which a server is not to remember.
    ``listened`` is the last ``subscriptions/listen``; ``is_listening`` until it is cancelled.
    """

    is_open: bool = False
    is_ready: bool = False
    version: str | None = None
    capabilities: JsonObject = field(default_factory=dict)
    asked: Mapping[str | int, JsonObject] = field(default_factory=dict)
    declared: JsonObject = field(default_factory=dict)
    client: str | None = None
    is_discovered: bool = False
    connection: int = 0
    listened: JsonObject | None = None
    is_listening: bool = False

    def facts(self) -> JsonObject:
        """What ``when: {session: …}`` may ask."""
        last: JsonObject = {} if self.listened is None else {"listened": self.listened}
        live: JsonObject = {"listening": self.listened} if self.is_listening else {}
        version: JsonObject = {} if self.version is None else {"version": self.version}
        return {
            "open": self.is_open,
            "ready": self.is_ready,
            "begun": bool(self.asked),
            "discovered": self.is_discovered,
            "declared": self.declared,
            **last,
            **live,
            **version,
        }


@record
class MockOffer:
    """What the server has: its features, and the revisions that it speaks in either era."""

    features: Features
    handshakes: tuple[str, ...] = ()
    stateless: tuple[str, ...] = ()


@record
class Scene:
    """Everything that a condition can be about."""

    incoming: IncomingMessage
    healthy: MaybeJson = MISSING
    http: HttpSide | None = None
    standing: Standing = field(default_factory=Standing)
    offer: MockOffer | None = None

    def named(self) -> MaybeJson:
        """The earlier request that the message names by its id, as a cancellation does."""
        name = self.incoming.params.get("requestId", MISSING)
        return self.standing.asked.get(name, MISSING) if isinstance(name, str | int) else MISSING

    def roots(self) -> JsonObject:
        """What ``${…}`` in an answer may name."""
        roots: dict[str, Json] = {} if self.http is None else {"http": self.http.root()}
        roots["connection"] = self.standing.connection
        last = self.standing.listened
        told = {
            "request": self.incoming.message,
            "named": self.named(),
            "listened": MISSING if last is None else last,
        }
        return roots | {name: value for name, value in told.items() if value is not MISSING}
