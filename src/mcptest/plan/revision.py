"""The revision that a caller names, in an option or in code."""

from __future__ import annotations

from mcptest.errors import UsageError
from mcptest.model.spec_version import SpecVersion, UnknownSpecVersionError


def parse_version(text: str) -> SpecVersion:
    """Raises: UsageError."""
    try:
        return SpecVersion.parse(text)
    except UnknownSpecVersionError as error:
        near = f"did you mean {_dated(error.suggestion)}? " if error.suggestion else ""
        known = ", ".join(map(_dated, error.known))
        raise UsageError("unknown-spec-version", str(error), hint=f"{near}known: {known}") from None


def _dated(name: str) -> str:
    """For people, who know a revision by its date."""
    return name.removeprefix("v")
