"""Send null for each argument whose schema has no null."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.negative.attempts import broken_calls
from mcptest.negative.demands import bad_arguments
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.sample import LENIENT
from mcptest.negative.subject import ProbeSubject
from mcptest.schema.mutate import Break


def _requests(subject: ProbeSubject) -> Iterator[Attempt]:
    return broken_calls(subject, (Break.NULL,))


PROBE = Probe(
    id="null_value",
    fault="FAULT-SCHEMA-NULL-VALUE",
    paper=RUNTIME_FAULTS,
    category="data and schema",
    sends=(
        "The call with null for one argument. One request for each argument that does not allow"
        " null."
    ),
    demands="A rejection: a JSON-RPC error, or a result with `isError: true`.",
    why="Null passes a check for presence and fails later, where the cause is hard to find.",
    fix="Validate the arguments against the input schema before the tool runs.",
    nothing="every argument of the tool may be null, or it has none",
    requests=_requests,
    judge=bad_arguments,
    proof=ProbeProof(failing=LENIENT),
)
