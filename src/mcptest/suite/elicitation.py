"""Answer ``elicitation/create``: as written, from the schema, or one answer per request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mcptest.model.json import MISSING, Json, JsonObject, Missing

FROM_SCHEMA: Final = "from-schema"


def elicitation_answer(written: Json) -> Json | Callable[[], Callable[[JsonObject], Json]]:
    """The fixed result, or what makes one function for each session that gives the results."""
    if isinstance(written, list):
        return lambda: _in_rounds(written)
    if isinstance(written, dict) and written.get("content") == FROM_SCHEMA:
        return lambda: lambda request: _one(written, request)
    return _one(written, {})


def _in_rounds(written: list[Json]) -> Callable[[JsonObject], Json]:
    """One after the other; the last one for all that follow."""
    left = list(written)

    def answer(request: JsonObject) -> Json:
        return _one(left.pop(0) if len(left) > 1 else left[0], request)

    return answer


def _one(written: Json, request: JsonObject) -> Json:
    if not isinstance(written, dict):
        return {"action": written}
    whole: JsonObject = {"action": "accept", **written}
    if whole.get("content") == FROM_SCHEMA:
        whole["content"] = _made(request)
    return whole


def _made(request: JsonObject) -> Json:
    from mcptest.schema.synth import synthesize

    params = request.get("params")
    schema = params.get("requestedSchema") if isinstance(params, dict) else None
    made = synthesize(schema).value if isinstance(schema, dict) else MISSING
    return {} if isinstance(made, Missing) else made
