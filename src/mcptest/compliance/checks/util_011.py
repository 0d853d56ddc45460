"""Looks for progress that does not grow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.progress_of import calls_of, is_progress
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for name, call in calls_of(roots):
        received = call.get("received")
        reported = [
            m for m in (received if isinstance(received, list) else ()) if is_progress(m, call)
        ]
        last: float | None = None
        for message in reported:
            value = _progress(message)
            if value is not None and last is not None and value <= last:
                yield {"at": name, "problem": f"progress went from {last:g} to {value:g}"}
            last = value if value is not None else last


def _progress(message: Json) -> float | None:
    params = message.get("params") if isinstance(message, dict) else None
    value = params.get("progress") if isinstance(params, dict) else None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number else None  # type: ignore[arg-type]


CHECK = RuleCheck("UTIL-011", _run)
