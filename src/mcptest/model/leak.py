"""What an error must not tell a stranger: stack traces, places on the machine, secrets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from mcptest.model.json import Json, MaybeJson
from mcptest.model.redaction import MASK, Redactor

TRACES: Final = re.compile(
    r"""(?xm)
    Traceback\ \(most\ recent\ call\ last\)
    | ^\s*File\ "[^"\n]+",\ line\ \d+
    | ^\s*at\ (?:[\w.$<>\[\]\ ]+\ )?\(?(?:file://|node:|/|[A-Za-z]:\\)[^\n()]*:\d+(?::\d+)?\)?
    | ^\s*at\ [\w.$]+\([\w.]+\.(?:java|kt|scala|cs):\d+\)
    | ^goroutine\ \d+\ \[
    | thread\ '[^'\n]*'\ (?:\(\d+\)\ )?panicked\ at
    | ^\s*from\ [^\s:]+\.rb:\d+:in\b
    | ^\#\d+\ [^\s(]+\.php\(\d+\):
    """
)
_PATHS: Final = re.compile(
    r"""(?x)
    (?<![\w/:.])/(?:home|Users|root)/[\w.@-]+(?:/[\w.@+-]+)*
    | \b[A-Za-z]:\\(?:Users|Windows|inetpub)\\[^\s"'<>|]+
    | (?<![\w:./])(?:/[\w.@+-]+)+/(?:site-packages|dist-packages|node_modules)/[\w./@+-]*
    | (?<![\w:./])(?:/[\w.@+-]+){2,}\.(?:py|js|mjs|cjs|ts|tsx|rb|go|rs|java|kt|php|cs)\b
    """
)
_EXAMPLE: Final = re.compile(r"(?i)\b(?:e\.\ ?g\.|for (?:example|instance)|such as)[^\n]{0,80}$")
_NEAR: Final = 100  # characters before a path in which it may be called an example
_SHOWN: Final = 120
_LONGEST: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class Leak:
    """``kind`` is ``stack trace``, ``path`` or ``secret``; a secret is never quoted."""

    kind: str
    excerpt: str


def find_leaks(text: str, *, known: str = "") -> tuple[Leak, ...]:
    """At most one of each kind.

    What ``known`` (the request) said itself is no leak, and neither is a path given as an example.
    """
    text = text[:_LONGEST]
    found: list[Leak] = []
    for kind, pattern in (("stack trace", TRACES), ("path", _PATHS)):
        told = (
            match.group().strip()
            for match in pattern.finditer(text)
            if kind != "path" or not _is_example(text, match.start())
        )
        first = next((excerpt for excerpt in told if excerpt not in known), None)
        if first is not None:
            found.append(Leak(kind, first[:_SHOWN]))
    redact = Redactor().text
    if MASK not in text and redact(text) != text and redact(known) == known:
        found.append(Leak("secret", MASK))
    return tuple(found)


def _is_example(text: str, start: int) -> bool:
    return _EXAMPLE.search(text[max(0, start - _NEAR) : start]) is not None


def texts_in(value: MaybeJson) -> str:
    """Every string of a value, keys left out, one below the other."""
    found: list[str] = []
    waiting: list[MaybeJson] = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            found.append(here)
        elif isinstance(here, list | dict):
            inner: list[Json] = list(here.values()) if isinstance(here, dict) else here
            waiting.extend(reversed(inner))
    return "\n".join(found)
