"""Parse regular expressions as far as needed to generate a match."""

from __future__ import annotations

from typing import Final, TypeAlias

from mcptest.model.record import record

_WIDE: Final = "aA1b-Z9z_ .!"
_WIDE_CLASSES: Final = {
    "d": "123456789",
    "w": "aA1b_Z9z",
    "s": " ",
    "D": "aAbZ-",
    "W": "-. !",
    "S": "aA1b-Z9z_.!",
}
_CONTROLS: Final = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "0": "\0"}
_LONGEST_RANGE: Final = 200
_DEEPEST: Final = 50


class PatternError(ValueError):
    """Not a pattern that we can read."""


@record
class Characters:
    """One character out of these; never empty."""

    choices: str


@record
class Sequence:
    parts: tuple[Node, ...]


@record
class Alternatives:
    branches: tuple[Node, ...]


@record
class Repeat:
    part: Node
    least: int
    most: int | None


@record
class PatternGroup:
    part: Node


Node: TypeAlias = Characters | Sequence | Alternatives | Repeat | PatternGroup
_EMPTY: Final = Sequence(())


def read_pattern(text: str) -> Node:
    """Raises: PatternError."""
    reader = _Reader(text)
    tree = reader.alternatives(0)
    if reader.more():
        raise PatternError(f"unexpected {reader.peek()!r} at {reader.place}")
    return tree


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self._groups: list[Node] = []

    def more(self) -> bool:
        return self.place < len(self.text)

    def peek(self) -> str:
        return self.text[self.place : self.place + 1]

    def take(self, expected: str = "") -> str:
        letter = self.peek()
        if not letter or (expected and letter != expected):
            raise PatternError(f"expected {expected or 'more'!r} at {self.place}")
        self.place += 1
        return letter

    def accept(self, text: str) -> bool:
        found = self.text.startswith(text, self.place)
        self.place += len(text) if found else 0
        return found

    def alternatives(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise PatternError("nested too deeply")
        branches = [self._sequence(depth)]
        while self.accept("|"):
            branches.append(self._sequence(depth))
        return branches[0] if len(branches) == 1 else Alternatives(tuple(branches))

    def _sequence(self, depth: int) -> Node:
        parts: list[Node] = []
        while self.more() and self.peek() not in "|)":
            parts.append(self._repeated(self._atom(depth)))
        return Sequence(tuple(parts))

    def _repeated(self, part: Node) -> Node:
        bounds = self._bounds()
        if bounds is None:
            return part
        if self.peek() in ("?", "+"):
            self.place += 1
        return Repeat(part, *bounds)

    def _bounds(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.accept(sign):
                return bounds
        end = self.text.find("}", self.place)
        if self.peek() != "{" or end < 0:
            return None
        low, comma, high = self.text[self.place + 1 : end].partition(",")
        if not low.isdecimal() or (high and not high.isdecimal()):
            return None
        self.place = end + 1
        return int(low), (int(high) if high else None) if comma else int(low)

    def _atom(self, depth: int) -> Node:
        letter = self.take()
        match letter:
            case "^" | "$":
                return _EMPTY
            case ".":
                return Characters(_WIDE)
            case "(":
                return self._group(depth)
            case "[":
                return self._class()
            case "\\":
                return self._escape()
        return Characters(letter)

    def _group(self, depth: int) -> Node:
        silent = any(self.accept(sign) for sign in ("?=", "?!", "?<=", "?<!"))
        if not silent and not self.accept("?:") and self.accept("?"):
            self.accept("P")
            self.take("<")
            while self.take() != ">":
                pass
        inner = self.alternatives(depth + 1)
        self.take(")")
        if silent:
            return _EMPTY
        self._groups.append(inner)
        return PatternGroup(inner)

    def _escape(self) -> Node:
        letter = self.peek()
        if letter in ("b", "B", "A", "Z", "z"):
            self.place += 1
            return _EMPTY
        if letter.isdecimal() and letter != "0":
            self.place += 1
            number = int(letter)
            return self._groups[number - 1] if number <= len(self._groups) else _EMPTY
        return Characters(self._escaped())

    def _escaped(self) -> str:
        letter = self.take()
        if letter in ("p", "P") and self.accept("{"):
            return self._property()
        if letter in ("x", "u"):
            return self._by_number(letter)
        return _WIDE_CLASSES.get(letter) or _CONTROLS.get(letter) or letter

    def _property(self) -> str:
        end = self.text.find("}", self.place)
        if end < 0:
            raise PatternError("an open property")
        name = self.text[self.place : end]
        self.place = end + 1
        if name.startswith(("N", "Decimal")):
            return "123456789"
        return "AZ" if name in ("Lu", "Uppercase") else "abz"

    def _by_number(self, letter: str) -> str:
        if letter == "u" and self.accept("{"):
            end = self.text.find("}", self.place)
            digits, after = self.text[self.place : end], end + 1
        else:
            width = 2 if letter == "x" else 4
            digits, after = self.text[self.place : self.place + width], self.place + width
        try:
            found = chr(int(digits, 16))
        except (ValueError, OverflowError):
            raise PatternError(f"no such character: {digits!r}") from None
        self.place = after
        return found

    def _class(self) -> Node:
        negated = self.accept("^")
        found = ""
        while self.peek() != "]":
            found += self._class_item()
        self.place += 1
        letters = "".join(c for c in _WIDE if c not in found) if negated else found
        if not letters:
            letters = next((c for c in map(chr, range(0x21, 0x2FF)) if c not in found), "")
        if not letters:
            raise PatternError("a class without a character")
        return Characters(letters)

    def _class_item(self) -> str:
        first = self._class_letter()
        is_range = self.peek() == "-" and self.text[self.place + 1 : self.place + 2] not in (
            "]",
            "",
        )
        if not is_range or len(first) != 1:
            return first
        self.place += 1
        last = self._class_letter()
        if len(last) != 1 or ord(last) < ord(first):
            raise PatternError("a range that is none")
        until = min(ord(last), ord(first) + _LONGEST_RANGE)
        return "".join(map(chr, range(ord(first), until + 1)))

    def _class_letter(self) -> str:
        letter = self.take()
        if letter != "\\":
            return letter
        if self.accept("b"):
            return "\b"
        return self._escaped()
