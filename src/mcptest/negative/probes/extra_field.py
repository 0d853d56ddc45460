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
    sends="The call with an undeclared field in every object that forbids them.",
    demands="A rejection if `additionalProperties` is false. Otherwise the probe is skipped.",
    why="If a misspelled argument is dropped silently, the call does something else.",
    fix="Set `additionalProperties` to false in the schema, and validate the arguments against it.",
    nothing="additionalProperties is not false, so the schema allows undeclared fields",
    requests=_requests,
    judge=bad_arguments,
    proof=ProbeProof(failing=LENIENT),
)
