"""Parse the status line and headers of a response (RFC 9112)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from mcptest.wire.http.failures import invalid

# Servers leave out the reason, and cookies with control characters are common; NUL is neither.
_STATUS = re.compile(rb"HTTP/([0-9]\.[0-9]) ([0-9]{3})(?: [^\0\n\v\f\r]*)?")
_FIELD = re.compile(
    rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*((?:[^\0\s]+(?:[ \t]+[^\0\s]+)*)?)[ \t]*"
)
_FOLD = (b" ", b"\t")
_FIRST_STATUS = 100
_KEPT = 2_048  # bytes of a head, or of one line of it, that is remembered


class ResponseHead(NamedTuple):
    """``headers`` are by lower-case name; repeated ones are joined as RFC 9110 says."""

    version: bytes  # 1.1
    status: int
    headers: dict[str, str]


def parse_head(raw: bytes) -> ResponseHead:
    """Read everything up to the empty line, which is not part of it.

    Raises: BrokenError.
    """
    version, status, headers = _read(raw) if len(raw) <= _KEPT else _read.__wrapped__(raw)
    return ResponseHead(version, status, headers.copy())


@lru_cache(maxsize=64)  # a server sends the same head again and again, within a second at least
def _read(raw: bytes) -> tuple[bytes, int, dict[str, str]]:
    first, *lines = raw.replace(b"\r\n", b"\n").split(b"\n")
    return (*_status(first), parse_fields(lines))


def _status(line: bytes) -> tuple[bytes, int]:
    found = _STATUS.fullmatch(line)
    if found is None or int(found[2]) < _FIRST_STATUS:
        raise invalid(f"illegal status line {line[:100]!r}")
    return found[1], int(found[2])


def parse_fields(lines: Iterable[bytes]) -> dict[str, str]:
    """Read header lines, also as the trailer of a chunked body.

    Raises: BrokenError.
    """
    headers: dict[str, str] = {}
    for line in lines:
        if line.startswith(_FOLD):
            return parse_fields(_unfolded(lines))
        name, value = _field(line) if len(line) <= _KEPT else _field.__wrapped__(line)
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def _unfolded(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Join what an old server continued on a further line."""
    last: bytes | None = None
    for line in lines:
        if not line.startswith(_FOLD):
            if last is not None:
                yield last
            last = line
        elif last is None:
            raise invalid("a continuation line at the start of the headers")
        else:
            last += b" " + line.lstrip(b" \t")
    if last is not None:
        yield last


@lru_cache(maxsize=512)
def _field(line: bytes) -> tuple[str, str]:
    found = _FIELD.fullmatch(line)
    if found is None:
        raise invalid(f"illegal header line {line[:100]!r}")
    return found[1].decode("ascii").lower(), found[2].decode("latin-1")
