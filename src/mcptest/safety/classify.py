"""Classify how dangerous a tool is: by its annotations first, then by its words."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.tool_class import Classification, ClassSource, ToolClass

__all__ = [
    "ClassSource",
    "Classification",
    "ToolClass",
    "classify",
    "strictest_by_name",
    "well_formed",
]

_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


def classify(tool: ToolDescriptor) -> Classification:
    """An annotation wins over the words, but never makes what executes text less dangerous.

    The exception is ``readOnlyHint: true``, which always wins.
    """
    declared = _by_annotation(tool.annotations)
    if declared is not None and declared.tool_class in _FINAL:
        return declared
    worded = _by_words(tool)
    if declared is None:
        return worded
    return _together(declared, worded, firm=_is_firm(tool.annotations))


def _by_words(tool: ToolDescriptor) -> Classification:
    from mcptest.safety.arguments import arguments_of  # many runs classify no tool
    from mcptest.safety.by_words import classify_by_words

    arguments = arguments_of(tool.input_schema)
    return classify_by_words(tool.name, _titles(tool), tool.description, arguments)


def _titles(tool: ToolDescriptor) -> tuple[str, ...]:
    places = (tool.raw, tool.annotations)
    titles = [place.get("title") for place in places if isinstance(place, dict)]
    return tuple(title for title in titles if isinstance(title, str))


_FINAL = (ToolClass.READ_ONLY, ToolClass.DESTRUCTIVE)


def _together(declared: Classification, worded: Classification, *, firm: bool) -> Classification:
    """``readOnlyHint: false`` says "at least mutating"; ``idempotentHint: false`` says which."""
    if worded.tool_class.rank <= declared.tool_class.rank:
        return declared
    executes = worded.reason.endswith(_EXECUTING)
    return declared if firm and not executes else worded


_EXECUTING = ("runs code or commands", "takes code or a command to run")


def strictest_by_name(tools: Iterable[ToolDescriptor]) -> dict[str, ToolDescriptor]:
    """One descriptor a name, in the order served.

    Where a server gives a name twice, nobody knows which one a call reaches: the most dangerous
    one stands for both.
    """
    chosen: dict[str, ToolDescriptor] = {}
    for tool in tools:
        known = chosen.setdefault(tool.name, tool)
        if known is not tool and _danger(tool) > _danger(known):
            chosen[tool.name] = tool
    return chosen


def _danger(tool: ToolDescriptor) -> tuple[int, bool]:
    found = classify(tool)
    return found.tool_class.rank, not found.reads


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
    return Classification(tool_class, ClassSource.ANNOTATION, f"the server declares {hint}")


def _hinted(annotations: JsonObject) -> tuple[ToolClass, str] | None:
    """Read-only first: the specification gives the other hints a meaning only where it is false."""
    if annotations.get("readOnlyHint") is True:
        return ToolClass.READ_ONLY, "readOnlyHint: true"
    if annotations.get("destructiveHint") is True:
        return ToolClass.DESTRUCTIVE, "destructiveHint: true"
    if annotations.get("readOnlyHint") is False:
        return ToolClass.MUTATING, "readOnlyHint: false"
    if annotations.get("idempotentHint") is False:
        return ToolClass.MUTATING, "idempotentHint: false"
    return None


def _is_firm(annotations: MaybeJson) -> bool:
    return isinstance(annotations, dict) and annotations.get("idempotentHint") is False
