"""Describe a rule's finding as a sentence about the server, with its messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.expected_text import (
    either,
    expected_form,
    expected_text,
    got_form,
    status_text,
    types_text,
)
from mcptest.compliance.judge.subject import Subject, subject_of, wire
from mcptest.match.judge import Broken
from mcptest.match.matcher import Check
from mcptest.match.path import Path
from mcptest.match.show import short
from mcptest.model.counted import counted
from mcptest.model.finding import Exchange
from mcptest.model.json import Json, JsonObject, MaybeJson, Missing
from mcptest.schema.dotted import dotted, field_text
from mcptest.schema.pointer import follow_pointer
from mcptest.schema.validate import SchemaError, validator

_SHOWN = 3
_HTTP: dict[tuple[str | int, ...], str] = {
    ("content_type",): "the Content-Type header",
    ("body",): "the body",
}
_PLACE = re.compile(r"\{([a-z_]+(?:[.\[][^{}]*)?)\}")


def told(broken: Broken) -> tuple[str, Exchange | None]:
    """The sentence, and the exchange to print below it."""
    expectation, prefix, roots = broken.expectation, broken.prefix, broken.roots
    actual = broken.actual
    subject = subject_of(expectation, prefix, roots)
    shown = (subject.exchange if subject else None) or _first_message(actual)
    if expectation.message is not None:
        said = _filled(expectation.message, {**roots, "actual": actual})
        named = subject is not None and expectation.each is not None
        return f"{subject.words}: {said}" if subject and named else said, shown
    if subject is None:
        return _unnamed(broken), shown
    return _sentence(subject, expectation.check, actual), shown


def _filled(message: str, roots: Mapping[str, MaybeJson]) -> str:
    """``{item.name}`` in a rule's own sentence is the value at that target."""

    def value(found: re.Match[str]) -> str:
        seen = Path.parse(found[1]).resolve(roots)
        return seen if isinstance(seen, str) else short(seen)

    return _PLACE.sub(value, message)


def _sentence(subject: Subject, check: Check, actual: MaybeJson) -> str:
    if subject.reply is not None:
        if special := _of_reply(subject, subject.reply, check, actual):
            return special
        words = f"the response to {subject.words}" if subject.words else "the response"
        subject = Subject(words, subject.field)
    field = field_text(subject.field)
    if check.matcher == "schema" and not isinstance(actual, Missing):
        return f"{subject.words}: {_of_schema(field, check.wants, actual)}"
    return _of_value(subject.words, field, check, actual)


def _of_reply(subject: Subject, reply: JsonObject, check: Check, actual: MaybeJson) -> str | None:
    """The sentences that only an exchange has: how it ended, its code, its status."""
    source = f" from {subject.words}" if subject.words else ""
    field = subject.field
    if field == ("form",):
        return (
            f"expected {expected_form(check.matcher, check.wants)}{source}, got {got_form(reply)}"
        )
    if field == ("error", "code"):
        if check.matcher == "not":
            return f"unexpected {got_form(reply)}{source}"
        wanted = expected_text(check.matcher, check.wants)
        return f"expected error {wanted}{source}, got {got_form(reply)}"
    if field[:1] == ("http",):
        return _of_http(subject, reply, check, actual)
    if isinstance(actual, Missing) and "result" not in reply and field[:1] != ("error",):
        return f"expected a normal result{source}, got {got_form(reply)}"
    return None


def _of_http(subject: Subject, reply: JsonObject, check: Check, actual: MaybeJson) -> str | None:
    source = f" from {subject.words}" if subject.words else ""
    field, wanted = subject.field, expected_text(check.matcher, check.wants)
    if "http" not in reply:
        return f"expected an HTTP response{source}, got {got_form(reply)}"
    if field == ("http", "status"):
        return f"expected HTTP {wanted}{source}, got {status_text(reply)}"
    words = f"the HTTP response to {subject.words}" if subject.words else "the HTTP response"
    if field[1:2] == ("headers",) and isinstance(actual, Missing):
        return f"{words} has no {field[2]} header"
    name = f"the {field[-1]} header" if field[1:2] == ("headers",) else _HTTP.get(field[1:])
    return None if name is None else _of_value(words, name, check, actual)


