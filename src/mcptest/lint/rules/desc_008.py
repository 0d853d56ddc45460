"""Text that a person cannot see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.shapes import (
    input_pointer,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import Json

_HIDDEN: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)
_FLAG_TAGS: Final = re.compile("\U0001f3f4[\U000e0061-\U000e007a]+\U000e007f")
_TAGS: Final = re.compile("[\U000e0000-\U000e007f]")


def _check(subject: LintSubject) -> Iterator[Hit]:
    if isinstance(subject.tool.raw, dict):
        for member in ("name", "title", "description"):
            yield from _look(f"/{member}", subject.tool.raw.get(member))
    for visit, schema in schemas(subject.visits):
        for member in ("title", "description"):
            yield from _look(f"{input_pointer(visit)}/{member}", schema.get(member))


def _look(pointer: str, stated: Json) -> Iterator[Hit]:
    if isinstance(stated, str):
        found = _HIDDEN.search(stated) or _TAGS.search(_FLAG_TAGS.sub("", stated))
        if found:
            code = f"U+{ord(found[0]):04X}"
            yield Hit(pointer, f"the text contains the invisible character {code}", actual=code)


RULE = LintRule(
    id="DESC-008",
    severity=Severity.WARNING,
    title="Hidden characters",
    what=(
        "Checks for control characters, zero-width spaces, direction overrides and Unicode tags"
        " in names, titles and descriptions. Joiners that scripts and emoji need are fine."
    ),
    why=(
        "A model reads text that a reviewer cannot see, which is how instructions are smuggled "
        "into a description. The other characters confuse terminals and logs."
    ),
    fix="Remove the character.",
    check=_check,
    proof=LintProof(
        passing=(sample(),),
        failing=(sample(description="Search the user's notes.\u202e Newest first."),),
    ),
)
