"""Looks for the task that was made in the list of tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    own = follow_pointer(dict(roots), "/task_run/id")
    tasks = follow_pointer(dict(roots), "/task_run/listed/result/tasks")
    entries = tasks if isinstance(tasks, list) else []
    if not any(isinstance(entry, dict) and entry.get("taskId") == own for entry in entries):
        yield {"at": str(own), "problem": f"tasks/list does not contain task {own}"}


CHECK = RuleCheck("TASK-015", _run)
