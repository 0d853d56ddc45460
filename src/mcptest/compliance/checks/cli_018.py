"""Holds the default of each field of a form against the field's own schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.observe.asking_view import form_fields
from mcptest.model.json import Json, JsonObject
from mcptest.schema.validate import validator


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for name, field in form_fields(roots.get("elicited")):
        if "default" in field:
            schema = {key: value for key, value in field.items() if key != "default"}
            for error in validator(schema).errors(field["default"]):
                problem = f'the default of form field "{name}" does not match: {error.message}'
                yield {"at": name, "problem": problem}


CHECK = RuleCheck("CLI-018", _run)
