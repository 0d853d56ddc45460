"""Turn a JSON Schema into a hypothesis strategy.

hypothesis-jsonschema handles single values well, but relies on unstable parts of hypothesis for
objects. A generated value may violate the schema, so the caller checks each one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mcptest.model.json import Json, JsonObject
from mcptest.schema.references import References
from mcptest.schema.shape import options, type_names

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_DEEPEST: Final = 4
_MOST_WAYS: Final = 8
_MOST_ITEMS: Final = 8
_SINGLE_WORDS: Final = (
    "type", "enum", "const", "pattern", "format", "minLength", "maxLength", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
)  # fmt: skip


def strategy_for(schema: Json) -> SearchStrategy[Any]:
    """Values of the schema, as far as the words that it uses are known here."""
    return _Builder(References(schema)).build(References(schema).root, 0)


class _Builder:
    def __init__(self, references: References) -> None:
        self._references = references

    def build(self, part: Json, depth: int) -> SearchStrategy[Any]:
        from itertools import islice

        from hypothesis import strategies as st

        picked = islice(options(part, self._references, frozenset()), _MOST_WAYS)
        ways = [self._way(option.schema, depth) for option in picked]
        return st.one_of(ways) if ways else st.nothing()

    def _way(self, way: JsonObject, depth: int) -> SearchStrategy[Any]:
        from hypothesis import strategies as st

        if "enum" in way or "const" in way:
            return _single(way)
        names = type_names(way, at_root=depth == 0)[: None if "type" in way else 1]
        return st.one_of([self._of_type(name, way, depth) for name in names])

    def _of_type(self, name: str, way: JsonObject, depth: int) -> SearchStrategy[Any]:
        if name == "object":
            return self._object(way, depth)
        if name == "array":
            return self._array(way, depth)
        return _single({**way, "type": name})

    def _object(self, way: JsonObject, depth: int) -> SearchStrategy[Any]:
        from hypothesis import strategies as st

        given, needed = way.get("properties"), way.get("required")
        properties = given if isinstance(given, dict) else {}
        required = needed if isinstance(needed, list) else []
        must = {n: self.build(p, depth + 1) for n, p in properties.items() if n in required}
        may = {n: p for n, p in properties.items() if n not in required and depth < _DEEPEST}
        optional = {n: self.build(p, depth + 1) for n, p in may.items()}
        return st.fixed_dictionaries(must, optional=optional)

    def _array(self, way: JsonObject, depth: int) -> SearchStrategy[Any]:
        from hypothesis import strategies as st

        least, most = _count(way, "minItems", 0), _count(way, "maxItems", _MOST_ITEMS)
        if depth >= _DEEPEST:
            return st.just([])
        items = self.build(way.get("items", True), depth + 1)
        most = max(least, min(most, least + _MOST_ITEMS))
        return st.lists(items, min_size=least, max_size=most)


def _single(way: JsonObject) -> SearchStrategy[Any]:
    from hypothesis_jsonschema import from_schema

    return from_schema({word: way[word] for word in _SINGLE_WORDS if word in way})


def _count(way: JsonObject, word: str, otherwise: int) -> int:
    value = way.get(word)
    return value if isinstance(value, int) and value >= 0 else otherwise
