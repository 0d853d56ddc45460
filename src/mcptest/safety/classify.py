"""How dangerous a tool is to call: what it says of itself first, then what its name says."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.words import DESTRUCTIVE_WORDS, MUTATING_WORDS, split_words

_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


class ToolClass(StrEnum):
    """From harmless to dangerous; the order is used to compare."""

    READ_ONLY = "ReadOnly"
    READ_ONLY_PRESUMED = "ReadOnlyPresumed"
    MUTATING = "Mutating"
    DESTRUCTIVE = "Destructive"


class Source(StrEnum):
    ANNOTATION = "annotation"
    NAME = "name"


@record
class Classification:
    """The class, where it comes from, and why in words."""

    tool_class: ToolClass
    source: Source
    reason: str


def classify(tool: ToolDescriptor) -> Classification:
    """An explicit annotation always wins over the name."""
    return _by_annotation(tool.annotations) or _by_name(tool.name)


def strictest_by_name(tools: Iterable[ToolDescriptor]) -> dict[str, ToolDescriptor]:
    """One descriptor a name, in the order served.

    Where a server gives a name twice, nobody knows which one a call reaches: the most dangerous
    one stands for both.
    """
    order = list(ToolClass)
    chosen: dict[str, ToolDescriptor] = {}
    for tool in tools:
        known = chosen.setdefault(tool.name, tool)
        if known is not tool and order.index(classify(tool).tool_class) > order.index(
            classify(known).tool_class
        ):
            chosen[tool.name] = tool
    return chosen


def well_formed(annotations: MaybeJson) -> bool:
    """Whether the policy may believe the object; null is the same as left out."""
    if not isinstance(annotations, dict):
        return False
    hints = all(isinstance(annotations.get(hint), bool | None) for hint in _HINTS)
    return hints and isinstance(annotations.get("title"), str | None)


def _by_annotation(annotations: MaybeJson) -> Classification | None:
    if not isinstance(annotations, dict) or not well_formed(annotations):
        return None
    found = _hinted(annotations)
    if found is None:
        return None
    tool_class, hint = found
    return Classification(tool_class, Source.ANNOTATION, f"the server says {hint}")


def _hinted(annotations: JsonObject) -> tuple[ToolClass, str] | None:
    """Read-only first: the specification gives the other hints a meaning only where it is false."""
    if annotations.get("readOnlyHint") is True:
        return ToolClass.READ_ONLY, "readOnlyHint: true"
    if annotations.get("destructiveHint") is True:
        return ToolClass.DESTRUCTIVE, "destructiveHint: true"
    if annotations.get("idempotentHint") is False:
        return ToolClass.MUTATING, "idempotentHint: false"
    return None


@lru_cache(maxsize=4096)  # the gate asks again for every call of a tool
def _by_name(name: str) -> Classification:
    words = split_words(name)
    for known, tool_class in (
        (DESTRUCTIVE_WORDS, ToolClass.DESTRUCTIVE),
        (MUTATING_WORDS, ToolClass.MUTATING),
    ):
        word = next((word for word in words if word in known), None)
        if word:
            return Classification(tool_class, Source.NAME, f'the name has the word "{word}"')
    reason = "no annotation decides, and no word of the name tells of a change"
    return Classification(ToolClass.READ_ONLY_PRESUMED, Source.NAME, reason)
