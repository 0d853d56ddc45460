"""Generate arguments for tools and prompts from what the server declares."""

from __future__ import annotations

from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Gate
from mcptest.schema.hints import hinted_text
from mcptest.schema.scalars import PLAIN_TEXT
from mcptest.schema.synth import Synthesis, synthesize
from mcptest.schema.validate import validator

# Many servers write draft-07 without saying so.
_OLDER = "draft-07"


def tool_arguments(
    tool: ToolDescriptor, *, all_arguments: bool = False, folder: str | None = None
) -> Synthesis:
    """An object that the tool's own schema accepts, or the problem in words.

    What names a file or a folder lies in ``folder``, where one is given.
    """
    if tool.input_schema is MISSING:
        return Synthesis(MISSING, "the tool has no inputSchema")
    schema: Json = tool.input_schema
    unreadable = bool(validator(schema).schema_errors)
    older = unreadable and not validator(schema, dialect=_OLDER).schema_errors
    dialect = _OLDER if older else None
    made = synthesize(schema, all_arguments=all_arguments, dialect=dialect, folder=folder)
    if made.problem is None and not isinstance(made.value, dict):
        return Synthesis(MISSING, "the inputSchema does not describe an object")
    return made


def valid_arguments(
    tool: ToolDescriptor, gate: Gate, *, all_arguments: bool = False, sandboxed: bool = True
) -> Synthesis:
    """The user's own arguments for a valid call, or generated ones.

    What is only planned needs no folder to point to, and is not ``sandboxed``.
    """
    if tool.name in gate.arguments:
        return Synthesis(gate.arguments[tool.name])
    folder = gate.folder_for(tool) if sandboxed else None
    return tool_arguments(tool, all_arguments=all_arguments, folder=folder)


def prompt_arguments(prompt: Json, *, all_arguments: bool = False) -> JsonObject:
    """A text for every argument that is required, or for all."""
    listed = prompt.get("arguments") if isinstance(prompt, dict) else None
    made: JsonObject = {}
    for argument in listed if isinstance(listed, list) else []:
        name = argument.get("name") if isinstance(argument, dict) else None
        if not isinstance(argument, dict) or not isinstance(name, str):
            continue
        if all_arguments or argument.get("required") is True:
            made[name] = hinted_text(name) or PLAIN_TEXT
    return made
