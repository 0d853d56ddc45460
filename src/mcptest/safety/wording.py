"""What a tool's name and the first verb of its description say about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mcptest.model.record import record
from mcptest.safety.lexicon import Lexicon, WordEntry, WordKind, lexicon
from mcptest.safety.tool_class import ToolClass
from mcptest.safety.words import fold, split_words

_RESULT: Final = "return"  # tells what comes back, and nothing about what is done
_FIRST: Final = 400  # characters of a description that are looked at
_WARNED: Final = 4000  # characters in which a warning is looked for
_SENTENCE_END: Final = re.compile(r"[.!?](?:\s|$)|\n\s*\n")
_MARKUP: Final = re.compile(r"<[^<>]{0,60}>|[*_`#]+")
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")


@record
class WordEvidence:
    """The most dangerous word, and whether a reading one was there."""

    entry: WordEntry | None = None
    reads: bool = False
    computes: bool = False  # the verb works on what it is given and does nothing with it


def judge_name(name: str) -> WordEvidence:
    """A noun does not count behind a reading word, and a word of the seed's lists always does."""
    known, words = lexicon(), [fold(word) for word in split_words(name)]
    worst: WordEntry | None = None
    reads = computes = False
    first = True
    read_before = False
    for place, word in enumerate(words):
        if word in known.joining:
            read_before, first = False, True
            continue
        entry = known.entry_at(words, place)
        if entry is not None and _counts(entry, first=first, read_before=read_before, words=words):
            worst = worse(worst, entry)
        elif entry is None and known.reads(word):
            computes = computes or (not reads and word in known.computing)
            reads = read_before = True
        first = False
    return WordEvidence(worst, reads or (bool(words) and words[-1] in known.last), computes)


def _counts(entry: WordEntry, *, first: bool, read_before: bool, words: Sequence[str]) -> bool:
    if entry.kind is WordKind.WORD:
        return True
    if read_before or (entry.kind is WordKind.LEAD and not first):
        return False
    mild = entry.tool_class is ToolClass.MUTATING
    return not (mild and len(words) > 1 and lexicon().reads(words[-1]))  # issue_read


def judge_description(text: str | None) -> WordEvidence:
    """The verbs that the first sentence begins with ("Find and remove …")."""
    known = lexicon()
    sentence = first_sentence(text)
    worst: WordEntry | None = None
    reads = computes = False
    for place, verb in enumerate(_leading_verbs(sentence, known)):
        entry = known.entry_at([verb], 0)
        worst = worse(worst, entry)
        if entry is None and known.reads(verb):
            computes = computes or (place == 0 and verb in known.computing)
            reads = reads or verb != _RESULT
    return WordEvidence(worst, reads, computes)


def judge_later_sentences(text: str | None) -> WordEntry | None:
    """What the tool does besides, by the verb that a later sentence begins with.

    An imperative there speaks to the reader ("Remove the filter to see all"), so only the form
    that speaks of the tool counts ("Deletes the original").
    """
    known = lexicon()
    plain = _MARKUP.sub(" ", (text or "")[:_WARNED])
    worst: WordEntry | None = None
    for sentence in _SENTENCE_END.split(plain)[1:]:
        words = [fold(token.group()) for token in _TOKEN.finditer(sentence)]
        lead = _lead(words, known)
        if lead is not None and words[lead].endswith("s"):
            entry = known.entry_at([_verb(words[lead], known)], 0)
            dangerous = entry is not None and entry.tool_class is ToolClass.DESTRUCTIVE
            plainly = entry is not None and entry.kind is WordKind.WORD
            worst = worse(worst, entry) if dangerous and plainly else worst
    return worst


def judge_title(title: str) -> WordEntry | None:
    """The verb that a title begins with; a noun there names a thing ("New releases")."""
    entry = judge_description(title).entry
    return entry if entry is not None and entry.kind is WordKind.WORD else None


def judge_warnings(text: str | None) -> WordEntry | None:
    """What a description warns of in any sentence ("This cannot be undone")."""
    known = lexicon()
    plain = (text or "")[:_WARNED].replace("\u2019", "'")
    words = [fold(token.group()) for token in _TOKEN.finditer(plain)]
    for place in range(len(words)):
        for phrase, entry in known.warnings.items():
            found = tuple(words[place : place + len(phrase)]) == phrase
            if found and not known.negations & set(words[max(0, place - 2) : place]):
                return entry
    return None


def first_sentence(text: str | None) -> str:
    """Without markup and what stands before a colon of one or two words ("Example 2:")."""
    plain = _MARKUP.sub(" ", (text or "")[:_FIRST]).strip()
    plain = _SENTENCE_END.split(plain, maxsplit=1)[0]
    head, colon, rest = plain.partition(":")
    return rest if colon and len(head.split()) <= 2 and rest.strip() else plain  # noqa: PLR2004


def worse(one: WordEntry | None, other: WordEntry | None) -> WordEntry | None:
    """The more dangerous of two; the first where they are alike."""
    if one is None or other is None:
        return one or other
    return other if other.tool_class.rank > one.tool_class.rank else one


def _leading_verbs(sentence: str, known: Lexicon) -> Iterator[str]:
    """The first verb, and every verb that is joined to it or to the end of what it does."""
    tokens = list(_TOKEN.finditer(sentence))
    words = [fold(token.group()) for token in tokens]
    lead = _lead(words, known)
    if lead is None:
        return
    yield _verb(words[lead], known)
    for place in range(lead + 1, len(words)):
        before = sentence[tokens[place - 1].end() : tokens[place].start()]
        joined = words[place - 1] in known.joining or "/" in before
        listed = "," in before and place <= lead + 3
        if words[place] in known.joining or not (joined or listed):
            continue
        verb = _verb(words[place], known)
        entry = known.entry_at([verb], 0)
        # Further on, a noun may be joined as well ("issues and pull requests").
        if place <= lead + 3 or (entry is not None and entry.kind is WordKind.WORD):
            yield verb


def _lead(words: Sequence[str], known: Lexicon) -> int | None:
    """The place of the first word that can be a verb; an article makes a noun of it."""
    for place, word in enumerate(words):
        if word in known.articles:
            following = words[place + 1] if place + 1 < len(words) else ""
            if following not in known.subjects:
                return None
        elif word not in known.fillers and word not in known.subjects and not _is_adverb(word):
            return place
    return None


def _is_adverb(word: str) -> bool:
    return len(word) > 4 and word.endswith("ly") and word not in {"apply", "reply", "supply"}  # noqa: PLR2004


def _verb(word: str, known: Lexicon) -> str:
    """``deletes`` and ``deleting`` as ``delete``; a word that is known as it is stays."""
    forms = [word]
    if word.endswith("ies"):
        forms.append(word[:-3] + "y")
    if word.endswith("es"):
        forms.append(word[:-2])
    if word.endswith("s"):
        forms.append(word[:-1])
    if word.endswith("ing"):
        forms += [word[:-3], word[:-3] + "e", word[:-4]]
    return next((form for form in forms if _is_known(form, known)), word)


def _is_known(word: str, known: Lexicon) -> bool:
    return (word,) in known.entries or known.reads(word)
