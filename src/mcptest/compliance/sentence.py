"""Says what a rule found as a sentence about the server, with the messages that show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from mcptest.compliance.expectation import RuleExpectation
from mcptest.compliance.expected_text import (
    either,
    expected_form,
    expected_text,
    got_form,
    status_text,
    types_text,
)
from mcptest.compliance.subject import Subject, subject_of, wire
from mcptest.match.matcher import Check, Mismatch
from mcptest.match.path import Path
from mcptest.match.show import short
from mcptest.model.finding import Exchange
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, Missing
from mcptest.schema.pointer import follow_pointer
from mcptest.schema.validate import SchemaError, validator

_SHOWN = 3
_PLACE = re.compile(r"\{([a-z_]+(?:[.\[][^{}]*)?)\}")
_PLAIN = re.compile(r"[A-Za-z_][\w-]*\Z")


def told(
    expectation: RuleExpectation,
    prefix: str,
    roots: Mapping[str, MaybeJson],
    mismatch: Mismatch,
) -> tuple[str, Exchange | None]:
    """The sentence, and the exchange to print below it."""
    actual = expectation.clause.target.resolve(roots)
    subject = subject_of(expectation, prefix, roots)
    shown = (subject.exchange if subject else None) or _first_message(actual)
    if expectation.message is not None:
        said = _filled(expectation.message, roots)
        named = subject is not None and expectation.each is not None
        return f"{subject.words}: {said}" if subject and named else said, shown
    if subject is None:
        place = prefix or expectation.clause.target.text
        return _unnamed(actual) or f"{place}: {mismatch.reason}", shown
    return _sentence(subject, expectation.clause.check, actual), shown


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
        subject = Subject(f"the response to {subject.words}", subject.field)
    field = field_text(subject.field)
    if check.matcher == "schema" and not isinstance(actual, Missing):
        return _of_schema(subject.words, field, check.wants, actual)
    return _of_value(subject.words, field, check, actual)


def _of_reply(subject: Subject, reply: JsonObject, check: Check, actual: MaybeJson) -> str | None:
    """The sentences that only an exchange has: how it ended, its code, its status."""
    asked, field = subject.words, subject.field
    if field == ("form",):
        return f"expected {expected_form(check.matcher, check.wants)} from {asked}, got {got_form(reply)}"
    if field == ("error", "code") and check.matcher == "not":
        return f"unexpected {got_form(reply)} from {asked}"
    if field == ("error", "code"):
        wanted = expected_text(check.matcher, check.wants)
        return f"expected error {wanted} from {asked}, got {got_form(reply)}"
    if field[:1] == ("http",) and "http" not in reply:
        return f"expected an HTTP response to {asked}, got {got_form(reply)}"
    if field == ("http", "status"):
        wanted = expected_text(check.matcher, check.wants)
        return f"expected HTTP {wanted} from {asked}, got {status_text(reply)}"
    if field[:2] == ("http", "headers"):
        name, words = str(field[2]), f"the HTTP response to {asked}"
        if isinstance(actual, Missing):
            return f"{words} has no {name} header"
        return _of_value(words, f"the {name} header", check, actual)
    if isinstance(actual, Missing) and "result" not in reply and field[:1] != ("error",):
        return f"expected a normal result from {asked}, got {got_form(reply)}"
    return None


def _of_value(words: str, field: str, check: Check, actual: MaybeJson) -> str:
    if isinstance(actual, Missing):
        return f'{words} has no "{field}"' if field else f"{words} is missing"
    if check.matcher == "absent":
        return f'{words} has an unexpected "{field}": {short(actual)}'
    wanted = expected_text(check.matcher, check.wants)
    return f"{words}: {field or 'it'} is {short(actual)}, expected {wanted}"


def _of_schema(words: str, field: str, schema: Json, actual: Json) -> str:
    errors = validator(schema).errors(actual)
    said = [_error_text(field, error, schema, actual) for error in errors]
    kept = list(dict.fromkeys(said))
    more = f" (and {len(kept) - _SHOWN} more)" if len(kept) > _SHOWN else ""
    return f"{words}: {'; '.join(kept[:_SHOWN])}{more}"


def _error_text(field: str, error: SchemaError, schema: Json, actual: Json) -> str:
    """One error of a JSON Schema in words; ``of_schema`` errors speak for themselves."""
    value = follow_pointer(actual, error.pointer)
    name = field + _pointed(error.pointer, joined=bool(field)) or "it"
    keyword = error.schema_pointer.rpartition("/")[2]
    limit = follow_pointer(schema, error.schema_pointer)
    if keyword == "required":
        missing = error.message.partition('" is a required')[0].lstrip('"')
        return f'{name} has no "{missing}"' if name != "it" else f'"{missing}" is missing'
    wanted = _wanted(keyword, limit)
    if wanted is None:
        return f"{name}: {error.message}"
    return f"{name} is {short(value)}, expected {wanted}"


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
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "uniqueItems": "no duplicates",
}


def field_text(steps: Sequence[str | int]) -> str:
    """``result.tools[0]["a b"]`` without what is the same in every response."""
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN.match(step):
            text += f".{step}" if text else step
        else:
            text += f'["{step}"]' if text else step
    return text


def _pointed(pointer: str, *, joined: bool) -> str:
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    steps = [int(part) if part.isdigit() else part for part in parts]
    text = field_text(steps)
    return f".{text}" if joined and text and not text.startswith("[") else text


def _first_message(actual: MaybeJson) -> Exchange | None:
    """What a query found is evidence where it is a message of the server."""
    found = actual[0] if isinstance(actual, list) and actual else actual
    return wire(found)


def _unnamed(actual: MaybeJson) -> str | None:
    """Messages that must not have come, said by their method or code."""
    found = [one for one in _each(actual) if isinstance(one, dict)]
    if not found:
        return None
    methods = dict.fromkeys(str(one["method"]) for one in found if one.get("method"))
    codes = [error.get("code") for one in found if isinstance(error := one.get("error"), dict)]
    if codes:
        place = f" from {either(methods)}" if methods else ""
        return f"the server returned error {short(codes[0])}{place}"
    if methods:
        return f"the server sent {either(methods)}"
    return None


def _each(actual: MaybeJson) -> Iterator[MaybeJson]:
    yield from actual if isinstance(actual, list) else [actual]
