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
        left = _without(capabilities, self.withheld)
        for name in ("extensions", "tasks"):
            part = left.get(name)
            if isinstance(part, dict):
                left[name] = _without(part, self.withheld) | self._requests(part)
        return left

    def _requests(self, tasks: JsonObject) -> JsonObject:
        """A request that is not declared cannot be run as a task."""
        requests = tasks.get("requests")
        return {"requests": _without(requests, self.withheld)} if isinstance(requests, dict) else {}


def _without(members: JsonObject, names: tuple[str, ...]) -> JsonObject:
    return {name: one for name, one in members.items() if name not in names}


def names_of(capabilities: JsonObject) -> list[Json]:
    """The capabilities and extensions that can be withheld."""
    extensions = capabilities.get("extensions")
    named = list[Json](name for name in capabilities if name != "extensions")
    return [*named, *(extensions if isinstance(extensions, dict) else ())]
