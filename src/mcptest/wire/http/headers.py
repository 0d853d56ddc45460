"""The headers of one request: the standard ones, the user's, the session's, and exceptions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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

    __slots__ = ("_fields",)

    def __init__(self, *layers: Layer) -> None:
        self._fields: dict[str, tuple[bytes, bytes]] = {}
        for layer in layers:
            self.apply(layer)

    def apply(self, layer: Layer) -> None:
        """Set and drop fields.

        Raises: UsageError for what HTTP cannot carry.
        """
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

    def raw(self) -> list[tuple[bytes, bytes]]:
        return list(self._fields.values())


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


def received(fields: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers of a response by lower-case name; repeated ones are joined as RFC 9110 says."""
    headers: dict[str, str] = {}
    for raw_name, raw_value in fields:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers
