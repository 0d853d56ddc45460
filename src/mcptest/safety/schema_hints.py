"""What a tool's arguments reveal: a command, an output file, an action to choose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.safety.arguments import Argument
from mcptest.safety.lexicon import Lexicon, WordEntry, WordKind, lexicon
from mcptest.safety.tool_class import ToolClass
from mcptest.safety.wording import WordEvidence, first_sentence, judge_name, worse
from mcptest.safety.words import fold, split_words

_NEAR: Final = 8  # words between "run" and "command"
_WORD: Final = re.compile(r"[^\W\d_]+")


def judge_arguments(
    arguments: tuple[Argument, ...], description: str | None, *, computes: bool
) -> tuple[WordEntry, str] | None:
    """The most dangerous argument, and how it is told; None where nothing tells.

    A tool that only examines what it is given (``computes``) does not execute it.
    """
    known = lexicon()
    found: tuple[WordEntry, str] | None = None
    for entry, argument in _hints(arguments, description, known, computes=computes):
        if found is None or worse(found[0], entry) is not found[0]:
            found = (entry, argument)
    return found


def _hints(
    arguments: tuple[Argument, ...], description: str | None, known: Lexicon, *, computes: bool
) -> Iterator[tuple[WordEntry, str]]:
    speaks = executes(description)
    for argument in arguments:
        words = tuple(fold(word) for word in split_words(argument.name))
        unsure = words in known.unsure and speaks
        examined = words in known.texts or unsure or executes(argument.description)
        if (words in known.program.arguments and not argument.values) or (
            examined and not computes
        ):
            yield _entry(ToolClass.DESTRUCTIVE, known.program.reason), argument.name
        if words in known.writes.arguments:
            yield _entry(ToolClass.MUTATING, known.writes.reason), argument.name
        if not computes and words in known.actions.arguments and (worst := _worst(argument.values)):
            reason = f"{known.actions.reason} ({worst.text})"
            yield _entry(worst.tool_class, reason), argument.name


def _worst(values: tuple[str, ...]) -> WordEntry | None:
    worst: WordEntry | None = None
    for value in values:
        worst = worse(worst, judge_name(value).entry)
    return worst


def _entry(tool_class: ToolClass, reason: str) -> WordEntry:
    return WordEntry("", tool_class, reason, WordKind.WORD)


def executes(text: str | None) -> bool:
    """Whether the first sentence speaks of running a command, a script or the like."""
    known = lexicon()
    words = [fold(word) for word in _WORD.findall(first_sentence(text))]
    for place, word in enumerate(words):
        if word in known.verbs and known.objects & set(words[place + 1 : place + 1 + _NEAR]):
            return True
        if word in known.verbs and words[place - 1 : place] == ["to"]:  # code to execute
            return bool(known.objects & set(words[max(0, place - 4) : place]))
        if word == "execution" and known.objects & set(words[max(0, place - 3) : place]):
            return True
    return False


def judge_execution(description: str | None, said: WordEvidence) -> WordEntry | None:
    """A description that speaks of executing text, unless it begins by reading something."""
    if said.reads or not executes(description):
        return None
    return _entry(ToolClass.DESTRUCTIVE, "runs code or commands")
