"""A pattern of a schema that takes exponential time."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.sample import sample, taking, text
from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.slow_pattern import is_slow
from mcptest.security.subject import CatalogSubject


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    for subject in catalog.tools:
        for one in subject.texts:
            if one.pointer.endswith("/pattern") and is_slow(one.text):
                yield SecurityHit(
                    message=f"the pattern takes exponential time on some inputs: {one.text[:80]}",
                    pointer=one.pointer,
                    tool=subject.index,
                    kind="pattern",
                    signals=(
                        Signal("repetition inside a repetition", 2.0, one.text[:80]),
                        Signal("did not finish within the limit", 2.0),
                    ),
                    remedy="Rewrite the pattern so that no repeated part contains another repetition of the same text.",
                    text=one.text,
                )


RULE = StaticRule(
    id="SEC-081",
    family="load",
    title="A pattern takes exponential time",
    score=5.0,
    cwe=1333,
    what="Looks for a repetition inside a repetition in patterns of schemas, and runs each such pattern in a separate process with a limit.",
    why="A short text can hang any program that validates arguments against the schema.",
    fix="Use a pattern that needs linear time.",
    not_this="Patterns that finish in time.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(),),
        failing=(taking(query=text(pattern="^(a+)+$")),),
    ),
)
