"""Classify a tool by its words: name, titles, description and arguments."""

from __future__ import annotations

from functools import lru_cache

from mcptest.safety.arguments import Argument
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


@lru_cache(maxsize=4096)  # the gate asks again for every call of a tool
def classify_by_words(
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
