"""Send a field that the schema does not know."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.negative.attempts import broken_calls
from mcptest.negative.demands import bad_arguments
from mcptest.negative.probe import REAL_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.sample import LENIENT
from mcptest.negative.subject import ProbeSubject
from mcptest.schema.mutate import Break


def _requests(subject: ProbeSubject) -> Iterator[Attempt]:
    return broken_calls(subject, (Break.EXTRA_FIELD,))


PROBE = Probe(
    id="extra_field",
    fault="FAULT-SCHEMA-UNEXPECTED-FIELD",
    paper=REAL_FAULTS,
    category="server and tool configuration",
    sends="The call with a field that nobody declared, in every object that is closed.",
    demands="A rejection where `additionalProperties` is false; elsewhere the probe is skipped.",
    why="A misspelt argument that is dropped in silence makes the call do something else.",
    fix="Close the objects of the schema, and hold the arguments against it.",
    nothing="additionalProperties is not false, so the schema allows fields that it does not name",
    requests=_requests,
    judge=bad_arguments,
    proof=ProbeProof(failing=LENIENT),
)
