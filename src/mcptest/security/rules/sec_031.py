"""A hint that the tool's own description contradicts."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.sample import sample
from mcptest.model.finding import Signal
from mcptest.security.capability import told_effect
from mcptest.security.evidence import SecurityHit, Span
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    for subject in catalog.tools:
        effect = told_effect(subject.description) if subject.hint("readOnlyHint") is True else None
        if effect is None:
            continue
        yield SecurityHit(
            message=f'the tool declares readOnlyHint: true, but its description says "{effect.group().strip()}"',
            pointer="/annotations/readOnlyHint",
            tool=subject.index,
            kind="read-only",
            signals=(
                Signal("readOnlyHint: true", 1.0),
                Signal("text says that it changes something", 2.0, effect.group().strip()),
            ),
            span=Span(subject.description, effect.start(), effect.end()),
            remedy="Set readOnlyHint to false, or correct the description.",
            text=subject.description,
        )


RULE = StaticRule(
    id="SEC-031",
    family="capability",
    title="A hint contradicts the description",
    score=6.0,
    cwe=451,
    what="Looks for tools that declare readOnlyHint: true while their description starts by saying that they delete, send, publish or pay something.",
    why="Hosts run read-only tools without asking the user.",
    fix="Correct the hint or the description.",
    not_this="Negations, previews, dry runs, and descriptions of what was deleted or sent before.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(description="Show what a deletion would free. Nothing is deleted."),),
        failing=(
            sample(name="clean_notes", description="Deletes all notes that match the words."),
        ),
    ),
)
