"""Other spellings of the same JSON: a reader of JSON sees no difference."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from tests.lab.change import Change, Middle, compact

_WHY = "RFC 8259: the same JSON value in another spelling"


def reordered(order: Callable[[list[str]], list[str]]) -> Callable[[Any], bytes]:
    def rebuilt(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: rebuilt(value[name]) for name in order(list(value))}
        return [rebuilt(item) for item in value] if isinstance(value, list) else value

    return lambda message: compact(rebuilt(message))


def _shuffled(seed: int) -> Callable[[list[str]], list[str]]:
    def order(names: list[str]) -> list[str]:
        return random.Random(f"{seed} {names}").sample(names, len(names))

    return order


def dumped(**options: Any) -> Callable[[Any], bytes]:
    return lambda message: json.dumps(message, **options).encode()


def escaped(pick: Callable[[str], bool], form: str = "\\u{:04x}") -> Callable[[Any], bytes]:
    """Characters of texts and names as escapes, those outside the first plane as pairs."""

    def text(value: str) -> str:
        out = []
        for letter in value:
            if pick(letter):
                units = letter.encode("utf-16-be", "surrogatepass")
                pairs = zip(units[::2], units[1::2], strict=True)
                out += [form.format(high * 256 + low) for high, low in pairs]
            else:
                out.append(json.dumps(letter, ensure_ascii=False)[1:-1])
        return '"' + "".join(out) + '"'

    def write(value: Any) -> str:
        if isinstance(value, str):
            return text(value)
        if isinstance(value, dict):
            return "{" + ",".join(f"{text(k)}:{write(v)}" for k, v in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ",".join(map(write, value)) + "]"
        return json.dumps(value)

    return lambda message: write(message).encode()


def _slashes(message: Any) -> bytes:
    return compact(message).replace(b"/", b"\\/")


def _around(before: bytes, after: bytes) -> Callable[[Any], bytes]:
    return lambda message: before + compact(message) + after


SPELLINGS: dict[str, Callable[[Any], bytes]] = {
    "members in reverse order": reordered(lambda names: names[::-1]),
    "members in alphabetical order": reordered(sorted),
    "members by length of name": reordered(lambda names: sorted(names, key=len)),
    "members shuffled, first deal": reordered(_shuffled(1)),
    "members shuffled, second deal": reordered(_shuffled(2)),
    "members shuffled, third deal": reordered(_shuffled(3)),
    "a space after colons and commas": dumped(ensure_ascii=False),
    "spaces around colons and commas": dumped(ensure_ascii=False, separators=(" , ", " : ")),
    "tabs around colons and commas": dumped(ensure_ascii=False, separators=("\t,\t", "\t:\t")),
    "many spaces between members": dumped(ensure_ascii=False, separators=("," + " " * 40, ":")),
    "spaces before a message": _around(b"   ", b""),
    "spaces after a message": _around(b"", b"   "),
    "tabs around a message": _around(b"\t", b"\t"),
    "other letters as escapes": dumped(ensure_ascii=True, separators=(",", ":")),
    "every character as an escape": escaped(lambda _: True),
    "escapes in capitals": escaped(lambda letter: ord(letter) > 126, "\\u{:04X}"),
    "every vowel as an escape": escaped(lambda letter: letter in "aeiou"),
    "the first letter of the alphabet as an escape": escaped(lambda letter: letter in "aA"),
    "slashes as escapes": _slashes,
}
MULTILINE: dict[str, Callable[[Any], bytes]] = {
    "indented by two": dumped(ensure_ascii=False, indent=2),
    "indented by tabs": dumped(ensure_ascii=False, indent="\t"),
    "indented and sorted": dumped(ensure_ascii=False, indent=1, sort_keys=True),
}


def changes() -> list[Change]:
    every = [
        Change(f"JSON text: {name}", _WHY, lambda spell=spell: Middle(spell=spell))
        for name, spell in SPELLINGS.items()
    ]
    over_http = [
        Change(
            f"JSON text: {name}",
            "a JSON body may have line ends; only lines of standard output may not",
            lambda spell=spell: Middle(spell=spell),
            on=frozenset({"http"}),
        )
        for name, spell in MULTILINE.items()
    ]
    return every + over_http
