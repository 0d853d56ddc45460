"""A journal: one JSON line per event, written as it happens."""

from __future__ import annotations

import json

from mcptest.model.events import (
    CallRecorded,
    CaseFinished,
    CaseStarted,
    Event,
    Noted,
    RunFinished,
    RunStarted,
    ServerOpened,
)
from mcptest.model.json import Json, JsonObject
from mcptest.model.run import Run
from mcptest.report.document import (
    call_document,
    case_document,
    run_document,
    server_document,
)
from mcptest.report.report import Report


def line(event: Event) -> str | None:
    """One event as one line; what only a screen needs gives none."""
    record = _record(event)
    return None if record is None else json.dumps(record, allow_nan=False) + "\n"


def _record(event: Event) -> JsonObject | None:
    match event:
        case RunStarted():
            return {
                "event": "run-started",
                "schema": "mcptest.journal/v1",
                "command": event.command,
                "started": event.started,
                "seed": event.seed,
                "cases": event.cases,
            }
        case ServerOpened():
            return {"event": "server-opened", "server": server_document(event.facts)}
        case CaseFinished():
            return {"event": "case-finished", "case": case_document(event.result)}
        case CallRecorded():
            return {"event": "call-recorded", "call": call_document(event.record)}
        case Noted():
            return {"event": "noted", "text": event.text}
        case RunFinished():
            summary = {
                key: value for key, value in run_document(event.run).items() if key != "cases"
            }
            order: list[Json] = [case.id for case in event.run.cases]
            reproduce: JsonObject = {
                case.id: [finding.reproduce for finding in case.findings]
                for case in event.run.cases
                if any(finding.reproduce for finding in case.findings)
            }
            return {
                "event": "run-finished",
                "run": summary,
                "order": order,
                **({"reproduce": reproduce} if reproduce else {}),
            }
        case CaseStarted():
            return None


def render(run: Run) -> str:
    """The journal a run would have left, for a run that was saved as a document."""
    events: list[Event] = [
        RunStarted(run.command, run.started, run.seed, len(run.cases)),
        *(ServerOpened(server) for server in run.servers),
        *(CaseFinished(case) for case in run.cases),
        *(CallRecorded(call) for call in run.calls),
        RunFinished(run),
    ]
    return "".join(text for event in events if (text := line(event)) is not None)


REPORT = Report("ndjson", "A journal: one JSON line per event.", render, line, "ndjson")
