"""On which addresses of this machine a port is open (Linux)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_TABLES: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LISTENING: Final = "0A"


def listens_everywhere(port: int, tables: Iterable[Path] = _TABLES) -> bool:
    """The port is open on every address; False also where the system does not tell.

    A second listener on one address alone gets the requests to it, so then nothing is said.
    """
    found = [address for table in tables for address in _listeners(table, port)]
    return bool(found) and all(not address.strip("0") for address in found)


def _listeners(table: Path, port: int) -> Iterator[str]:
    """The addresses in hexadecimal digits; all zero is every address."""
    lines: list[str] = []
    with suppress(OSError, UnicodeDecodeError):
        lines = table.read_text("ascii").splitlines()[1:]
    for line in lines:
        words = line.split()
        address, _, number = (words[1] if len(words) > 3 else "").rpartition(":")  # noqa: PLR2004
        if number and words[3] == _LISTENING and int(number, 16) == port:
            yield address
