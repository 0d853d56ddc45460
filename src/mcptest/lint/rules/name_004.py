"""Names with the same words in another order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import fold
from mcptest.model.finding import Severity
from mcptest.safety.words import plain_words

_FEWEST: Final = 2
# Between these the order is the meaning: rgb_to_hex is not hex_to_rgb.
_DIRECTED: Final = frozenset({"2", "as", "by", "for", "from", "in", "into", "of", "to", "with"})


def _check(subject: LintSubject) -> Iterator[Hit]:
    words = tuple(sorted(plain_words(subject.tool.name)))
    alike = subject.neighbours.by_words.get(words, ())
    if _DIRECTED.intersection(words):
        return
    if len(words) < _FEWEST or len(alike) < _FEWEST or fold(alike[0]) == fold(subject.tool.name):
        return
    yield Hit(
        "/name",
        f'"{subject.tool.name}" has the same words as "{alike[0]}" in another order',
        actual=subject.tool.name,
    )


RULE = LintRule(
    id="NAME-004",
    severity=Severity.WARNING,
    title="Names with the same words",
    what=(
        "Checks for names that contain the same words in another order. Names with a direction "
        "word (to, from, by, …) are ignored, because there the order matters."
    ),
    why="Models confuse `notes_search` and `search_notes`.",
    fix="Use names that differ in at least one word, and keep the same word order in all of them.",
    check=_check,
    proof=LintProof(
        passing=(sample(), sample(name="list_notes", description="List every note by its title.")),
        failing=(sample(), sample(name="notes_search", description="Search titles of the notes.")),
    ),
)
