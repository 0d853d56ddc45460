"""What was found wrong: a value, never an exception."""

from __future__ import annotations

from enum import StrEnum

from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.location import Location
from mcptest.model.record import record


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@record
class Exchange:
    """One request and what came back, as it stood on the wire."""

    request: MaybeJson = MISSING
    reply: MaybeJson = MISSING


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
