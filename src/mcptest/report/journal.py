"""Load a run from its journal, even if the journal is incomplete."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from mcptest import __version__
from mcptest.errors import UsageError
from mcptest.model.outcome import Status
from mcptest.model.run import Run
from mcptest.report.document import SCHEMA
from mcptest.report.parse import parse_run
from mcptest.sdk.marking import with_sdk

INCOMPLETE = "the run was interrupted; these results were saved before that"


def run_from_journal(text: str) -> Run:
    """What the lines say; a line that was cut off ends it.

    Raises: UsageError when not even the beginning is there.
    """
    events: dict[str, list[Any]] = {}
    for event in _lines(text):
        events.setdefault(event["event"], []).append(event)
    if "run-started" not in events:
        raise UsageError("report-no-journal", "this journal has no first entry")
    try:
        return _run(events)
    except (KeyError, TypeError, ValueError, AttributeError, UsageError) as error:
        raise UsageError(
            "report-broken-journal", f"this journal cannot be read: {error}"
        ) from error


def _lines(text: str) -> Iterator[Any]:
    for line in text.split("\n"):
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            return
        yield event


def _ordered(cases: list[Any], ids: list[Any]) -> list[Any]:
    """Cases finish in any order; the run's own order stands in its last line."""
    places = {case_id: place for place, case_id in reversed(list(enumerate(ids)))}
    return sorted(cases, key=lambda case: places.get(case["id"], len(ids)))


def _add_commands(case: Any, commands: list[Any]) -> None:
    """The commands that reproduce its findings are known only when the run is over."""
    for finding, command in zip(case["findings"], commands, strict=False):
        if command is not None:
            finding["reproduce"] = command


def _run(events: dict[str, list[Any]]) -> Run:
    cases = [event["case"] for event in events.get("case-finished", [])]
    if "run-finished" in events:
        end = events["run-finished"][-1]
        for case in cases:
            _add_commands(case, end.get("reproduce", {}).get(case["id"], []))
        return with_sdk(parse_run({**end["run"], "cases": _ordered(cases, end.get("order") or [])}))
    begun = events["run-started"][0]
    counts = Counter(case["status"] for case in cases)
    return parse_run(
        {
            "schema": SCHEMA,
            "mcptest": __version__,
            "command": begun["command"],
            "started": begun["started"],
            "duration_ms": sum(case["duration_ms"] for case in cases),
            "seed": begun["seed"],
            "exit_code": 1,
            "servers": [event["server"] for event in events.get("server-opened", [])],
            "summary": {status.value: counts[status.value] for status in Status},
            "cases": cases,
            "compliance": None,
            "calls": [event["call"] for event in events.get("call-recorded", [])],
            "notes": [INCOMPLETE],
            "interrupted": True,
        }
    )
