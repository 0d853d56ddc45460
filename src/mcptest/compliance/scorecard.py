"""A stored grade, to detect whether a later run is worse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from mcptest import __version__
from mcptest.errors import FileProblemsError, Problem
from mcptest.model.grade import GRADES, Compliance
from mcptest.model.json import Json, JsonObject
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.reading import (
    MIB,
    CannotReadError,
    JsonTextError,
    newer_format,
    parse_json,
    read_whole,
)

SCHEMA = "mcptest.scorecard/v1"
_LARGEST = 16 * MIB


@record
class Scorecard:
    """What is compared later; ``server`` is the name that the server gives itself."""

    server: str
    spec_version: str
    grade: str | None
    score: float | None
    tier: str | None
    sections: Mapping[str, float | None] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    mcptest: str = __version__

    @classmethod
    def of(cls, compliance: Compliance, *, server: str) -> Scorecard:
        return cls(
            server=server,
            spec_version=compliance.spec_version or "",
            grade=compliance.grade,
            score=compliance.score,
            tier=compliance.tier,
            sections={name: section.score for name, section in compliance.sections.items()},
            rules={verdict.id: verdict.status.value for verdict in compliance.rules},
        )

    def as_json(self) -> JsonObject:
        return {
            "schema": SCHEMA,
            "mcptest": self.mcptest,
            "server": self.server,
            "spec_version": self.spec_version,
            "grade": self.grade,
            "score": self.score,
            "tier": self.tier,
            "sections": dict(self.sections),
            "rules": dict(self.rules),
        }


def scorecard_schema() -> JsonObject:
    """The published JSON Schema of the file."""
    number: JsonObject = {"type": ["number", "null"]}
    text: JsonObject = {"type": ["string", "null"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA,
        "title": "A saved grade",
        "type": "object",
        "properties": {
            "schema": {"const": SCHEMA},
            "mcptest": {"type": "string"},
            "server": {"type": "string"},
            "spec_version": {"type": "string"},
            "grade": text,
            "score": number,
            "tier": text,
            "sections": {"type": "object", "additionalProperties": number},
            "rules": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": ["schema", "mcptest", "server", "spec_version", "grade", "score", "sections"],
    }


def load_scorecard(path: Path, *, server: str, spec_version: str) -> Scorecard | None:
    """The saved grade of the same server and revision; None where there is no file yet.

    Raises: FileProblemsError for a file that cannot be compared with.
    """
    found = read_scorecard(path)
    if found is None:
        return None
    card, raw = found
    if card.server != server:
        message = f'this is the scorecard of "{card.server}"; the server at hand is "{server}"'
        raise _problem(path, "scorecard-other-server", message, raw, b'"server"')
    if card.spec_version != spec_version:
        message = f"it was graded against {card.spec_version}, this run against {spec_version}"
        raise _problem(path, "scorecard-other-revision", message, raw, b'"spec_version"')
    if card.mcptest.split(".")[:2] != __version__.split(".")[:2]:
        message = f"it was made by mcptest {card.mcptest}, whose rules differ from {__version__}"
        raise _problem(path, "scorecard-other-mcptest", message, raw, b'"mcptest"')
    return card


def read_scorecard(path: Path) -> tuple[Scorecard, bytes] | None:
    """A saved grade of any server, and its text; None if there is no file yet.

    Raises: FileProblemsError for a file that is not a scorecard.
    """
    try:
        raw = read_whole(path, limit=_LARGEST)
    except CannotReadError as trouble:
        if trouble.missing:
            return None
        words = f"cannot read {path}: {trouble.reason}"
        raise _problem(path, "scorecard-unreadable", words) from None
    plain = _parse(raw, path)
    _hold_to_schema(plain, path)
    return _build(plain), raw


def _parse(raw: bytes, path: Path) -> JsonObject:
    try:
        plain = parse_json(raw)
    except JsonTextError as trouble:
        message = f"this is not JSON: {trouble.message}"
        where = Location(str(path), trouble.line, trouble.column)
        raise FileProblemsError([Problem("scorecard-unreadable", message, where)]) from None
    if not isinstance(plain, dict):
        raise _problem(path, "scorecard-unreadable", "a scorecard is an object")
    return plain


def _hold_to_schema(plain: JsonObject, path: Path) -> None:
    from mcptest.schema.validate import validator

    newer = newer_format(plain.get("schema"), SCHEMA)
    if newer:
        raise _problem(path, "scorecard-unreadable", f"this scorecard was {newer}")
    errors = validator(scorecard_schema()).errors(plain)
    if errors:
        message = f"this is not a scorecard: {errors[0].pointer or '/'}: {errors[0].message}"
        raise _problem(path, "scorecard-unreadable", message)


def _build(plain: JsonObject) -> Scorecard:
    return Scorecard(**{key: value for key, value in plain.items() if key in _MEMBERS})  # type: ignore[arg-type]


_MEMBERS = frozenset(Scorecard.__dataclass_fields__)


def _problem(
    path: Path, code: str, message: str, raw: bytes = b"", key: bytes = b""
) -> FileProblemsError:
    line = raw[: raw.find(key)].count(b"\n") + 1 if key and key in raw else 1
    hint = "save a new one with --save-scorecard"
    return FileProblemsError([Problem(code, message, Location(str(path), line, 1), hint)])


def delta(saved: Scorecard | None, now: Compliance) -> dict[str, Json]:
    """The targets of ``grade_delta``."""
    regressed: list[Json] = []
    worse = False
    if saved is not None:
        regressed = [name for name in now.sections if _fell(saved, now, name)]
        worse = _rank(now.grade) > _rank(saved.grade)
    return {
        "grade": now.grade,
        "score": now.score,
        "grade_regressed": worse,
        "regressed_sections": regressed,
    }


def _rank(grade: str | None) -> int:
    """The best first; no grade is worse than the worst."""
    return GRADES.index(grade) if grade in GRADES else len(GRADES)


def _fell(saved: Scorecard, now: Compliance, name: str) -> bool:
    before, after = saved.sections.get(name), now.sections[name].score
    return before is not None and after is not None and after < before