def _of_value(words: str, field: str, check: Check, actual: MaybeJson) -> str:
    if isinstance(actual, Missing):
        return f'{words} has no "{field}"' if field else f"{words} is missing"
    if check.matcher == "absent":
        return f'{words} has an unexpected "{field}": {short(actual)}'
    wanted = expected_text(check.matcher, check.wants)
    return f"{words}{f': {field}' if field else ''} is {short(actual)}, expected {wanted}"


def _of_schema(field: str, schema: Json, actual: Json) -> str:
    errors = validator(schema).errors(actual)
    kept = list(dict.fromkeys(_error_text(field, error, schema, actual) for error in errors))
    more = f" (and {len(kept) - _SHOWN} more)" if len(kept) > _SHOWN else ""
    return f"{'; '.join(kept[:_SHOWN])}{more}"


def _error_text(field: str, error: SchemaError, schema: Json, actual: Json) -> str:
    """One JSON Schema error as a sentence, or the message of the validator."""
    value = follow_pointer(actual, error.pointer)
    name = _joined(field, dotted(error.pointer))
    keyword = error.schema_pointer.rpartition("/")[2]
    if keyword == "required":
        missing = error.message.partition('" is a required')[0].lstrip('"')
        return f'{name} has no "{missing}"' if name else f'"{missing}" is missing'
    if keyword == "uniqueItems" and isinstance(value, list):
        twice = next(one for at, one in enumerate(value) if one in value[:at])
        return f"{name or 'the value'} {short(twice)} is used more than once"
    limit = follow_pointer(schema, error.schema_pointer)
    if limit is False:
        return f"{name} is not allowed here"
    wanted = _wanted(keyword, limit)
    if wanted is None:
        return f"{name}: {error.message}" if name else error.message
    return f"{name or 'the value'} {_sized(keyword, value)}, expected {wanted}"


def _joined(field: str, inner: str) -> str:
    between = "." if field and inner and not inner.startswith("[") else ""
    return f"{field}{between}{inner}"


def _sized(keyword: str, value: MaybeJson) -> str:
    if keyword in {"minItems", "maxItems"} and isinstance(value, list):
        return f"has {counted(len(value), 'item')}"
    if keyword in {"minLength", "maxLength"} and isinstance(value, str):
        return f"has {counted(len(value), 'character')}"
    return f"is {short(value)}"


def _wanted(keyword: str, limit: MaybeJson) -> str | None:
    if isinstance(limit, Missing):
        return None
    if keyword == "type":
        return types_text(limit)
    if keyword == "enum" and isinstance(limit, list):
        return either(short(choice) for choice in limit)
    words = _KEYWORDS.get(keyword)
    return None if words is None else words.format(short(limit))


_KEYWORDS = {
    "const": "{}",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minItems": "at least {}",
    "maxItems": "at most {}",
    "minLength": "at least {}",
    "maxLength": "at most {}",
}


def _first_message(actual: MaybeJson) -> Exchange | None:
    """What a query found is evidence where it is a message of the server."""
    found = actual[0] if isinstance(actual, list) and actual else actual
    return wire(found)


def _unnamed(broken: Broken) -> str:
    """What a query found is evidence where it is a message of the server."""
    check, target = broken.expectation.check, broken.expectation.target.text
    actual = broken.actual
    if check.matcher == "schema" and not isinstance(actual, Missing):
        return _of_schema(target.rpartition(".")[2], check.wants, actual)
    return _sent(actual) or f"{broken.prefix or target}: {broken.mismatch.reason}"


def _sent(actual: MaybeJson) -> str | None:
    found = [one for one in _each(actual) if isinstance(one, dict)]
    methods = dict.fromkeys(str(one["method"]) for one in found if one.get("method"))
    codes = [error.get("code") for one in found if isinstance(error := one.get("error"), dict)]
    if codes:
        place = f" from {either(methods)}" if methods else ""
        return f"the server returned error {short(codes[0])}{place}"
    return f"the server sent {either(methods)}" if methods else None


def _each(actual: MaybeJson) -> Iterator[MaybeJson]:
    yield from actual if isinstance(actual, list) else [actual]
