"""Choices at the top of an input schema."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, taking, text, under
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for word in ("anyOf", "oneOf", "allOf"):
        if word in subject.root:
            yield Hit(
                f"/inputSchema/{word}",
                f"the input schema has {word} at the top level, which the Anthropic API rejects",
                actual=word,
            )


RULE = LintRule(
    id="HOST-001",
    severity=Severity.WARNING,
    title="Combinator at the top level",
    what="Checks for `anyOf`, `oneOf` and `allOf` at the root of `inputSchema`.",
    why=(
        "The Anthropic API returns 400 (`input_schema does not support oneOf, allOf, or anyOf "
        "at the top level`). Every request with the tool list fails, not only calls to this "
        "tool. OpenAI and Gemini reject it too."
    ),
    fix=(
        "Declare one object with all properties, and say in the descriptions, or check in the "
        "server, which of them belong together. Combinators below a property are accepted."
    ),
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(
            under(
                arguments(
                    {"query": text(), "title": text("Title to look for.")},
                    required=[],
                    anyOf=[{"required": ["query"]}, {"required": ["title"]}],
                )
            ),
        ),
    ),
)
