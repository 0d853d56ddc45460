"""The ``WWW-Authenticate`` header as data (RFC 9110, section 11.6.1)."""

from __future__ import annotations

import re

from mcptest.model.json import JsonObject

_SCHEME = re.compile(r"\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)(?:\s+|\Z)")
_PARAMETER = re.compile(r'([A-Za-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))')


def read_challenge(header: str) -> JsonObject:
    """``scheme`` in lower case, and each parameter by its name; of several schemes the Bearer one.

    A parameter that is named twice counts once, by its first value.
    """
    at = header.lower().find("bearer")
    text = header[at:] if at > 0 else header
    scheme = _SCHEME.match(text)
    if scheme is None:
        return {}
    challenge: JsonObject = {"scheme": scheme[1].lower()}
    for found in _PARAMETER.finditer(text, scheme.end()):
        quoted = found[2]
        value = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else found[3]
        challenge.setdefault(found[1].lower(), value)
    return challenge
