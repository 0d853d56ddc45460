"""Validate a condition: its roots, its words, and where each word is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, NoReturn

from mcptest.errors import UsageError
from mcptest.mock.meaning.condition import ruled_out
from mcptest.mock.meaning.words import ANYWHERE, PLACES
from mcptest.model.json import Json, JsonObject

ROOTS: Final = (
    *("jsonrpc", "id", "method", "params", "result", "error"),
    *("message", "reply", "http", "session", "client"),
)
_MEMBERS: Final = {
    "http": ("method", "path", "query", "status", "header"),
    "session": (
        "open",
        "ready",
        "version",
        "begun",
        "discovered",
        "declared",
        "listening",
        "listened",
    ),
}


def read_when(value: Json, where: str) -> JsonObject:
    """The condition, with the names of headers in lower case.

    Raises: UsageError.
    """
    if not isinstance(value, dict):
        wrong(where, "an object")
    _one_of(value, ROOTS, where)
    for root, members in _MEMBERS.items():
        inner = value.get(root, {})
        if not isinstance(inner, dict):
            wrong(f"{where}.{root}", "an object")
        _one_of(inner, members, f"{where}.{root}")
    read = {key: _lowered(inner) if key == "http" else inner for key, inner in value.items()}
    for key, inner in read.items():
        _check(inner, (key,), f"{where}.{key}")
    return read


def _lowered(http: Json) -> Json:
    header = http.get("header") if isinstance(http, dict) else None
    if not isinstance(http, dict) or not isinstance(header, dict):
        return http
    return {**http, "header": {name.lower(): value for name, value in header.items()}}


def _check(wanted: Json, place: tuple[str, ...], where: str) -> None:
    if place[:2] == ("http", "header"):
        _check_header(wanted, place, where)
    if isinstance(wanted, list):
        for index, item in enumerate(wanted):
            _check(item, place, f"{where}[{index}]")
    elif isinstance(wanted, dict):
        if wanted.keys() == {"is"}:
            _check_words(wanted["is"], place, f"{where}.is")
        elif wanted.keys() == {"not"}:
            for one in ruled_out(wanted["not"]):
                _check(one, place, where)
        else:
            for key, inner in wanted.items():
                _check(inner, (*place, key), f"{where}.{key}")


def _check_header(wanted: Json, place: tuple[str, ...], where: str) -> None:
    is_whole = len(place) == len(("http", "header"))
    expected = dict if is_whole else (dict, str, type(None))
    if not isinstance(wanted, expected):
        wrong(where, "an object" if is_whole else "a text, null or {is: WORD}")


def _check_words(asked: Json, place: tuple[str, ...], where: str) -> None:
    known = (*PLACES.get(place, {}), *ANYWHERE)
    for word in asked if isinstance(asked, list) else [asked]:
        if not isinstance(word, str) or word not in known:
            near = get_close_matches(str(word), known, n=1)
            hint = f'did you mean "{near[0]}"?' if near else f"words here: {', '.join(known)}"
            words = f'{where} has a word that does not fit there: "{word}"'
            raise UsageError("mock-override-unknown-word", words, hint=hint)


def _one_of(given: Iterable[str], known: tuple[str, ...], where: str) -> None:
    for key in given:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            hint = f'did you mean "{near[0]}"?' if near else None
            words = f"{where}.{key} must be one of {', '.join(known)}"
            raise UsageError("mock-override-invalid", words, hint=hint)


def wrong(where: str, expected: str) -> NoReturn:
    """Raises: UsageError."""
    raise UsageError("mock-override-invalid", f"{where} must be {expected}")
