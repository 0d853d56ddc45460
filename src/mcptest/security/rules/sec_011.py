"""Two tools of one server whose names are nearly the same but do different things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from mcptest.lint.sample import sample
from mcptest.lint.words import fold
from mcptest.model.finding import Signal
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify
from mcptest.security.characters.script import skeleton
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject, ToolSubject

_LONG: Final = 8


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    groups: defaultdict[str, list[ToolSubject]] = defaultdict(list)
    for subject in catalog.tools:
        name = subject.tool.name
        for key in {fold(skeleton(name)), *_near_keys(name)}:
            groups[key].append(subject)
    told: set[tuple[str, str]] = set()
    for group in groups.values():
        for subject in group[1:]:
            pair = group[0].tool, subject.tool
            if pair[0].name != pair[1].name and _differ(*pair):
                names = (pair[0].name, pair[1].name)
                if names not in told:
                    told.add(names)
                    yield _hit(group[0], subject)


def _near_keys(name: str) -> set[str]:
    """The name without each of its letters: two of equal length share one if one letter differs."""
    folded = fold(name)
    if len(folded) <= _LONG or folded[-1].isdigit():
        return set()
    return {f"{i}:{folded[:i]}?{folded[i + 1 :]}" for i in range(len(folded) - 1)}


def _differ(one: ToolDescriptor, other: ToolDescriptor) -> bool:
    return classify(one).tool_class.rank // 2 != classify(other).tool_class.rank // 2


def _hit(first: ToolSubject, second: ToolSubject) -> SecurityHit:
    one, other = first.tool, second.tool
    effects = f"{classify(one).tool_class.value} and {classify(other).tool_class.value}"
    return SecurityHit(
        message=f'"{other.name}" is easily taken for "{one.name}", and they differ in effect: {effects}',
        pointer="/name",
        tool=second.index,
        kind=one.name,
        signals=(
            Signal("nearly the same name", 2.0, one.name),
            Signal("other effect", 2.0, effects),
        ),
        remedy="Rename one of them so that at least one word differs.",
        text=other.name,
    )


RULE = StaticRule(
    id="SEC-011",
    family="names",
    title="Two tools with nearly the same name differ in effect",
    score=4.5,
    cwe=706,
    what="Looks for names that differ only in case, punctuation, lookalike letters or one letter, where one tool reads and the other changes something.",
    why="A user who approves one of them may believe that it is the other.",
    fix="Use names that differ in at least one word.",
    not_this="Plurals, versions, and pairs that do the same kind of thing.",
    check=_check,
    proof=CatalogProof(
        passing=(
            sample(),
            sample(
                name="delete_notes",
                description="Delete the notes that match.",
                annotations={"destructiveHint": True},
            ),
        ),
        failing=(
            sample(name="show_all_notes"),
            sample(
                name="shom_all_notes",
                description="Delete every note.",
                annotations={"destructiveHint": True},
            ),
        ),
    ),
)
