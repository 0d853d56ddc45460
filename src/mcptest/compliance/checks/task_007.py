"""Looks for a task whose status is unknown, or changes after its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.observe.task_life import TERMINAL
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

_KNOWN = ("working", "input_required", *TERMINAL)


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    run = follow_pointer(dict(roots), "/task_run")
    polls = run.get("polls") if isinstance(run, dict) else None
    replies = (
        [*polls, run.get("after")] if isinstance(polls, list) and isinstance(run, dict) else []
    )
    last = ""
    for reply in replies:
        status = follow_pointer(reply, "/result/status")
        if not isinstance(status, str):
            continue
        if status not in _KNOWN:
            yield {
                "at": "tasks/get",
                "problem": f"tasks/get returned the unknown status {status!r}",
            }
        elif last in TERMINAL and status != last:
            yield {
                "at": "tasks/get",
                "problem": f"the status of a finished task changed from {last} to {status}",
            }
        last = status


CHECK = RuleCheck("TASK-007", _run)
