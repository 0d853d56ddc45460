"""What a rule's target is about (a response, a tool, a message), with its evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mcptest.match.expectation import Expectation
from mcptest.match.show import short
from mcptest.model.finding import Exchange
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record

_OWN = {"conversation", "declared", "probed"}  # what the transcript adds to a message
_NAMES = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_ENTRIES = {
    "tools": ("tool", "name"),
    "resources": ("resource", "uri"),
    "templates": ("resource template", "uriTemplate"),
    "prompts": ("prompt", "name"),
    "skills": ("skill", "uri"),
}
_KINDS = (  # by the list that the items come from
    (
        re.compile(r"(transcript|shapes)\.notifications|\.notifications$"),
        "the {method} notification",
    ),
    (re.compile(r"(transcript|shapes)\.requests|\.asked"), "the {method} request"),
    (re.compile(r"(transcript|shapes)\.(results|errors)"), "the response to {method}"),
    (re.compile(r"transcript\.responses"), "a response from the server"),
    (re.compile(r"transcript\.received"), "a message from the server"),
    (re.compile(r"inputRequests"), "the {method} input request"),
    (re.compile(r"gets\.items.*content"), "a content block from prompts/get"),
    (re.compile(r"(?:calls|tool_results)\.items.*content"), "a content block from tools/call"),
    (re.compile(r"(?:reads|read_results)\.items.*contents"), "a resource from resources/read"),
    (re.compile(r"arguments\[\*\]"), "prompt argument {name}"),
    (re.compile(r"streams\.items"), "{method}"),
    (re.compile(r"apps\.tools"), "tool {name}"),
    (re.compile(r"icons\."), "an icon of {name}"),
    (re.compile(r"meta_keys"), "the _meta key {name}"),
    (re.compile(r"session_ids"), "a session id"),
    (re.compile(r"endpoints"), "the {name}"),
    (re.compile(r"authorization\.servers"), "authorization server {issuer}"),
    (re.compile(r"lastModified"), "lastModified"),
)


@record
class Subject:
    """``words`` for a sentence; ``reply`` is set where the target is part of one exchange.

    ``field`` leads from there to the value.
    """

    words: str
    field: tuple[str | int, ...] = ()
    reply: JsonObject | None = None
    exchange: Exchange | None = None


def subject_of(
    expectation: Expectation, prefix: str, roots: Mapping[str, MaybeJson]
) -> Subject | None:
    """The subject of the clause's target; None where only the rule itself can name it."""
    target = expectation.target
    if target.query:
        return None
    if expectation.each is not None and target.root == "item":
        return _of_item(expectation.each.text, prefix, roots.get("item", MISSING), target.steps[1:])
    value, found = roots.get(str(target.steps[0]), MISSING), None
    for at, step in enumerate((*target.steps[1:], None), 1):
        if is_reply(value):
            found = (at, value)
        value = _child(value, step)
    if found is None:
        return None
    at, reply = found
    return _of_reply(reply, target.steps[at:])


def is_reply(value: MaybeJson) -> bool:
    return isinstance(value, dict) and isinstance(value.get("form"), str)


def _child(value: MaybeJson, step: str | int | None) -> MaybeJson:
    if isinstance(value, dict) and isinstance(step, str):
        return value.get(step, MISSING)
    if isinstance(value, list) and isinstance(step, int) and -len(value) <= step < len(value):
        return value[step]
    return MISSING


def _of_reply(reply: MaybeJson, rest: Sequence[str | int]) -> Subject:
    assert isinstance(reply, dict)
    request = reply.get("request", reply.get("sent", MISSING))
    message = reply.get("message", MISSING)
    shown = Exchange(request, message) if {"request", "sent", "message"} & reply.keys() else None
    return Subject(asked_text(reply), _below_result(rest), reply, shown)


def asked_text(reply: Mapping[str, Json]) -> str:
    """What was asked: ``tools/call "search"``; nothing for bytes that are not a request."""
    request = reply.get("request")
    params = request.get("params") if isinstance(request, dict) else None
    method = reply.get("method") or (request.get("method") if isinstance(request, dict) else None)
    if not isinstance(method, str) or not method:
        return ""
    name = params.get(_NAMES.get(method, "")) if isinstance(params, dict) else None
    return f"{method} {short(name)}" if isinstance(name, str) else method


def _of_item(each: str, prefix: str, item: MaybeJson, rest: Sequence[str | int]) -> Subject:
    if is_reply(item):
        return _of_reply(item, rest)
    entry = re.match(
        r"""\$?\.?(tools|resources|templates|prompts|skills|\["resources","templates"\])\.items(\[\?[^\]]*\]|\[\*\])?\Z""",
        each,
    )
    if entry and isinstance(item, dict):
        kind, key = _entry_kind(entry[1], item)
        return Subject(
            f"{kind} {short(item.get(key, item.get('name', _number(prefix))))}", tuple(rest)
        )
    words = next((words for pattern, words in _KINDS if pattern.search(each)), prefix)
    return Subject(_filled(words, item), _within(item, rest), None, wire(item))


def _entry_kind(root: str, item: JsonObject) -> tuple[str, str]:
    if root in _ENTRIES:
        return _ENTRIES[root]
    return _ENTRIES["templates" if "uriTemplate" in item else "resources"]


def _number(prefix: str) -> int:
    return int(prefix.rpartition("[")[2].rstrip("]")) + 1


def _filled(words: str, item: MaybeJson) -> str:
    known = item if isinstance(item, dict) else {}
    if "{method}" in words and not known.get("method"):
        return "a message from the server"
    name = known.get("name", known.get("at", known.get("of", "")))
    return words.format(method=known.get("method"), issuer=known.get("issuer"), name=short(name))


def _below_result(rest: Sequence[str | int]) -> tuple[str | int, ...]:
    """Everybody knows that a response has its members under result."""
    inside = rest[:1] in (("result",), ("message",)) and len(rest) > 1
    return tuple(rest[1:] if inside else rest)


def _within(item: MaybeJson, rest: Sequence[str | int]) -> tuple[str | int, ...]:
    """The way inside the message itself: a result is listed beside its request."""
    inside = isinstance(item, dict) and "response" in item and rest[:1] == ("result",)
    return tuple(rest[1:] if inside and rest[1:] else rest)


def wire(item: MaybeJson) -> Exchange | None:
    """The message as it stood on the wire, with its request where that is known."""
    if not isinstance(item, dict):
        return None
    whole = item.get("response", item.get("message"))
    if isinstance(whole, dict):
        return Exchange(_on_wire(item.get("request", MISSING)), _on_wire(whole))
    return Exchange(reply=_on_wire(item)) if "jsonrpc" in item else None


def _on_wire(message: MaybeJson) -> MaybeJson:
    """Without what the transcript added."""
    if not isinstance(message, dict):
        return message
    return {key: value for key, value in message.items() if key not in _OWN}
