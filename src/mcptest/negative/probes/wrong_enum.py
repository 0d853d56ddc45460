"""Send a value outside each enum or const."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.negative.attempts import broken_calls
from mcptest.negative.demands import bad_arguments
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.sample import LENIENT
from mcptest.negative.subject import ProbeSubject
from mcptest.schema.mutate import Break


def _requests(subject: ProbeSubject) -> Iterator[Attempt]:
    return broken_calls(subject, (Break.ENUM,))


PROBE = Probe(
    id="wrong_enum",
    fault="FAULT-SCHEMA-ENUM-VIOLATION",
    paper=RUNTIME_FAULTS,
    category="state and configuration",
    sends=(
        "The call with a value that is not one of the choices. One request for each `enum` or "
        "`const`."
    ),
    demands="A rejection: a JSON-RPC error, or a result with `isError: true`.",
    why="A value outside the choices reaches code that was not written for it.",
    fix="Compare the value with the choices, and list them in the error.",
    nothing="no argument of the tool has choices (enum or const)",
    requests=_requests,
    judge=bad_arguments,
    proof=ProbeProof(failing=LENIENT),
)
