"""The shapes of one revision: which message has which, and whether a value matches."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion
from mcptest.schema.validate import DIALECTS, Validator, validator
from mcptest.shapes.notation import reference, to_schema
from mcptest.shapes.plain_fit import surely_fits
from mcptest.shapes.revision import read_revision

Side: TypeAlias = Literal["client", "server"]


@cache
def shapes_of(version: SpecVersion) -> Shapes:
    """The shapes of a revision, read when first asked for."""
    return Shapes(version)


class Shapes:
    """Definitions by name; a request or notification is called ``client:tools/call``.

    Its result is called ``client:tools/call:result``: the side is always that of who asked.
    """

    def __init__(self, version: SpecVersion) -> None:
        self.version = version
        plain = read_revision(version)
        self.definitions: JsonObject = {
            name: to_schema(shape) for name, shape in _entries(plain["define"])
        }
        for side, calls in _entries(plain["requests"]):
            for method, call in _entries(calls):
                self._add(f"{side}:{method}", method, call, "JSONRPCRequest")
                self.definitions[f"{side}:{method}:result"] = to_schema(call["result"])  # type: ignore[index,call-overload]
        for side, said in _entries(plain["notifications"]):
            for method, what in _entries(said):
                self._add(f"{side}:{method}", method, what, "JSONRPCNotification")
        self._errors = {int(code): str(name) for code, name in _entries(plain["errors"])}
        self._schemas: dict[str, JsonObject] = {}
        self._validators: dict[str, Validator] = {}

    def _add(self, name: str, method: str, call: Json, envelope: str) -> None:
        assert isinstance(call, dict)
        params = {key: part for key, part in call.items() if key != "result"}
        shape: JsonObject = {"$with": envelope, "method": f"={method}", **params}
        self.definitions[name] = to_schema(shape)

    def message(self, side: Side, method: str) -> str | None:
        """The shape of a request or notification that ``side`` sends, where it has one."""
        return self._known(f"{side}:{method}")

    def result(self, side: Side, method: str) -> str | None:
        """The shape of the answer to a request of ``side``."""
        return self._known(f"{side}:{method}:result")

    def error(self, code: Json) -> str:
        """The shape of an error response, which a few codes have of their own."""
        own = self._errors.get(code) if isinstance(code, int) else None
        return own or "JSONRPCErrorResponse"

    def _known(self, name: str) -> str | None:
        return name if name in self.definitions else None

    @property
    def document(self) -> JsonObject:
        """The whole revision as one JSON Schema."""
        return {"$schema": DIALECTS["2020-12"], "$defs": dict(self.definitions)}

    def schema(self, name: str) -> JsonObject:
        """One definition and all that it leads to, as a JSON Schema of its own."""
        if name not in self._schemas:
            self._schemas[name] = self.alone(reference(name))
        return self._schemas[name]

    def alone(self, part: JsonObject) -> JsonObject:
        """Any part of a definition as a JSON Schema of its own."""
        return {"$schema": DIALECTS["2020-12"], **part, "$defs": self._reachable(part)}

    def surely_fits(self, name: str, value: Json) -> bool:
        """True only for a value that its validator takes as well; False where that is open."""
        return surely_fits(reference(name), value, self.definitions)

    def validator(self, name: str) -> Validator:
        """Compiled when first used."""
        if name not in self._validators:
            self._validators[name] = validator(self.schema(name))
        return self._validators[name]

    def _reachable(self, part: Json) -> JsonObject:
        found: JsonObject = {}
        waiting = [part]
        while waiting:
            here = waiting.pop()
            if isinstance(here, list):
                waiting.extend(here)
            elif isinstance(here, dict):
                waiting.extend(here.values())
                name = referred(here)
                if name is not None and name not in found:
                    found[name] = self.definitions[name]
                    waiting.append(found[name])
        return found


def referred(part: JsonObject) -> str | None:
    """The name of the definition that a schema is nothing but a reference to."""
    text = part.get("$ref")
    if not isinstance(text, str):
        return None
    return text.removeprefix("#/$defs/").replace("~1", "/").replace("~0", "~")


def _entries(plain: Json) -> list[tuple[str, Json]]:
    assert isinstance(plain, dict)
    return list(plain.items())
