"""Guess from stderr which environment variables a server lacks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Final

from mcptest.errors import TargetHandshakeError
from mcptest.wire.process.environment import minimal_environment

_NAME: Final = r"(?P<name>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"
_LONG: Final = r"(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]+)"
_STATES: Final = (
    "environment variable|env var|is required|must be set|is not set|is not defined|is missing"
    "|is undefined|not found in"
)
_PATTERNS: Final = (
    rf"KeyError: ['\"]{_NAME}['\"]",
    rf"process\.env(?:\.|\[['\"]){_NAME}\b",
    rf"os\.environ\[['\"]{_NAME}['\"]\]",
    rf"(?i:environment variables?|env vars?|variables?)[ :`'\"(]*{_NAME}\b",
    rf"\b{_NAME}[`'\")]* (?i:{_STATES})",
    rf"(?i:missing|set|provide|requires?|undefined|no)[ :`'\"]+{_LONG}\b",
)
_SIGNS: Final = tuple(map(re.compile, _PATTERNS))
_SHOWN: Final = 5


def with_missing_variables(
    error: TargetHandshakeError, env: Mapping[str, str]
) -> TargetHandshakeError:
    """The same error; of a server that ended at once with the variables that it seems to miss."""
    if error.code != "handshake-crashed":
        return error
    given = minimal_environment(env)
    missing = missing_variables(error.message, given)
    if not missing:
        return error
    hint = environment_hint(missing, given)
    return type(error)(error.code, error.message, hint=hint, reply=error.reply)


def missing_variables(text: str, given: Mapping[str, str]) -> list[str]:
    """The names that the text complains about and that the server was not given."""
    found = (match["name"] for sign in _SIGNS for match in sign.finditer(text))
    return list(dict.fromkeys(name for name in found if name not in given))[:_SHOWN]


def environment_hint(missing: Iterable[str], given: Iterable[str]) -> str:
    """What the server got, and how to give it the rest."""
    names = list(missing)
    first = names[0]
    unset = [name for name in names if name not in os.environ]
    before = f"set {', '.join(unset)}, then " if unset else ""
    return (
        f"The server seems to need {', '.join(names)}, which it did not get. It got only "
        f"{', '.join(sorted(given))}. To pass the variable on, {before}use --env {first}, or "
        f"env: {{{first}: {{env: {first}}}}} in a suite."
    )
