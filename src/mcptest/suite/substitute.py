"""Replace ``${name}`` in text, and keep names that a step captures for later."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Final

from mcptest.model.json import Json

REFERENCE: Final = re.compile(r"\$(?P<escape>\$)\{|\$\{(?P<name>[^{}\n]{1,200})\}")
_WHOLE: Final = re.compile(r"\$\{(?P<name>[^{}\n]{1,200})\}")


class UnsetVariableError(LookupError):
    """A name that nothing was captured under."""

    def __init__(self, name: str) -> None:
        super().__init__(f"${{{name}}} has no value")
        self.name = name


def whole_reference(text: str) -> str | None:
    """The name, where the text is one reference and nothing else."""
    found = _WHOLE.fullmatch(text)
    return found["name"] if found else None


def as_text(value: Json) -> str:
    """A value inside a longer text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def substitute(value: Json, values: Mapping[str, Json]) -> Json:
    """Fill captured values into JSON that the loader left open; ``$${`` becomes ``${``.

    A text that is one reference takes the captured value as it is, with its type.

    Raises: UnsetVariableError.
    """
    if isinstance(value, str):
        return _in_text(value, values)
    if isinstance(value, list):
        return [substitute(item, values) for item in value]
    if isinstance(value, dict):
        return {key: substitute(item, values) for key, item in value.items()}
    return value


def replace_references(text: str, value_of: Callable[[str], str], *, escape: str = "${") -> str:
    """Every reference by its text; ``escape`` is what ``$${`` becomes."""
    return REFERENCE.sub(lambda found: escape if found["escape"] else value_of(found["name"]), text)


def _in_text(text: str, values: Mapping[str, Json]) -> Json:
    if "${" not in text:
        return text
    name = whole_reference(text)
    if name is not None:
        return _value(name, values)
    return replace_references(text, lambda name: as_text(_value(name, values)))


def _value(name: str, values: Mapping[str, Json]) -> Json:
    if name not in values:
        raise UnsetVariableError(name)
    return values[name]
