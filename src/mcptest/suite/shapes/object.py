"""The shape of an object with named keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from mcptest.errors import Problem, unknown_key
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.suite.scope import INVALID, Invalid, Scope, complain
from mcptest.suite.shapes.interface import Shape
from mcptest.suite.yaml.node import Node

T = TypeVar("T")
CrossCheck = Callable[[Mapping[str, Any], Node, list[Problem]], None]


@record
class Key:
    """One key of an object; ``default`` is for the reader of the documentation."""

    shape: Shape[Any]
    required: bool = False
    doc: str = ""
    preview: bool = False
    default: MaybeJson = MISSING

    def json_schema(self) -> JsonObject:
        schema = dict(self.shape.json_schema())
        if self.doc:
            schema["description"] = self.doc
        if self.default is not MISSING:
            schema["default"] = self.default
        if self.preview:
            schema["x-preview"] = True
        return schema


@record
class FieldRow:
    """One line of a table in the documentation."""

    key: str
    type: str
    required: bool
    default: MaybeJson
    doc: str
    preview: bool


class _Table:
    """Keys by name, with what is asked of them for every object that is read."""

    def __init__(self, keys: Mapping[str, Key]) -> None:
        self.keys = keys
        self.required = frozenset(name for name, key in keys.items() if key.required)
        self.has_dashes = any("-" in name for name in keys)


class Object(Shape[T], Generic[T]):
    """Keys by name, made into a value by ``build(**members)``.

    A ``-`` in a key becomes ``_``; absent keys are left out of the call. With ``place``,
    ``where`` is passed too. ``check`` looks across keys after each was read on its own. Keys that
    come from a table are given as a function.
    """

    def __init__(
        self,
        name: str,
        keys: Mapping[str, Key] | Callable[[], Mapping[str, Key]],
        build: Callable[..., T] | None = None,
        *,
        place: bool = False,
        check: CrossCheck | None = None,
        doc: str = "",
    ) -> None:
        self.name = name
        self._make_keys = keys if callable(keys) else None
        self._fixed = None if callable(keys) else _Table(keys)
        self.doc = doc
        self.label = f"an object ({name})"
        self._build: Callable[..., Any] = build or dict
        self._place = place
        self._check = check

    @property
    def keys(self) -> Mapping[str, Key]:
        return self._table.keys

    @property
    def _table(self) -> _Table:
        if self._fixed is not None:
            return self._fixed
        assert self._make_keys is not None
        return _Table(self._make_keys())

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> T | Invalid:
        if not isinstance(node.value, dict):
            return self.refuse(node, problems)
        before = len(problems)
        table = self._table
        if not table.required <= node.value.keys() <= table.keys.keys():
            self._find_strays(node, problems)
        members = _read_members(table.keys, node.value, problems, scope)
        if self._check and len(problems) == before:
            self._check(members, node, problems)
        if len(problems) > before:
            return INVALID
        if table.has_dashes:
            members = {key.replace("-", "_"): value for key, value in members.items()}
        if self._place:
            members["where"] = node.where
        built: T = self._build(**members)
        return built

    def _find_strays(self, node: Node, problems: list[Problem]) -> None:
        keys = self.keys
        for key, value in node.items():
            if key not in keys:
                used = [known for known in keys if node.get(known) is not None]
                message, hint = unknown_key(key, f"this {self.name}", keys, used=used)
                problems.append(Problem("suite-unknown-key", message, value.key_where, hint))
        for name, known in keys.items():
            if known.required and node.get(name) is None:
                message = f'missing required key "{name}" in this {self.name}'
                complain(
                    problems, "suite-missing-key", message, node, hint=_what_to_add(name, known.doc)
                )

    def fits(self, node: Node) -> bool:
        return isinstance(node.value, dict)

    def json_schema(self) -> JsonObject:
        properties: JsonObject = {key: known.json_schema() for key, known in self.keys.items()}
        required: list[Json] = [key for key, known in self.keys.items() if known.required]
        schema: JsonObject = {"type": "object", "title": self.name}
        if self.doc:
            schema["description"] = self.doc
        schema["properties"] = properties
        if required:
            schema["required"] = required
        schema["additionalProperties"] = False
        return schema

    def rows(self) -> list[FieldRow]:
        """The table for the reference page."""
        return [
            FieldRow(
                key, known.shape.label, known.required, known.default, known.doc, known.preview
            )
            for key, known in self.keys.items()
        ]


def _read_members(
    keys: Mapping[str, Key], nodes: Mapping[str, Node], problems: list[Problem], scope: Scope
) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, node in nodes.items():
        known = keys.get(key)
        if known is None:
            continue
        if known.preview:
            scope.note(f'"{key}" is in preview and may change')
        read = known.shape.read(node, problems, scope)
        if read is not INVALID:
            members[key] = read
    return members


def _what_to_add(key: str, doc: str) -> str:
    told = doc.rstrip(".")
    return f'add "{key}": {told[0].lower()}{told[1:]}' if told else f'add "{key}"'
