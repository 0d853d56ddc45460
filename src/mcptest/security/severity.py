"""How the risk of a security finding shows in a run: as an error, a warning or a note."""

from __future__ import annotations

from mcptest.model.finding import Risk, Severity

DEFAULT_GATE = Risk.HIGH


def severity_of(risk: Risk, fail_on: Risk = DEFAULT_GATE) -> Severity:
    """What reaches the gate is an error; below it, medium and more is a warning."""
    if risk.rank >= fail_on.rank:
        return Severity.ERROR
    return Severity.WARNING if risk.rank >= Risk.MEDIUM.rank else Severity.NOTE
