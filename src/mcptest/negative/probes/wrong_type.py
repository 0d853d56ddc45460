"""Send each argument with a type that its schema forbids."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.negative.attempts import broken_calls
from mcptest.negative.demands import bad_arguments
from mcptest.negative.probe import REAL_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.sample import LENIENT
from mcptest.negative.subject import ProbeSubject
from mcptest.schema.mutate import Break


def _requests(subject: ProbeSubject) -> Iterator[Attempt]:
    return broken_calls(subject, (Break.WRONG_TYPE,))


PROBE = Probe(
    id="wrong_type",
    fault="FAULT-SCHEMA-TYPE-MISMATCH",
    paper=REAL_FAULTS,
    category="server and tool configuration",
    sends="A valid call with one argument of a different JSON type. One request for each argument.",
    demands="A rejection: a JSON-RPC error, or a result with `isError: true`.",
    why="Failing to validate input against the schema is one of the most common faults.",
    fix="Validate the arguments against the input schema before the tool runs.",
    nothing="no argument of the tool has a type that can be violated",
    requests=_requests,
    judge=bad_arguments,
    proof=ProbeProof(failing=LENIENT),
)
