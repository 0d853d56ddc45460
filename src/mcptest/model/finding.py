"""A finding: a problem as a value, never an exception."""

from __future__ import annotations

import re
from dataclasses import field, replace
from enum import StrEnum

from mcptest.model.json import MISSING, MaybeJson, same_json
from mcptest.model.location import Location
from mcptest.model.record import record

_COUNTED = re.compile(r"mcptest-[0-9]+\Z")


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@record(guarded=False)
class Exchange:
    """One request and what came back, as it stood on the wire.

    ``alone`` means that the request gets this reply as the first one of a new session as well,
    ``bare`` that it was sent before any session. ``headers`` are those that a check added.
    """

    request: MaybeJson = MISSING  # a text where it is not JSON
    reply: MaybeJson = MISSING
    alone: bool = field(default=False, compare=False)
    bare: bool = field(default=False, compare=False)
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def what_came(self) -> str:
        """What to call the reply: a request or a notification responds to nothing."""
        asks = isinstance(self.reply, dict) and "method" in self.reply
        return "message" if asks else "response"

    def settled(self) -> Exchange:
        """The same under id 1: which number a request got depends on what else ran just then."""
        if not isinstance(self.request, dict) or not _is_counted(self.request.get("id")):
            return self
        reply = self.reply
        if isinstance(reply, dict) and same_json(reply.get("id"), self.request["id"]):
            reply = {**reply, "id": 1}
        return replace(self, request={**self.request, "id": 1}, reply=reply)


def _is_counted(own: MaybeJson) -> bool:
    """A number, or an id of our own making that ends in one."""
    return isinstance(own, int) or (isinstance(own, str) and bool(_COUNTED.match(own)))


class Risk(StrEnum):
    """How bad a finding is; the order is the order of severity."""

    INFO = "info"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"

    @property
    def rank(self) -> int:
        return list(Risk).index(self)

    @classmethod
    def of_score(cls, score: float) -> Risk:
        """The band of a score between 0 and 10."""
        bands = ((9.0, cls.CRITICAL), (7.0, cls.HIGH), (4.0, cls.MEDIUM), (0.1, cls.LOW))
        return next((risk for least, risk in bands if score >= least), cls.INFO)


@record
class Signal:
    """One thing that speaks for a finding, how much it counts, and the text that shows it."""

    name: str
    weight: float
    excerpt: str = ""


@record
class SecurityFacts:
    """``score`` is between 0 and 10; ``proof`` is static, observed, confirmed or suspected.

    ``code_points`` spells out the characters of the excerpt that cannot be seen.
    """

    score: float
    cwe: int
    proof: str
    signals: tuple[Signal, ...] = ()
    excerpt: str | None = None
    code_points: tuple[str, ...] = ()
    fingerprint: str = ""
    text_hash: str = ""  # of what the finding is about: a suppression may be bound to it

    @property
    def risk(self) -> Risk:
        return Risk.of_score(self.score)


@record
class Finding:
    """One problem: which rule, how bad, what was expected and seen, what to do next."""

    id: str
    severity: Severity
    message: str
    where: Location | None = None
    pointer: str | None = None
    expected: MaybeJson = MISSING
    actual: MaybeJson = MISSING
    help: str | None = None
    spec: str | None = None
    exchange: Exchange | None = None
    security: SecurityFacts | None = None
    reproduce: str | None = None  # a shell command that shows it again
    sdk: str | None = None  # set where the SDK decides this, not the author
    code: str | None = None  # a fix in the terms of the server's SDK
