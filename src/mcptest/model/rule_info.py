"""What a report may say about a rule of any room."""

from __future__ import annotations

from mcptest.model.record import record


@record
class RuleInfo:
    """The same fields that ``explain`` prints."""

    id: str
    title: str
    severity: str  # "error", "warning" or "note"
    why: str = ""
    fix: str = ""
    url: str | None = None
    tags: tuple[str, ...] = ()
    score: float | None = None  # of a security rule, between 0 and 10
