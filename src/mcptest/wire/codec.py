"""Strict and bounded JSON for the wire."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from mcptest.model.json import Json
from mcptest.strict_json import JsonFault, StrictJsonError, strict_decoder
from mcptest.wire.limits import Limits

_DIGITS = b"0123456789"
_WHITE = " \t\r\n"
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
_Scanner: TypeAlias = Callable[[str, int], tuple[Json, int]]


class FrameError(ValueError):
    """Bytes that are not acceptable JSON; the code says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


_text = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_ascii = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode


def _quick_encoder() -> Callable[[Json], str]:
    """What ``_text`` makes anew for each message, made once; without its guard against circles."""
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _text
    quote: Any = json.encoder.encode_basestring
    chunks = make(None, json.JSONEncoder().default, quote, None, ":", ",", False, False, False)
    return lambda message: "".join(chunks(message, 0))


_quick = _quick_encoder()


def encode(message: Json) -> bytes:
    """One compact line without its newline; lone surrogates go out as escapes.

    Raises: ValueError for NaN and infinities, which have no JSON.
    """
    try:
        return _quick(message).encode()
    except RecursionError:
        return _text(message).encode()  # which tells a circle from what is merely deep
    except UnicodeEncodeError:
        return _ascii(message).encode()


def decode(raw: bytes, limits: Limits) -> Json:
    """Read exactly one JSON value.

    Raises: FrameError.
    """
    if len(raw) > limits.message:
        raise FrameError("limit-size", f"{len(raw)} bytes, more than {limits.message}")
    text = _decode_text(raw)
    place = 0 if text[:1] == "{" else _first(text, 0)
    value, end = _scan(text, place, raw, limits)
    if end != len(text) and _first(text, end) != len(text):
        raise FrameError("frame-json", f"more text after the JSON value, at character {end}")
    _check(value, raw, limits)
    return value


def decode_joined(raw: bytes, limits: Limits) -> list[Json]:
    """Read the values of a line that holds several without a newline between them.

    Raises: FrameError.
    """
    text = _decode_text(raw)
    values: list[Json] = []
    place = _first(text, 0)
    while place != len(text):
        value, end = _scan(text, place, raw, limits)
        values.append(value)
        place = _first(text, end)
    _check(values, raw, limits)
    return values


def _decode_text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        byte = raw[error.start]
        message = f"not UTF-8: byte 0x{byte:02x} at offset {error.start}"
        raise FrameError("frame-utf8", message) from None


def _first(text: str, place: int) -> int:
    """Where the next character that is not white space stands, or the end."""
    while place < len(text) and text[place] in _WHITE:
        place += 1
    return place


def _scan(text: str, place: int, raw: bytes, limits: Limits) -> tuple[Json, int]:
    careful = len(raw) > limits.digits and _has_digit_run(raw, limits.digits)
    scanner = _scanner(limits.digits) if careful else _fast_scanner
    try:
        return scanner(text, place)
    except StrictJsonError as error:
        raise _not_strict(error, limits) from None
    except StopIteration as stop:
        raise _no_json(raw, f"no JSON value at character {stop.value}") from None
    except json.JSONDecodeError as error:
        raise _no_json(raw, f"{error.msg} at character {error.pos}") from None
    except RecursionError:
        raise _too_deep(limits) from None


def _not_strict(error: StrictJsonError, limits: Limits) -> FrameError:
    match error.fault:
        case JsonFault.DUPLICATE_KEY:
            message = f"the member {error.text[:100]!r} is duplicated"
            return FrameError("frame-duplicate-key", message)
        case JsonFault.DIGITS:
            message = f"a number of {len(error.text)} digits, over {limits.digits}"
            return FrameError("limit-digits", message)
        case JsonFault.INFINITE:
            message = f"the number {error.text[:40]} has no finite value"
            return FrameError("frame-constant", message)
        case JsonFault.CONSTANT:
            return FrameError("frame-constant", f"{error.text} is not JSON")


def _no_json(raw: bytes, message: str) -> FrameError:
    if raw[1:2] == b"\0" or raw[:1] == b"\0":
        return FrameError("frame-utf8", "not UTF-8: the NUL bytes look like UTF-16")
    return FrameError("frame-json", message)


def _too_deep(limits: Limits) -> FrameError:
    return FrameError("limit-depth", f"nested deeper than {limits.depth} levels")


def _check(value: Json, raw: bytes, limits: Limits) -> None:
    """Hold what the scanner does not see; each check has a cheap way to be skipped."""
    if raw.count(b"[") + raw.count(b"{") > limits.depth and _deeper(value, limits.depth):
        raise _too_deep(limits)
    if b"\\u" in raw and _SURROGATE_ESCAPE.search(raw) is not None:
        try:
            _text(value).encode()
        except UnicodeEncodeError:
            raise FrameError("frame-surrogate", "a string contains a lone surrogate") from None


def _deeper(value: Json, depth: int) -> bool:
    level: list[list[Json] | dict[str, Json]] = [value] if isinstance(value, list | dict) else []
    for _ in range(depth):
        level = [
            child
            for node in level
            for child in (node.values() if isinstance(node, dict) else node)
            if isinstance(child, list | dict)
        ]
        if not level:
            return False
    return True


def _has_digit_run(raw: bytes, longest: int) -> bool:
    """A run of more digits than that: it must cover one of the places looked at."""
    for place in range(longest, len(raw), longest + 1):
        if raw[place] in _DIGITS:
            before, after = raw[place - longest : place], raw[place : place + longest + 1]
            left = len(before) - len(before.rstrip(_DIGITS))
            if left + len(after) - len(after.lstrip(_DIGITS)) > longest:
                return True
    return False


@lru_cache(maxsize=8)
def _scanner(digits: int | None) -> _Scanner:
    scan: _Scanner = strict_decoder(digits=digits).scan_once  # type: ignore[attr-defined]
    return scan


_fast_scanner = _scanner(None)
