"""Classify how dangerous a tool is: by its annotations first, then by its words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.arguments import Argument, arguments_of
from mcptest.safety.lexicon import WordEntry
from mcptest.safety.schema_hints import judge_arguments, judge_execution
from mcptest.safety.tool_class import Classification, ClassSource, ToolClass
from mcptest.safety.wording import (
    judge_description,
    judge_later_sentences,
    judge_name,
    judge_title,
    judge_warnings,
)

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
    arguments = arguments_of(tool.input_schema)
    worded = _by_words(tool.name, _titles(tool), tool.description, arguments)
    if declared is None:
        return worded
    return _together(declared, worded, firm=_is_firm(tool.annotations))


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


@lru_cache(maxsize=4096)  # the gate asks again for every call of a tool
def _by_words(
    name: str, titles: tuple[str, ...], description: str | None, arguments: tuple[Argument, ...]
) -> Classification:
    """The most dangerous of what the name, the titles, the description and the arguments say."""
    named, described = judge_name(name), judge_description(description)
    computes = named.computes or (described.computes and not named.reads)
    argued = judge_arguments(arguments, description, computes=computes)
    found = [
        _said(named.entry, ClassSource.NAME, "the name contains"),
        *(_said(judge_title(one), ClassSource.NAME, "the title begins with") for one in titles),
        _said(described.entry, ClassSource.DESCRIPTION, "the description begins with"),
        _said(
            judge_later_sentences(description), ClassSource.DESCRIPTION, "a sentence begins with"
        ),
        _said(judge_warnings(description), ClassSource.DESCRIPTION, "the description warns with"),
        _described_execution(judge_execution(description, described)),
        _argued(argued),
    ]
    dangers = [one for one in found if one is not None]
    if dangers:
        return max(dangers, key=lambda one: one.tool_class.rank)
    reads = named.reads or described.reads
    reason = "the wording suggests that it only reads" if reads else _UNKNOWN
    return Classification(ToolClass.READ_ONLY_PRESUMED, ClassSource.NAME, reason, reads=reads)


_UNKNOWN = "neither the name nor the description says whether it only reads"


def _said(entry: WordEntry | None, source: ClassSource, where: str) -> Classification | None:
    if entry is None:
        return None
    reason = f'{where} "{entry.text}", which suggests that it {entry.reason}'
    return Classification(entry.tool_class, source, reason)


def _described_execution(entry: WordEntry | None) -> Classification | None:
    if entry is None:
        return None
    reason = f"the description says that it {entry.reason}"
    return Classification(entry.tool_class, ClassSource.DESCRIPTION, reason)


def _argued(found: tuple[WordEntry, str] | None) -> Classification | None:
    if found is None:
        return None
    entry, argument = found
    reason = f'the argument "{argument}" {entry.reason}'
    return Classification(entry.tool_class, ClassSource.ARGUMENT, reason)
