"""The secrets in a server's settings."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final
from urllib.parse import unquote, urlsplit

from mcptest.model.redaction import look_like_secrets
from mcptest.suite.scope import Scope
from mcptest.suite.yaml.node import SourceFile, split_lines

_MOST_WARNINGS: Final = 10
_SCHEME = re.compile(r"(?:Bearer|Basic|Token)\s+(?P<value>\S.*)", re.IGNORECASE)


def bare_secret(value: str) -> str:
    """The secret itself, without the word that says how it is used."""
    found = _SCHEME.fullmatch(value.strip())
    return found["value"].strip() if found else value


def password_of(url: str) -> str | None:
    """The password inside an address."""
    try:
        password = urlsplit(url).password
    except ValueError:
        return None
    return unquote(password) if password else None


def warn_of_secrets(source: SourceFile, scope: Scope) -> None:
    """A note for each line of a suite that looks like it holds a key; the value is not shown."""
    for start in islice(look_like_secrets(source.text), _MOST_WARNINGS):
        place = f"{source.name}:{len(split_lines(source.text[:start]))}:"
        if not any(note.startswith(place) for note in scope.notes):
            scope.note(
                f"{place} a value in the suite looks like a secret; use an "
                "environment variable instead: ${env.NAME}"
            )
