"""Letters that imitate others in names, values and hosts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from mcptest.lint.sample import sample
from mcptest.model.finding import Signal
from mcptest.security.characters.script import mixes_lookalikes, skeleton
from mcptest.security.evidence import SecurityHit, Span, name_character
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject, ToolSubject
from mcptest.security.texts import CatalogText

_ALONE: Final = 4.0
_WORD: Final = re.compile(r"[^\W\d]+")
_NAMED: Final = re.compile(r"`([^`\s]{2,80})`|https?://([^/\s'\"`)]+)")


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    names: defaultdict[str, list[str]] = defaultdict(list)
    for subject in catalog.tools:
        names[skeleton(subject.tool.name)].append(subject.tool.name)
    for subject in catalog.tools:
        for text in subject.texts:
            if not text.text.isascii():
                yield from _in_text(subject, text, names)


def _in_text(
    subject: ToolSubject, text: CatalogText, names: dict[str, list[str]]
) -> Iterator[SecurityHit]:
    if text.name:
        words = [(text.text, 0)]
    elif text.prose:
        words = [
            (m.group(m.lastindex or 0), m.start(m.lastindex or 0))
            for m in _NAMED.finditer(text.text)
        ]
    else:
        words = [(text.text, 0)] if len(text.text) <= 40 and " " not in text.text else []  # noqa: PLR2004
    for word, start in words:
        if any(mixes_lookalikes(part) for part in _WORD.findall(word)) or _is_folded(word, text):
            yield _hit(subject, text, word, start, names)


def _is_folded(word: str, text: CatalogText) -> bool:
    """A whole name in full-width or mathematical letters."""
    folded = skeleton(word)
    return text.name and folded != word and folded.isascii() and not word.isascii()


def _hit(
    subject: ToolSubject, text: CatalogText, word: str, start: int, names: dict[str, list[str]]
) -> SecurityHit:
    plain = skeleton(word)
    siblings = [name for name in names.get(plain, ()) if name != word] if text.own else []
    host = not text.name and "." in word
    odd = [name_character(c) for c in dict.fromkeys(word) if not c.isascii()][:3]
    like = f'; the tool "{siblings[0]}" looks the same' if siblings else ""
    return SecurityHit(
        message=f'"{word}" looks like "{plain}" but contains {", ".join(odd)}{like}',
        pointer=text.pointer,
        tool=subject.index,
        score=None if siblings or host else _ALONE,
        kind="lookalike",
        signals=(Signal("letters that imitate others", 3.0, ", ".join(odd)),),
        span=Span(text.text, start, start + len(word)),
        remedy=f'Write "{plain}" with ASCII letters.',
        text=text.text,
    )


RULE = StaticRule(
    id="SEC-022",
    family="characters",
    title="Letters of another script imitate a name",
    score=7.0,
    cwe=1007,
    what="Looks for words in names, values, backticked names and host names that mix Latin letters "
    "with lookalikes of other scripts, and for names in full-width or mathematical letters.",
    why="Users trust a name that looks like one they know.",
    fix="Use ASCII letters in names.",
    not_this="Whole words in another script, and symbols of units such as \u00b5 and \u03a9.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(), sample(name="list_notes", description="List the notes in \u00b5s.")),
        failing=(sample(), sample(name="se\u0430rch_notes", description="Search all the notes.")),
    ),
)
