"""Ask for a method that nobody has."""

from __future__ import annotations

from mcptest.negative.attempts import ask
from mcptest.negative.demands import METHOD_NOT_FOUND, error_with
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.subject import ProbeSubject

_METHOD = "mcptest/no_such_method"


def _requests(_subject: ProbeSubject) -> list[Attempt]:
    return [ask(_METHOD, {}, f"the method {_METHOD}")]


PROBE = Probe(
    id="unknown_method",
    fault="FAULT-PROTO-METHOD-NOT-FOUND",
    paper=RUNTIME_FAULTS,
    category="base protocol",
    sends="A request with a method that no server has.",
    demands="The JSON-RPC error -32601.",
    why="Clients ask for newer methods first and fall back on -32601; another answer stops them.",
    fix="Answer every method that you do not know with error -32601.",
    requests=_requests,
    judge=error_with(METHOD_NOT_FOUND),
    proof=ProbeProof(failing=[{"on": _METHOD, "error": {"code": -32603, "message": "no"}}]),
)
