"""Parse the ``WWW-Authenticate`` header (RFC 9110, section 11.6.1)."""

from __future__ import annotations

import re

from mcptest.model.json import Json, JsonObject

_GAP = re.compile(r"[\s,]*")
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_VALUE = re.compile(r'\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))')


def read_challenge(header: str) -> JsonObject:
    """``scheme`` in lower case, and each parameter by its name; of several schemes the Bearer one.

    A parameter that is named twice counts once, by its first value. ``malformed`` lists those
    whose value must be quoted and is not.
    """
    challenges = read_challenges(header)
    bearer = (each for each in challenges if each["scheme"] == "bearer")
    return next(bearer, challenges[0] if challenges else {})


def read_challenges(header: str) -> list[JsonObject]:
    """Every scheme that the header offers, in its order."""
    found: list[JsonObject] = []
    at = 0
    while True:
        at = _GAP.match(header, at).end()  # type: ignore[union-attr]  # it matches nothing, too
        name = _TOKEN.match(header, at)
        if name is None:
            return found
        value = _VALUE.match(header, name.end())
        at = value.end() if value else name.end()
        if value is None:
            found.append({"scheme": name[0].lower()})
        elif found:
            _add(found[-1], name[0].lower(), value)


def _add(challenge: JsonObject, name: str, value: re.Match[str]) -> None:
    quoted, plain = value[1], value[2]
    if quoted is None and not _TOKEN.fullmatch(plain):
        malformed: list[Json] = [name]
        before = challenge.get("malformed")
        challenge["malformed"] = [*before, name] if isinstance(before, list) else malformed
    text = plain if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
    challenge.setdefault(name, text)
