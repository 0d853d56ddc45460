"""Which objects can be closed: ``additionalProperties`` sees only its own properties.

An object that other schemas speak about too (``allOf``, a ``$ref`` beside its properties, a branch
of a choice) refuses their members once it is closed, unless it declares them itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mcptest.lint.reference import references
from mcptest.lint.shapes import properties_of
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_reference
from mcptest.schema.walk import Role, Visit, children

_UNKNOWN = "\0"  # stands for members that no list of names can cover
_ELSEWHERE = frozenset({Role.BRANCH, Role.PART})
_IN_PLACE = frozenset(
    {"allOf", "anyOf", "dependencies", "dependentSchemas", "else", "if", "oneOf", "then"}
)


class Company:
    """Answers which names are declared for the same value outside a schema's own properties."""

    def __init__(self, root: JsonObject, visits: Sequence[Visit]) -> None:
        self._root = root
        self._callers: dict[str, list[Visit]] = {}
        for reference in references(visits):
            if reference.target is not None:
                self._callers.setdefault(reference.target, []).append(reference.visit)

    def allows_closing(self, visit: Visit) -> bool:
        own = properties_of(visit.schema).keys()
        outside = {
            *_inner(visit, self._root, frozenset()),
            *self._around(visit),
            *(name for call in self._callers.get(visit.pointer, ()) for name in self._beside(call)),
        }
        return outside <= own

    def _around(self, visit: Visit) -> Iterator[str]:
        """Names that the holders of a branch declare for the same value."""
        holder = visit.holder
        if holder is None or visit.role not in _ELSEWHERE:
            return
        yield from _named(holder.schema)
        yield from _inner(holder, self._root, frozenset(), but=visit)
        yield from self._around(holder)

    def _beside(self, call: Visit) -> Iterator[str]:
        """Names that stand beside a reference."""
        yield from _named(call.schema)
        yield from _inner(call, self._root, frozenset(), follow=False)
        yield from self._around(call)


def _inner(
    visit: Visit,
    root: JsonObject,
    followed: frozenset[str],
    *,
    but: Visit | None = None,
    follow: bool = True,
) -> Iterator[str]:
    """Names that a schema's parts and its reference declare for the same value.

    Branches of one choice do not hold at once, so those beside ``but`` are left out.
    """
    for child in children(visit, through=_IN_PLACE):
        rival = but is not None and but.role is Role.BRANCH and child.keyword == but.keyword
        if not rival and (but is None or child.pointer != but.pointer):
            yield from _named(child.schema)
            yield from _inner(child, root, followed)
    text = visit.schema.get("$ref") if follow and isinstance(visit.schema, dict) else None
    if isinstance(text, str) and text not in followed:
        target = follow_reference(root, text)
        if isinstance(target, dict):
            yield from _named(target)
            yield from _inner(Visit("", target, Role.PART), root, followed | {text})


def _named(schema: Json) -> Iterable[str]:
    """The declared names; a pattern stands for names that nobody can list."""
    patterns = isinstance(schema, dict) and bool(schema.get("patternProperties"))
    return [*properties_of(schema), *([_UNKNOWN] if patterns else [])]
