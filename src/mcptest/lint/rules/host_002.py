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
            f'the input schema {found}, expected "object"',
            expected="object",
            actual=stated,
        )


RULE = LintRule(
    id="HOST-002",
    severity=Severity.ERROR,
    title="Input schema is not of type object",
    what='Checks that the root of the input schema is exactly `"type": "object"`.',
    why=(
        "Every revision of the protocol requires it. The MCP SDKs reject the whole `tools/list`"
        " response, and OpenAI and Anthropic reject every request with the tool."
    ),
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
