"""What a person chose for the sessions with one server: metadata, and withheld capabilities."""

from __future__ import annotations

from dataclasses import field

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record


@record
class SessionSettings:
    """``meta`` goes with every request; ``withheld`` is not declared when a session opens."""

    meta: JsonObject = field(default_factory=dict)
    withheld: tuple[str, ...] = ()

    @property
    def document(self) -> JsonObject:
        return {"meta": self.meta, "withheld": list[Json](self.withheld)}

    def declared(self, capabilities: JsonObject) -> JsonObject:
        """What is left of the capabilities, and of the extensions among them."""
        left = {name: one for name, one in capabilities.items() if name not in self.withheld}
        extensions = left.get("extensions")
        if isinstance(extensions, dict):
            kept = {name: one for name, one in extensions.items() if name not in self.withheld}
            left["extensions"] = kept
        return left


def names_of(capabilities: JsonObject) -> list[Json]:
    """The capabilities and extensions that can be withheld."""
    extensions = capabilities.get("extensions")
    named = list[Json](name for name in capabilities if name != "extensions")
    return [*named, *(extensions if isinstance(extensions, dict) else ())]
