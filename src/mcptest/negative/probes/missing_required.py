"""Leave out each required argument."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.negative.attempts import broken_calls
from mcptest.negative.demands import bad_arguments
from mcptest.negative.probe import REAL_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.sample import LENIENT
from mcptest.negative.subject import ProbeSubject
from mcptest.schema.mutate import Break


def _requests(subject: ProbeSubject) -> Iterator[Attempt]:
    return broken_calls(subject, (Break.MISSING_REQUIRED,))


PROBE = Probe(
    id="missing_required",
    fault="FAULT-SCHEMA-MISSING-REQUIRED",
    paper=REAL_FAULTS,
    category="server and tool configuration",
    sends="The call without one of its required arguments. One request for each that has no "
    "default in the schema.",
    demands="A rejection: a JSON-RPC error, or a result with `isError: true`.",
    why="A tool that runs without a required argument uses a default that nobody chose.",
    fix="Validate the arguments against the input schema before the tool runs.",
    nothing="the tool has no required arguments without a default",
    requests=_requests,
    judge=bad_arguments,
    proof=ProbeProof(failing=LENIENT),
)
