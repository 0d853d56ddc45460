"""An action that the page may request, with the shape of its request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.registry import collect
from mcptest.schema.validate import validator
from mcptest.ui.hub import Hub

TEXT: Final[JsonObject] = {"type": "string", "maxLength": 4_000}
NAME: Final[JsonObject] = {"type": "string", "maxLength": 100_000}
NUMBER: Final[JsonObject] = {"type": "integer", "minimum": 0}
FLAG: Final[JsonObject] = {"type": "boolean"}
OBJECT: Final[JsonObject] = {"type": "object"}
LONG: Final[JsonObject] = {"type": "string", "maxLength": 4_000_000}


@record
class Action:
    """``takes`` are the members of a request, ``optional`` those that may be missing."""

    about: str
    act: Callable[[Hub, JsonObject], Awaitable[Json]]
    takes: JsonObject
    optional: tuple[str, ...] = ()

    def check(self, request: Json) -> JsonObject:
        """Raises: UsageError where the request does not have the shape."""
        required: list[Json] = [name for name in self.takes if name not in self.optional]
        schema: JsonObject = {
            "type": "object",
            "properties": self.takes,
            "required": required,
            "additionalProperties": False,
        }
        errors = validator(schema).errors(request)
        if errors:
            words = f"{errors[0].pointer or 'the request'}: {errors[0].message}"
            raise UsageError("ui-bad-request", words)
        assert isinstance(request, dict)
        return request


def all_actions() -> dict[str, Action]:
    """By name, which is the name of the file."""
    return collect("mcptest.ui.actions", "ACTION", Action)
