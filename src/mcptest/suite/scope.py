"""The context of a shape while it reads a node, and how it reports problems."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from enum import Enum
from typing import Final

from mcptest.errors import Problem, nearest
from mcptest.model.record import record
from mcptest.suite.yaml.node import Node


class Invalid(Enum):
    """What reading gives where a problem was noted."""

    INVALID = "invalid"

    def __repr__(self) -> str:
        return "INVALID"

    def __bool__(self) -> bool:
        return False


INVALID: Final = Invalid.INVALID


@record
class Scope:
    """Around a reading: the suite's folder, its servers, and notes for people.

    ``servers`` is None where names are not checked.
    """

    folder: str = "."
    servers: tuple[str, ...] | None = None
    notes: list[str] = field(default_factory=list)
    captured: frozenset[str] = frozenset()  # names that the hooks of the suite capture

    @property
    def only_server(self) -> str | None:
        """The one server, when there is exactly one."""
        return self.servers[0] if self.servers and len(self.servers) == 1 else None

    def note(self, text: str) -> None:
        """Say something once."""
        if text not in self.notes:
            self.notes.append(text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint: the nearest word, else all there are."""
    choices = list(known)
    near = nearest(word, choices)
    if near:
        return f'did you mean "{near}"?'
    return f"known: {', '.join(choices)}" if choices else "none are defined"


def complain(
    problems: list[Problem], code: str, message: str, node: Node, *, hint: str | None = None
) -> Invalid:
    """Note a problem at a value; gives INVALID so that a reader can return it."""
    problems.append(Problem(code, message, node.where, hint))
    return INVALID


def describe(node: Node) -> str:
    """What stands there, in a few words."""
    value = node.value
    match value:
        case None:
            return "nothing" if not node.text else "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {node.text or value}"
        case str():
            shown = value if len(value) <= 40 else f"{value[:40]}…"  # noqa: PLR2004
            return f'the string "{shown}"'
        case list():
            return "a list"
        case dict():
            return "an object"
