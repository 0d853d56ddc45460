"""``schema``: the value is valid against a JSON Schema."""

from __future__ import annotations

from mcptest.match.argument import schema_argument
from mcptest.match.containment import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.model.json import MISSING, Json, MaybeJson

_SHOWN = 5


def _bind(wants: Json) -> Check:
    from mcptest.schema.validate import check_schema, validator

    schema = schema_argument(wants)
    wrong = check_schema(schema)
    if wrong:
        raise ValueError(_unusable(wrong[0].pointer, wrong[0].message))
    compiled = validator(schema)

    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        if value is MISSING:
            return absent()
        errors = compiled.errors(value)
        if not errors:
            return None
        shown = [f"{error.pointer or '/'}: {error.message}" for error in errors[:_SHOWN]]
        more = f" (and {len(errors) - _SHOWN} more)" if len(errors) > _SHOWN else ""
        return Mismatch(f"does not match the schema: {'; '.join(shown)}{more}")

    return Check("schema", wants, compare)


def _unusable(pointer: str, message: str) -> str:
    if "Retrieval is disabled" in message:
        address = message.rpartition("cannot fetch ")[2]
        return f"remote references are not loaded: {address}"
    return f"not a usable JSON Schema: {pointer or '/'}: {message}"


MATCHER = Matcher(
    name="schema",
    summary=(
        "The value is valid against the JSON Schema (draft-07 or 2020-12, formats checked, "
        "no remote references)."
    ),
    argument={"type": ["object", "boolean"]},
    example={"schema": {"type": "array", "minItems": 1}},
    bind=_bind,
)
