"""Reduce a run's journal to what an agent can read: what failed, and why."""

from __future__ import annotations

import json
from typing import Final

from mcptest.mcp_server.tool import COUNT, MAYBE_TEXT, TEXT, closed, listed
from mcptest.mock.caller import PendingCall
from mcptest.model.json import Json, JsonObject

MOST_CASES: Final = 50
_MOST_FINDINGS: Final = 5
_MOST_TEXT: Final = 600
_STATUSES: Final = ("failed", "errored", "warned")  # the worst first
_COUNTED: Final = ("passed", "failed", "warned", "skipped", "errored")
_FINDING: Final = closed(
    {
        "id": TEXT,
        "severity": TEXT,
        "message": TEXT,
        "help": MAYBE_TEXT,
        "file": MAYBE_TEXT,
        "line": {"type": ["integer", "null"]},
        "pointer": MAYBE_TEXT,
        "expected": MAYBE_TEXT,
        "actual": MAYBE_TEXT,
    }
)
DIGEST: Final = closed(
    {
        "verdict": {"enum": ["held", "failed", "stopped"]},
        "reason": MAYBE_TEXT,
        "exit_code": {"type": "integer"},
        "summary": closed(dict.fromkeys(_COUNTED, COUNT)),
        "grade": MAYBE_TEXT,
        "score": {"type": ["number", "null"]},
        "spec_version": MAYBE_TEXT,
        "cases": listed(closed({"id": TEXT, "status": TEXT, "findings": listed(_FINDING)})),
        "left_out": COUNT,
        "notes": listed(TEXT),
    }
)


class Digest:
    """Takes the lines of a journal one by one; keeps no more than it will show."""

    def __init__(self, caller: PendingCall) -> None:
        self._caller = caller
        self._total = 0
        self._done = 0
        self._bad: dict[str, list[Json]] = {status: [] for status in _STATUSES}
        self._counts = dict.fromkeys(_COUNTED, 0)
        self._run: JsonObject = {}

    @property
    def has_begun(self) -> bool:
        return self._total > 0 or bool(self._run)

    def __call__(self, line: bytes) -> None:
        try:
            event = json.loads(line)
        except ValueError:
            return
        if not isinstance(event, dict):
            return
        if event.get("event") == "run-started":
            self._total = int(event["cases"])
        elif event.get("event") == "case-finished":
            self._take(event["case"])
        elif event.get("event") == "run-finished":
            self._run = event["run"]

    def _take(self, case: JsonObject) -> None:
        status = str(case["status"])
        self._done += 1
        self._counts[status] += 1
        self._caller.progressed(self._done, max(self._total, self._done), str(case["name"])[:80])
        if status in self._bad and len(self._bad[status]) < MOST_CASES:
            self._bad[status].append(_case(case))

    def result(self, exit_code: int, stopped: str | None) -> JsonObject:
        """What the schema ``DIGEST`` says."""
        graded = self._run.get("compliance")
        grade = graded if isinstance(graded, dict) else {}
        shown = [case for status in _STATUSES for case in self._bad[status]][:MOST_CASES]
        bad = sum(self._counts[status] for status in _STATUSES)
        notes = self._run.get("notes")
        return {
            "verdict": "stopped" if stopped else "held" if exit_code == 0 else "failed",
            "reason": stopped,
            "exit_code": exit_code,
            "summary": self._run.get("summary") or dict(self._counts),
            "grade": grade.get("grade"),
            "score": grade.get("score"),
            "spec_version": grade.get("spec_version"),
            "cases": shown,
            "left_out": bad - len(shown),
            "notes": [_cut(note) for note in notes] if isinstance(notes, list) else [],
        }


def _case(case: JsonObject) -> JsonObject:
    findings = case.get("findings")
    found = findings[:_MOST_FINDINGS] if isinstance(findings, list) else []
    return {
        "id": _cut(case["id"]),
        "status": case["status"],
        "findings": [_finding(each) for each in found if isinstance(each, dict)],
    }


def _finding(finding: JsonObject) -> JsonObject:
    where = finding.get("where")
    place = where if isinstance(where, dict) else {}
    return {
        "id": finding["id"],
        "severity": finding["severity"],
        "message": _cut(finding["message"]),
        "help": None if finding.get("help") is None else _cut(finding["help"]),
        "file": place.get("file"),
        "line": place.get("line"),
        "pointer": finding.get("pointer"),
        "expected": _cut(finding["expected"]) if "expected" in finding else None,
        "actual": _cut(finding["actual"]) if "actual" in finding else None,
    }


def _cut(value: Json) -> str:
    """A text as it is, anything else as JSON; a long one says how long it was."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if len(text) <= _MOST_TEXT:
        return text
    return f"{text[:_MOST_TEXT]}… ({len(text)} characters)"
