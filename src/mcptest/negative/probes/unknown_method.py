"""Ask for a method that nobody has."""

from __future__ import annotations

from mcptest.negative.attempts import ask
from mcptest.negative.demands import METHOD_NOT_FOUND, error_with
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.subject import ProbeSubject

_METHOD = "mcptest/no_such_method"


def _requests(_subject: ProbeSubject) -> list[Attempt]:
    return [ask(_METHOD, {}, f"unknown method {_METHOD}")]


PROBE = Probe(
    id="unknown_method",
    fault="FAULT-PROTO-METHOD-NOT-FOUND",
    paper=RUNTIME_FAULTS,
    category="base protocol",
    sends="A request with an unknown method.",
    demands="The JSON-RPC error -32601.",
    why=(
        "Clients try newer methods first and fall back after -32601. Any other response stops them."
    ),
    fix="Return error -32601 for every unknown method.",
    requests=_requests,
    judge=error_with(METHOD_NOT_FOUND),
    proof=ProbeProof(failing=[{"on": _METHOD, "error": {"code": -32603, "message": "no"}}]),
)
