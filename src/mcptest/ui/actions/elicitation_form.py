"""The form of a schema that a server asks to be filled in."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject, Missing
from mcptest.schema.synth import synthesize
from mcptest.ui.action import OBJECT, Action
from mcptest.ui.form import form_of
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    del hub
    made = synthesize(request["schema"])
    example = None if isinstance(made.value, Missing) else made.value
    return {"form": form_of(request["schema"]), "example": example, "problem": made.problem}


ACTION = Action("Form of a schema.", _act, {"schema": OBJECT})
