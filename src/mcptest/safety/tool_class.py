"""The four safety classes, and what a class was derived from."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from mcptest.model.record import record


class ToolClass(StrEnum):
    """From harmless to dangerous; the order is used to compare."""

    READ_ONLY = "ReadOnly"
    READ_ONLY_PRESUMED = "ReadOnlyPresumed"
    MUTATING = "Mutating"
    DESTRUCTIVE = "Destructive"

    @property
    def rank(self) -> int:
        return list(ToolClass).index(self)

    @property
    def words(self) -> str:
        """For people: ``presumed read-only``."""
        return _WORDS[self]


_WORDS: Final = {
    ToolClass.READ_ONLY: "read-only",
    ToolClass.READ_ONLY_PRESUMED: "presumed read-only",
    ToolClass.MUTATING: "mutating",
    ToolClass.DESTRUCTIVE: "destructive",
}


def class_words(value: str) -> str:
    """The words for a class in a document, which may be from a newer mcptest."""
    return {one.value: one.words for one in ToolClass}.get(value, value)


class ClassSource(StrEnum):
    ANNOTATION = "annotation"
    NAME = "name"
    DESCRIPTION = "description"
    ARGUMENT = "argument"


@record
class Classification:
    """The class, where it comes from, and why in words.

    ``reads`` is False where nothing says that the tool reads: it is presumed to, and that is
    enough for one call with valid arguments.
    """

    tool_class: ToolClass
    source: ClassSource
    reason: str
    reads: bool = True
