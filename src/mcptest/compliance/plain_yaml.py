"""YAML 1.2 to plain values, fast: the corpus is hundreds of small files that we wrote.

Places cost time, so this reader keeps none; a file it does not like is read again by the suite's
reader, which names them.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any, cast

from mcptest.model.json import Json

_WORDS: dict[str, Json] = {
    "": None,
    "~": None,
    "null": None,
    "true": True,
    "false": False,
}
_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")


class PlainYamlError(ValueError):
    """The text is not the plain YAML that a rule file is made of."""


def parse_plain(text: str) -> Json:
    """One document without anchors or tags.

    Raises: PlainYamlError.
    """
    import yaml
    from yaml import events

    parser = cast("Any", yaml.CLoader if yaml.__with_libyaml__ else yaml.Loader)(text)
    try:
        return _Builder(parser, events).document()
    except (yaml.YAMLError, RecursionError, ValueError) as problem:
        raise PlainYamlError(str(problem)) from problem
    finally:
        parser.dispose()


class _Builder:
    """Walks the parser's events once."""

    def __init__(self, parser: Any, events: Any) -> None:
        self._next = parser.get_event
        self._events = events

    def document(self) -> Json:
        self._next()
        if isinstance(self._next(), self._events.StreamEndEvent):
            return None
        value = self._value(self._next())
        self._next()
        if not isinstance(self._next(), self._events.StreamEndEvent):
            raise PlainYamlError("more than one document")
        return value

    def _value(self, event: Any) -> Json:
        if isinstance(event, self._events.ScalarEvent):
            return _scalar(event)
        if isinstance(event, self._events.MappingStartEvent):
            return self._mapping(event)
        if isinstance(event, self._events.SequenceStartEvent):
            return self._sequence(event)
        raise PlainYamlError("aliases are not used here")

    def _mapping(self, start: Any) -> Json:
        _refuse_extras(start)
        members: dict[str, Json] = {}
        while not isinstance(event := self._next(), self._events.MappingEndEvent):
            key = event.value if isinstance(event, self._events.ScalarEvent) else None
            if key is None or cast("Hashable", key) in members:
                raise PlainYamlError(f"line {event.start_mark.line + 1}: bad or repeated key")
            members[key] = self._value(self._next())
        return members

    def _sequence(self, start: Any) -> Json:
        _refuse_extras(start)
        items: list[Json] = []
        while not isinstance(event := self._next(), self._events.SequenceEndEvent):
            items.append(self._value(event))
        return items


def _refuse_extras(event: Any) -> None:
    if event.anchor is not None or event.tag is not None:
        raise PlainYamlError("anchors and tags are not used here")


def _scalar(event: Any) -> Json:
    if event.anchor is not None or event.tag is not None:
        _refuse_extras(event)
    text: str = event.value
    if event.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "-+.0123456789":
        return text
    if _INT.match(text):
        return int(text)
    return float(text) if _FLOAT.match(text) else text
