"""Looks for fields of a form whose names ask for a secret."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.observe.asking_view import form_fields
from mcptest.model.json import Json, JsonObject

_SECRET = re.compile(
    r"passw(or)?d|passphrase|secret|api[_ -]?key|access[_ -]?token|credit[_ -]?card"
    r"|card[_ -]?number|\bcvv\b|\bpin\b|private[_ -]?key",
    re.IGNORECASE,
)
_WARNING = re.compile(r"\b(?:do not|don't|never|no|not|without)\b[^.;)]*", re.IGNORECASE)


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for name, field in form_fields(roots.get("elicited")):
        said = (name, field.get("title"), field.get("description"))
        if any(isinstance(text, str) and _asks_for_secret(text) for text in said):
            yield {"at": name, "problem": f'the form field "{name}" asks for a secret'}


def _asks_for_secret(text: str) -> bool:
    """A warning not to enter a secret is not a request for one."""
    return _SECRET.search(_WARNING.sub("", text)) is not None


CHECK = RuleCheck("CLI-014", _run)
