"""An input schema in another dialect than 2020-12."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, taking, text, under
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.root.get("$schema")
    if isinstance(stated, str) and "2020-12" not in stated:
        yield Hit(
            "/inputSchema/$schema",
            f'the input schema declares "{stated}"; some clients only support 2020-12',
            expected="https://json-schema.org/draft/2020-12/schema",
            actual=stated,
        )


RULE = LintRule(
    id="HOST-006",
    severity=Severity.NOTE,
    title="Input schema in an old dialect",
    what="Checks for a `$schema` in `inputSchema` with a dialect other than 2020-12.",
    why=(
        "Since 2025-11-25 the default dialect is 2020-12. Most clients still accept draft-07, "
        "but some (opencode, strict builds of the Claude desktop app) have rejected it."
    ),
    fix="Omit `$schema`, or generate schemas for 2020-12. zod 3 writes draft-07 by default.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(
            under(
                arguments(
                    {"query": text()}, **{"$schema": "http://json-schema.org/draft-07/schema#"}
                )
            ),
        ),
    ),
)
