"""The headers of one request: standard ones, the user's, the session's, and exceptions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from mcptest import __version__
from mcptest.errors import UsageError

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_FORBIDDEN = re.compile(r"[\r\n\0]")

STANDARD: Mapping[str, str] = {
    "Accept": "application/json, text/event-stream",
    "Accept-Encoding": "identity",
    "Content-Type": "application/json",
    "User-Agent": f"mcptest/{__version__}",
}


Layer: TypeAlias = Mapping[str, str | None] | Mapping[str, str]
Layers: TypeAlias = tuple[Layer, ...]


class Headers:
    """Fields by name, whatever their case; setting one replaces it, None drops it."""

    __slots__ = ("_fields", "_lines")

    def __init__(self, *layers: Layer) -> None:
        self._fields: dict[str, tuple[bytes, bytes]] = {}
        self._lines: dict[str, bytes] = {}
        for layer in layers:
            self.apply(layer)

    def apply(self, layer: Layer) -> None:
        """Set and drop fields.

        Raises: UsageError for what HTTP cannot carry.
        """
        self._lines.clear()
        for name, value in layer.items():
            if value is None:
                self._fields.pop(name.lower(), None)
            else:
                self._fields[name.lower()] = _field(name, value)

    def copy(self) -> Headers:
        twin = Headers()
        twin._fields = self._fields.copy()
        return twin

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._fields

    def get(self, name: str) -> str | None:
        field = self._fields.get(name.lower())
        return None if field is None else field[1].decode("latin-1")

    @property
    def fields(self) -> dict[str, str]:
        """By name as it is sent."""
        found = self._fields.values()
        return {name.decode("latin-1"): value.decode("latin-1") for name, value in found}

    def lines(self, *, without: str) -> bytes:
        """All of them as they are sent, but for one; written out once for many requests."""
        found = self._lines.get(without)
        if found is None:
            left = (field for name, field in self._fields.items() if name != without)
            found = self._lines[without] = b"".join(b"%s: %s\r\n" % field for field in left)
        return found


def _field(name: str, value: str) -> tuple[bytes, bytes]:
    if not _NAME.fullmatch(name):
        raise UsageError("http-header", f"{name[:60]!r} is not a valid HTTP header name")
    if _FORBIDDEN.search(value) or value != value.strip(" \t"):
        raise UsageError(
            "http-header",
            f"the value of the header {name} has a line break, a NUL or surrounding spaces",
            hint="Check the variable it comes from: a trailing newline is a common cause.",
        )
    try:
        return name.encode(), value.encode("latin-1")
    except UnicodeEncodeError:
        return name.encode(), value.encode("utf-8", "surrogateescape")
