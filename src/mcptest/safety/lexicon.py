"""Look up the words of ``words.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from mcptest.model.record import record
from mcptest.prebuilt import Prebuilt
from mcptest.safety.tool_class import ToolClass
from mcptest.safety.words import fold

_SHORTEST_GLUED = 5


class WordKind(StrEnum):
    WORD = "word"
    NOUN = "noun"
    LEAD = "lead"


@record
class WordEntry:
    """A dangerous word: ``kind`` says where in a name it counts."""

    text: str
    tool_class: ToolClass
    reason: str
    kind: WordKind


@record
class WordHint:
    """Arguments that tell what a tool does; each name as its words."""

    reason: str
    arguments: frozenset[tuple[str, ...]]


@record
class Lexicon:
    """Everything that the file holds, in folded words."""

    entries: Mapping[tuple[str, ...], WordEntry]
    inside: Mapping[str, WordEntry]
    reading: frozenset[str]
    reading_inside: tuple[str, ...]
    computing: frozenset[str]
    last: frozenset[str]
    program: WordHint
    texts: frozenset[tuple[str, ...]]
    unsure: frozenset[tuple[str, ...]]
    verbs: frozenset[str]
    objects: frozenset[str]
    writes: WordHint
    actions: WordHint
    warnings: Mapping[tuple[str, ...], WordEntry]
    negations: frozenset[str]
    joining: frozenset[str]
    articles: frozenset[str]
    subjects: frozenset[str]
    fillers: frozenset[str]
    endings: frozenset[str]
    longest: int

    def entry_at(self, words: Sequence[str], place: int) -> WordEntry | None:
        """The entry that begins there; one of more words comes first."""
        for length in range(self.longest, 0, -1):
            found = self.entries.get(tuple(words[place : place + length]))
            if found is not None and len(words) >= place + length:
                return found
        return self._inside(words[place]) or self._glued(words[place])

    def reads(self, word: str) -> bool:
        if word in self.reading or word in self.computing:
            return True
        return not word.isascii() and any(part in word for part in self.reading_inside)

    def _inside(self, word: str) -> WordEntry | None:
        if word.isascii():
            return None
        found = (entry for part, entry in self.inside.items() if part in word)
        return max(found, key=lambda entry: entry.tool_class.rank, default=None)

    def _glued(self, word: str) -> WordEntry | None:
        """``deletefile``: a verb with more behind it than an ending."""
        for length in range(len(word) - 3, _SHORTEST_GLUED - 1, -1):
            entry = self.entries.get((word[:length],))
            if (
                entry is not None
                and entry.kind is WordKind.WORD
                and word[length:] not in self.endings
            ):
                return entry
        return None


@cache
def lexicon() -> Lexicon:
    """Read once a process."""
    data = PREBUILT.load()
    entries = _entries(data["group"])
    reading, program = data["reading"], data["program"]
    return Lexicon(
        entries=entries,
        inside=_inside(data["group"]),
        reading=frozenset(_words(reading["words"])),
        reading_inside=tuple(_words(reading["anywhere"])),
        computing=frozenset(_words(reading["computing"])),
        last=frozenset(_words(reading["last"])),
        program=_hint(program),
        texts=frozenset(_phrases(program["texts"])),
        unsure=frozenset(_phrases(program["unsure"])),
        verbs=frozenset(_words(program["verbs"])),
        objects=frozenset(_words(program["objects"])),
        writes=_hint(data["writes"]),
        actions=_hint(data["actions"]),
        warnings={
            phrase: _entry(data["warnings"], " ".join(phrase), WordKind.WORD)
            for phrase in _phrases(data["warnings"]["phrases"])
        },
        negations=frozenset(_words(data["warnings"]["negations"])),
        **{name: frozenset(_words(text)) for name, text in data["grammar"].items()},
        longest=max(map(len, entries)),
    )


def _build() -> dict[str, Any]:
    import tomllib

    return tomllib.loads(WORDS.read_text("utf-8"))


_KINDS: Final = (("words", WordKind.WORD), ("nouns", WordKind.NOUN), ("leads", WordKind.LEAD))
WORDS: Final = Path(__file__).with_name("words.toml")
PREBUILT: Final = Prebuilt("words", WORDS.parent, sources=lambda: [WORDS], build=_build)


def _entries(groups: Iterable[Mapping[str, Any]]) -> dict[tuple[str, ...], WordEntry]:
    """Where two groups have the same word, the more dangerous one counts."""
    found: dict[tuple[str, ...], WordEntry] = {}
    for group in groups:
        tool_class, reason = ToolClass(group["class"]), str(group["reason"])
        for key, kind in _KINDS:
            for phrase in _phrases(group.get(key, "")):
                entry = WordEntry(" ".join(phrase), tool_class, reason, kind)
                known = found.setdefault(phrase, entry)
                if known.tool_class.rank < entry.tool_class.rank:
                    found[phrase] = entry
    return found


def _inside(groups: Iterable[Mapping[str, Any]]) -> dict[str, WordEntry]:
    return {
        part: _entry(group, part, WordKind.WORD)
        for group in groups
        for part in _words(group.get("anywhere", ""))
    }


def _entry(group: Mapping[str, Any], text: str, kind: WordKind) -> WordEntry:
    return WordEntry(text, ToolClass(group["class"]), str(group["reason"]), kind)


def _hint(data: Mapping[str, Any]) -> WordHint:
    return WordHint(str(data["reason"]), frozenset(_phrases(data["arguments"])))


def _words(text: str) -> list[str]:
    return [fold(word) for word in text.split()]


def _phrases(text: str) -> list[tuple[str, ...]]:
    return [tuple(word.split("-")) for word in _words(text)]
