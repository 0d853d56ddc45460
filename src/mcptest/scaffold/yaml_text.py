"""Write plain values as readable YAML; the same value always gives the same text.

JSON is YAML, so whatever is not plainly a word is written as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from mcptest.model.json import Json
from mcptest.suite.yaml.scalar import NumberError, read_plain

# Words that mean the same to every YAML reader, old ones included.
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.+-]*(?:[ /@=][A-Za-z0-9_.+-]+)*")
_ELSEWHERE = frozenset(["y", "yes", "no", "n", "on", "off", "true", "false", "null"])
_LONGEST_PLAIN = 80
_LONGEST_LINE = 98
_ON_ONE_LINE = ("matcher:", "command:")
# What a YAML stream may not hold as it is, and what would break a line in it.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")


def block(value: Json, indent: int) -> Iterator[str]:
    """The lines of a value, each indented; empty containers stay on one line."""
    pad = " " * indent
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _entry(f"{pad}{scalar(key)}:", inner, indent)
    elif isinstance(value, list) and value:
        for inner in value:
            yield from _item(inner, indent)
    else:
        yield pad + scalar(value)


def scalar(value: Json) -> str:
    """One value on one line."""
    if isinstance(value, str):
        return value if _is_plain(value) else _quoted(value)
    return json.dumps(value)


def _is_plain(text: str) -> bool:
    if len(text) > _LONGEST_PLAIN or not _PLAIN.fullmatch(text) or text.lower() in _ELSEWHERE:
        return False
    try:
        return isinstance(read_plain(text), str)
    except NumberError:  # pragma: no cover - such a word begins with a dot or a digit
        return False


def _quoted(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found.group()):04x}", quoted)


def flow(value: Json) -> str:
    """A whole value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def _entry(start: str, value: Json, indent: int) -> Iterator[str]:
    line = f"{start} {flow(value)}"
    if start.strip() in _ON_ONE_LINE and len(line) <= _LONGEST_LINE:
        yield line
    elif isinstance(value, dict | list) and value:
        yield start
        yield from block(value, indent + 2)
    else:
        yield f"{start} {scalar(value)}"


def _item(value: Json, indent: int) -> Iterator[str]:
    pad = " " * indent
    lines = list(block(value, indent + 2))
    yield f"{pad}- {lines[0][indent + 2 :]}"
    yield from lines[1:]
