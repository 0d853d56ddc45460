"""Call a tool that does not exist."""

from __future__ import annotations

from mcptest.negative.attempts import call
from mcptest.negative.demands import INVALID_PARAMS, rejection_preferring
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.subject import ProbeSubject
from mcptest.safety.summary import STRANGE_TOOL


def _requests(subject: ProbeSubject) -> list[Attempt]:
    return [call(subject, subject.base, f"unknown tool {STRANGE_TOOL}", tool=STRANGE_TOOL)]


PROBE = Probe(
    id="unknown_tool",
    fault="FAULT-PROTO-UNKNOWN-METHOD",
    paper=RUNTIME_FAULTS,
    category="tool",
    sends="A call to an unknown tool, with arguments that are valid for a real one.",
    demands="A rejection: a JSON-RPC error, or a result with `isError: true`.",
    why=(
        "If a server returns a result for a tool that does not exist, the model does not notice a "
        "misspelled name."
    ),
    fix="Look up the name first, and return error -32602 with the name if it is unknown.",
    requests=_requests,
    judge=rejection_preferring(INVALID_PARAMS, "the specification's example returns"),
    proof=ProbeProof(
        failing=[
            {
                "on": "tools/call",
                "when": {"params": {"name": STRANGE_TOOL}},
                "result": {"content": []},
            }
        ]
    ),
)
