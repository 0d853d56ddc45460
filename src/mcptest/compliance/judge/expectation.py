"""A rule's expectation: a target, the items to check, and a condition."""

from __future__ import annotations

from mcptest.match.bind import bind
from mcptest.match.expectation import Expectation
from mcptest.match.matcher import Check
from mcptest.match.path import Path
from mcptest.model.json import Json, JsonObject


def compile_expectation(plain: JsonObject) -> Expectation:
    """Read one entry of ``expect`` or ``applies``.

    Raises: ValueError.
    """
    each, message = plain.get("each"), plain.get("message")
    target, check = _parts(plain)
    return Expectation(
        target,
        check,
        message=str(message) if message is not None else None,
        each=Path.parse(str(each)) if each is not None else None,
        when=_conditions(plain.get("when")),
    )


def _conditions(plain: Json) -> tuple[Expectation, ...]:
    entries = plain if isinstance(plain, list) else [] if plain is None else [plain]
    return tuple(Expectation(*_parts(entry), message=_said(entry)) for entry in entries)


def _said(entry: Json) -> str | None:
    message = entry.get("message") if isinstance(entry, dict) else None
    return None if message is None else str(message)


def _parts(plain: Json) -> tuple[Path, Check]:
    if not isinstance(plain, dict) or not {"target", "matcher"} <= plain.keys():
        raise ValueError("target and matcher are expected")
    return Path.parse(str(plain["target"])), bind(plain["matcher"])
