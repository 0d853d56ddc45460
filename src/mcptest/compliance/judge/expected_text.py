"""Say what a check expected and what it got, as parts of a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from mcptest.match.show import short
from mcptest.model.json import Json, MaybeJson

_TYPES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "a boolean",
    "object": "an object",
    "array": "an array",
}
_EXPECTED_FORMS = {
    "result": "a normal result",
    "tool-error": "a tool error",
    "error": "an error",
    "input-required": "an input_required result",
    "accepted": "202 Accepted",
    "silence": "no response",
    "closed": "a closed connection",
    "refused": "an HTTP error status",
}
_DOCUMENT = re.compile(r"[\[{]\s*(?=[\[{\"])")  # the beginning of a JSON document in a text
_GOT_FORMS = {
    "result": "a normal result",
    "tool-error": "a tool error (isError: true)",
    "input-required": "an input_required result",
    "accepted": "no response",
    "silence": "no response",
    "closed": "no response because the server closed the connection",
    "malformed": "a message that is not valid JSON-RPC",
}
_RESULTS = {"result", "tool-error", "input-required"}


def either(words: Iterable[str]) -> str:
    """``a, b or c``."""
    *most, last = list(words) or ["nothing"]
    return f"{', '.join(most)} or {last}" if most else last


def types_text(wants: Json) -> str:
    """``a string or null``, from a JSON Schema type or a list of them."""
    names = wants if isinstance(wants, list) else [wants]
    return either(_TYPES.get(str(name), str(name)) for name in names)


def expected_text(matcher: str, wants: Json) -> str:
    """What a matcher asks for, as the object of "expected"."""
    say = _SAY.get(matcher)
    return say(wants) if say else f"{matcher} {short(wants)}"


def _any_of(wants: Json) -> str:
    """That a value may also be absent does not help if a wrong one was sent."""
    names = [spec for spec in wants if isinstance(spec, dict)] if isinstance(wants, list) else []
    pairs = [pair for spec in names for pair in spec.items() if pair[0] != "absent"]
    return either(dict.fromkeys(expected_text(*pair) for pair in pairs))


def _one_of(wants: Json) -> str:
    choices = wants if isinstance(wants, list) else [wants]
    return either(short(choice) for choice in choices[:20])


def _not(wants: Json) -> str:
    inner = next(iter(wants.items()), None) if isinstance(wants, dict) else None
    return f"anything but {expected_text(*inner)}" if inner else "something else"


def _length(wants: Json) -> str:
    return "none" if wants == 0 else f"{short(wants)} items"


def _range(wants: Json) -> str:
    bounds = wants if isinstance(wants, dict) else {}
    least, most = bounds.get("min"), bounds.get("max")
    if least is not None and most is not None:
        return f"{short(least)} to {short(most)}"
    return f"at least {short(least)}" if most is None else f"at most {short(most)}"


_SAY: dict[str, Callable[[Json], str]] = {
    "exact": short,
    "type": types_text,
    "one-of": _one_of,
    "any-of": _any_of,
    "not": _not,
    "length": _length,
    "range": _range,
    "regex": lambda wants: f"a match for {short(wants)}",
    "contains": lambda wants: f"something with {short(wants)}",
    "contains-all": lambda wants: f"something with {short(wants)}",
    "starts-with": lambda wants: f"text that starts with {short(wants)}",
    "ends-with": lambda wants: f"text that ends with {short(wants)}",
    "present": lambda _wants: "a value",
    "absent": lambda _wants: "nothing",
    "schema": lambda _wants: "a value that matches the schema",
}


def expected_form(matcher: str, wants: Json) -> str:
    """What kind of response a check on ``form`` asks for."""
    if matcher == "not":
        return "an error"
    names = [str(name) for name in (wants if isinstance(wants, list) else [wants])]
    if {"result", "error"} <= set(names):
        return "a response"
    if len(names) > 1 and set(names) <= _RESULTS and "result" in names:
        return "a result"
    return either(_EXPECTED_FORMS.get(name, name) for name in names)


def got_form(reply: Mapping[str, Json]) -> str:
    """What came instead, with the code and the message of an error."""
    form = str(reply.get("form"))
    error = reply.get("error")
    if form in {"error", "refused"} and isinstance(error, dict):
        told = _excerpt(error.get("message"))
        return f"error {short(error.get('code'))}{f' ({told})' if told else ''}"
    if form in {"refused", "http"}:
        return status_text(reply)
    return _GOT_FORMS.get(form, form)


def _excerpt(message: Json) -> str:
    """On one line, up to the JSON document that validators put into the message of an error."""
    if not isinstance(message, str):
        return short(message)
    text = " ".join(message.split())
    words = _DOCUMENT.split(text)[0].rstrip(" :")
    return "" if not words else short(words if words == text else f"{words}…")


def status_text(reply: Mapping[str, Json]) -> str:
    http = reply.get("http")
    status: MaybeJson = http.get("status") if isinstance(http, dict) else None
    return "an HTTP error status" if status is None else f"HTTP {short(status)}"
