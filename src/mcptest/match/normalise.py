"""Replace volatile values with typed placeholders, so that two responses can be compared."""

from __future__ import annotations

import re
from typing import Final

from mcptest.model.json import Json

# Each is linear: fixed or bounded repetitions, no alternatives that overlap inside one.
_DATE: Final = r"[0-9]{4}-[01][0-9]-[0-3][0-9]"
_CLOCK: Final = r"[0-2][0-9]:[0-5][0-9](?::[0-6][0-9](?:[.,][0-9]{1,9})?)?"
_ZONE: Final = r"(?:\s?(?:Z|UTC|GMT|[+-][0-2][0-9]:?[0-5][0-9]))?"
_DAYS: Final = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_MONTHS: Final = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"

# By the first character, so that most places in a text are passed over at once.
_DIGIT_FIRST: Final = (
    ("uuid", r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b"),
    ("timestamp", rf"{_DATE}[T ]{_CLOCK}{_ZONE}"),
    ("date", rf"{_DATE}\b"),
    ("ulid", r"[0-7][0-9A-HJKMNP-TV-Z]{25}\b"),
    ("address", r"0x[0-9a-fA-F]{6,16}\b"),
    ("port", r"(?<=127\.0\.0\.1:)[0-9]{4,5}\b"),
    ("port", r"(?<=localhost:)[0-9]{4,5}\b"),
    ("hex", r"(?=[0-9]{0,63}[a-f])[0-9a-f]{12,128}\b"),
    ("duration", r"[0-9]{1,12}(?:\.[0-9]{1,12})?\s?(?:ns|µs|us|ms|milliseconds?|seconds?)\b"),
    ("duration", r"[0-9]{1,12}\.[0-9]{1,12}\s?s\b"),
)
_LETTER_FIRST: Final = (
    (
        "uuid",
        r"[a-fA-F][0-9a-fA-F]{7}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b",
    ),
    ("timestamp", rf"{_DAYS},? [0-9]{{1,2}} {_MONTHS} [0-9]{{4}} {_CLOCK}{_ZONE}"),
    ("timestamp", rf"{_DAYS} {_MONTHS} [ 0-9][0-9] {_CLOCK}{_ZONE} [0-9]{{4}}\b"),
    ("hex", r"(?=[a-f]{1,63}[0-9])[0-9a-f]{12,128}\b"),
    ("path", r"[A-Za-z]:\\(?:[^\s\\:\"'<>|]{1,80}\\){0,20}Temp\\[^\s\"'<>|]{1,1000}"),
)
_SLASH_FIRST: Final = (
    ("path", r"/(?:private/)?(?:tmp|var/folders|var/tmp)/[^\s\"'<>|:,;)\]}]{1,1000}"),
)
_KINDS: dict[str, str] = {}


def _group(patterns: tuple[tuple[str, str], ...]) -> str:
    """The alternatives, each under a name that leads to its kind."""
    named = []
    for kind, pattern in patterns:
        name = f"p{len(_KINDS)}"
        _KINDS[name] = kind
        named.append(f"(?P<{name}>{pattern})")
    return "|".join(named)


_VOLATILE = re.compile(
    rf"\b(?:(?=[0-9])(?:{_group(_DIGIT_FIRST)})|(?=[A-Za-z])(?:{_group(_LETTER_FIRST)}))"
    rf"|{_group(_SLASH_FIRST)}"
)

# Numbers tell by their key alone whether they are volatile.
_TIME_KEY = re.compile(
    r"(?:^|_)(?:timestamp|ts|created|updated|modified|expires|mtime|ctime|atime)$|_at$"
)
_SPAN_KEY = re.compile(r"(?:^|_)(?:duration|elapsed|took|latency|uptime)(?:_|$)|_ms$|_seconds$")
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[-\s]+")
_LONGEST_KEY: Final = 100


def normalise(value: Json) -> Json:
    """The value with every volatile part named by its kind, such as ``<uuid>``."""
    if isinstance(value, str):
        return normalise_text(value)
    if isinstance(value, list):
        return [normalise(item) for item in value]
    if isinstance(value, dict):
        return {key: _member(key, item) for key, item in value.items()}
    return value


def normalise_text(text: str) -> str:
    """Text with its volatile parts replaced."""
    return _VOLATILE.sub(lambda found: f"<{_KINDS[found.lastgroup or '']}>", text)


def _member(key: str, value: Json) -> Json:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return normalise(value)
    words = _WORDS.sub("_", key[:_LONGEST_KEY]).lower()
    if _TIME_KEY.search(words):
        return "<timestamp>"
    return "<duration>" if _SPAN_KEY.search(words) else value
