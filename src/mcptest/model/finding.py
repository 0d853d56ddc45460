"""What was found wrong: a value, never an exception."""

from __future__ import annotations

import re
from enum import StrEnum

from mcptest.model.json import MISSING, MaybeJson, same_json
from mcptest.model.location import Location
from mcptest.model.record import record

_COUNTED = re.compile(r"mcptest-[0-9]+\Z")


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@record
class Exchange:
    """One request and what came back, as it stood on the wire."""

    request: MaybeJson = MISSING
    reply: MaybeJson = MISSING

    def settled(self) -> Exchange:
        """The same under id 1: which number a request got depends on what else ran just then."""
        if not isinstance(self.request, dict) or not _is_counted(self.request.get("id")):
            return self
        reply = self.reply
        if isinstance(reply, dict) and same_json(reply.get("id"), self.request["id"]):
            reply = {**reply, "id": 1}
        return Exchange({**self.request, "id": 1}, reply)


def _is_counted(own: MaybeJson) -> bool:
    """A number, or an id of our own making that ends in one."""
    return isinstance(own, int) or (isinstance(own, str) and bool(_COUNTED.match(own)))


@record
class Finding:
    """One complaint: which rule, how bad, what was expected and seen, what to do next."""

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
