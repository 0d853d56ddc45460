"""Step past each bound that the schema sets."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.negative.attempts import broken_calls
from mcptest.negative.demands import bad_arguments
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.sample import LENIENT
from mcptest.negative.subject import ProbeSubject
from mcptest.schema.mutate import Break


def _requests(subject: ProbeSubject) -> Iterator[Attempt]:
    return broken_calls(
        subject,
        (
            Break.MINIMUM,
            Break.MAXIMUM,
            Break.TOO_LONG,
            Break.TOO_SHORT,
            Break.TOO_MANY,
            Break.TOO_FEW,
            Break.PATTERN,
        ),
    )


PROBE = Probe(
    id="boundary",
    fault="FAULT-SCHEMA-OUT-OF-BOUNDS",
    paper=RUNTIME_FAULTS,
    category="data and schema",
    sends=(
        "The call with one value just below `minimum`, above `maximum`, past a length limit, or"
        " off a `pattern`. One request for each limit."
    ),
    demands="A rejection: a JSON-RPC error, or a result with `isError: true`.",
    why="Clients and models rely on the limits in the schema.",
    fix="Validate the arguments against the input schema before the tool runs.",
    nothing="the tool's schema sets no limits",
    requests=_requests,
    judge=bad_arguments,
    proof=ProbeProof(failing=LENIENT),
)
