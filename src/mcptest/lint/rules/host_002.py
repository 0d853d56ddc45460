"""An input schema whose type is not object."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text, under
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING


def _check(subject: LintSubject) -> Iterator[Hit]:
    schema = subject.tool.input_schema
    if isinstance(schema, dict) and schema.get("type", MISSING) != "object":
        stated = schema.get("type", MISSING)
        found = "has no type" if stated is MISSING else f"has type {json.dumps(stated)}"
        yield Hit(
            "/inputSchema",
            f'the input schema {found}, and must have "object"',
            expected="object",
            actual=stated,
        )


RULE = LintRule(
    id="HOST-002",
    severity=Severity.ERROR,
    title="Input schema is not of type object",
    what='Looks for input schemas whose root does not say `"type": "object"`, in just that form.',
    why="The protocol requires it in every revision. The MCP SDKs refuse the whole `tools/list` "
    "answer, and OpenAI and Anthropic refuse every request that carries the tool.",
    fix='Add `"type": "object"` at the root.',
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(
            under(
                {
                    "properties": {"query": text()},
                    "required": ["query"],
                    "additionalProperties": False,
                }
            ),
        ),
    ),
)
