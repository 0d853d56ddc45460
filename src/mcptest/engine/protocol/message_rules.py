"""Check every message of a server against JSON-RPC 2.0 and its revision's schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion
from mcptest.model.texts import texts_in
from mcptest.schema.pointer import follow_pointer
from mcptest.shapes.misfit import Misfit, misfits
from mcptest.shapes.shapes import Shapes, shapes_of

SHAPE: Final = "message-shape"
ENVELOPE: Final = "message-envelope"
_ENVELOPE_PLACES: Final = {"", "/jsonrpc", "/method", "/id", "/params"}
_MOST_EXPLAINED: Final = 100  # messages of one method; to explain costs far more than to see
_MOST_METHODS: Final = 200
_FEW: Final = 20  # results of a method; to compile its shape costs as much as some hundred of them
_LOGS: Final = "stdout is for messages only; write logs to stderr"


class ProtocolJudge:
    """The schema of one revision, read and compiled when the first message needs it.

    A member that the schema does not name and a method that it does not know are always right.
    """

    def __init__(self, version: SpecVersion) -> None:
        self.version = version
        self._known: Shapes | None = None
        self._fits: dict[str, Callable[[Json], bool]] = {}
        self._results: Counter[str] = Counter()
        self._explained: Counter[str] = Counter()

    def response(
        self, method: str, message: JsonObject, request: MaybeJson = MISSING
    ) -> Iterator[Finding]:
        """What is wrong with the result or the error in a response."""
        if "error" in message:
            yield from self._error(method, message, request)
            return
        name = self._shapes.result("client", method)
        if name is None or self.fits(method, message):
            return
        what = f"the result of {method}"
        for misfit in misfits(self._shapes, name, message.get("result")):
            if not _echoes(misfit, message.get("result"), request):
                exchange = Exchange(request, message)
                actual = follow_pointer(message["result"], misfit.pointer)
                yield self._finding(what, misfit, below="/result", actual=actual, exchange=exchange)

    def fits(self, method: str, message: JsonObject) -> bool:
        """The same in short, for the many results that are right; an error is looked at in full."""
        if "error" in message:
            return False
        check = self._fits.get(method)
        return self._learn(method, message) if check is None else check(message.get("result"))

    def said(self, message: JsonObject, stream: str = "") -> Iterator[Finding]:
        """What is wrong with a request or a notification of the server."""
        kind = "request" if "id" in message else "notification"
        method = message.get("method")
        known = self._shapes.message("server", method) if isinstance(method, str) else None
        name = known or ("JSONRPCRequest" if kind == "request" else "JSONRPCNotification")
        if self._shapes.validator(name).is_valid(message):
            return
        self._explained[name] += 1
        if self._explained[name] > _MOST_EXPLAINED:
            return  # a flood, of which enough was told
        found = misfits(self._shapes, name, message)
        if message.get("jsonrpc") != "2.0":
            yield _not_jsonrpc(message, found, stream)
            return
        for misfit in found:
            yield self._finding(f"the {kind} {str(method)[:100]}", misfit, actual=message)

    @property
    def _shapes(self) -> Shapes:
        if self._known is None:
            self._known = shapes_of(self.version)
        return self._known

    def _learn(self, method: str, message: JsonObject) -> bool:
        """Judge one of the first results of a method; a validator pays only where more follow."""
        name = self._shapes.result("client", method)
        if name is None:
            if len(self._fits) < _MOST_METHODS:
                self._fits[method] = _anything
            return True
        self._results[method] += 1
        if self._results[method] <= _FEW and self._shapes.surely_fits(name, message.get("result")):
            return True
        check = self._fits[method] = self._shapes.validator(name).is_valid
        return check(message.get("result"))

    def _error(self, method: str, message: JsonObject, request: MaybeJson) -> Iterator[Finding]:
        error = message["error"]
        name = self._shapes.error(error.get("code") if isinstance(error, dict) else None)
        if self._shapes.validator(name).is_valid(message):
            return
        for misfit in misfits(self._shapes, name, message):
            exchange = Exchange(request, message)
            yield self._finding(f"the error response to {method}", misfit, exchange=exchange)

    def _finding(
        self,
        what: str,
        misfit: Misfit,
        *,
        below: str = "",
        actual: MaybeJson = MISSING,
        exchange: Exchange | None = None,
    ) -> Finding:
        envelope = not below and misfit.pointer in _ENVELOPE_PLACES
        place = below + misfit.place
        at = f" (at {place})" if place else ""
        return Finding(
            id=ENVELOPE if envelope else SHAPE,
            # JSON Schema leaves it open whether a format is more than a remark.
            severity=Severity.WARNING if misfit.keyword == "format" else Severity.ERROR,
            message=f"{what} does not match revision {self.version.wire}: {misfit.message}{at}",
            pointer=below + misfit.pointer or None,
            actual=actual,
            help="send every member as the schema of the revision defines it",
            exchange=exchange,
        )


def _anything(result: Json) -> bool:
    """For a method that the revision does not know."""
    del result
    return True


def _not_jsonrpc(message: JsonObject, found: list[Misfit], stream: str) -> Finding:
    """Most of these are log lines of a program that writes JSON to its standard output."""
    said = next((one.message for one in found if one.pointer == "/jsonrpc"), found[0].message)
    where = stream.removesuffix("[]") or "the stream"
    return Finding(
        id=ENVELOPE,
        severity=Severity.ERROR,
        message=f"{where} contains a JSON object that is not a JSON-RPC 2.0 message: {said}",
        actual=message,
        help=_LOGS if where == "stdout" else 'give every message "jsonrpc": "2.0"',
    )


def _echoes(misfit: Misfit, value: MaybeJson, request: MaybeJson) -> bool:
    """Whether the server only repeats an argument, so that the format is not its choice."""
    if misfit.keyword != "format":
        return False
    text = MISSING if value is MISSING else follow_pointer(value, misfit.pointer)
    sent = request.get("params") if isinstance(request, dict) else None
    return isinstance(text, str) and text in texts_in(sent)
