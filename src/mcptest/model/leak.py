"""Find internals in an error message: stack traces, paths, SQL, secrets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from mcptest.model.leak_patterns import (
    CODE_FILE,
    EXAMPLE,
    HOSTS,
    PATHS,
    PLACEHOLDER,
    PUBLIC_HOSTS,
    SQL,
    TRACES,
)
from mcptest.model.record import record
from mcptest.model.redaction import MASK, Redactor

_NEAR: Final = 100  # characters before a path in which it may be called an example
_SHOWN: Final = 120
_LONGEST: Final = 256 * 1024
_ABOUT_SQL: Final = re.compile(r"(?i)sql")
_KINDS: Final = (("stack trace", TRACES), ("path", PATHS), ("SQL", SQL), ("host name", HOSTS))


@dataclass(frozen=True, slots=True)
class Leak:
    """``kind`` is ``stack trace``, ``path``, ``SQL``, ``host name`` or ``secret``.

    A secret is never quoted.
    """

    kind: str
    excerpt: str


@record
class Given:
    """What the server was told before the request, or tells everybody: none of it can leak.

    ``text`` is what describes the tool, ``folders`` where the server was started and what it was
    pointed at. ``secrets`` are the other way round: the server knows them, and must not say them.
    """

    text: str = ""
    folders: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()


NOTHING: Final = Given()


def find_leaks(text: str, *, known: str = "", given: Given = NOTHING) -> tuple[Leak, ...]:
    """At most one of each kind.

    A value from ``known`` (the request) is not a leak, and neither is a path given as an example.
    """
    text = text[:_LONGEST]
    said = f"{known}\n{given.text}"
    found: list[Leak] = []
    for kind, pattern in _KINDS:
        if kind == "SQL" and _ABOUT_SQL.search(given.text):
            continue  # a tool for SQL talks about it
        told = (match for match in pattern.finditer(text) if not _is_fine(kind, match, said, given))
        first = next(told, None)
        if first is not None:
            found.append(Leak(kind, first.group().strip()[:_SHOWN]))
    if _has_secret(text, known, given.secrets):
        found.append(Leak("secret", MASK))
    return tuple(found)


def _is_fine(kind: str, found: re.Match[str], said: str, given: Given) -> bool:
    excerpt = found.group().strip()
    if excerpt in said:
        return True
    if kind == "host name":
        host = excerpt.rpartition(":")[0] or excerpt
        return host.lower() in PUBLIC_HOSTS or host in said or not _is_address(host)
    return kind == "path" and (
        PLACEHOLDER.match(excerpt) is not None
        or _is_example(found.string, found.start())
        or _is_given(excerpt, said, given.folders)
    )


def _is_given(path: str, said: str, folders: tuple[str, ...]) -> bool:
    """Below a folder that the server was given; a file of code there has to be named as well."""
    for folder in folders:
        if path == folder:
            return True
        if path.startswith((f"{folder}/", f"{folder}\\")):
            below = path[len(folder) + 1 :]
            return CODE_FILE.search(path) is None or below in said
    return False


def _is_address(host: str) -> bool:
    """A name, or four numbers that fit; a version may have four as well."""
    parts = host.split(".")
    return not all(map(str.isdigit, parts)) or all(int(part) < 256 for part in parts)  # noqa: PLR2004


def _has_secret(text: str, known: str, secrets: tuple[str, ...]) -> bool:
    redact = Redactor().text
    if MASK not in text and redact(text) != text and redact(known) == known:
        return True
    return any(secret in text and secret not in known for secret in secrets)


def _is_example(text: str, start: int) -> bool:
    return EXAMPLE.search(text[max(0, start - _NEAR) : start]) is not None
