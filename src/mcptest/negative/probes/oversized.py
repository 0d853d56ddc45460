"""Send an argument that is far too long."""

from __future__ import annotations

from dataclasses import replace

from mcptest.negative.attempts import longest_text, text_spots, with_text
from mcptest.negative.demands import returned
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.subject import ProbeSubject
from mcptest.schema.mutate_spots import Spot

_SIZE = 64 * 1024
_LARGEST = 4 * 1024 * 1024  # a longer maxLength is not worth what sending it would cost


def _requests(subject: ProbeSubject) -> list[Attempt]:
    found = []
    for spot in text_spots(subject):
        length = min(max(_SIZE, longest_text(spot) + 1), _LARGEST)
        attempt = with_text(subject, spot, "x" * length, f"with {length} characters")
        found.append(replace(attempt, control=_short(subject, spot)))
    return found


def _short(subject: ProbeSubject, spot: Spot) -> Attempt:
    """A tool that is slow with any text is not slow because of its length."""
    text = spot.value if isinstance(spot.value, str) and spot.value else "mcptest"
    return with_text(subject, spot, text, "with a short string")


PROBE = Probe(
    id="oversized",
    fault="FAULT-INPUT-OVERSIZED",
    paper=RUNTIME_FAULTS,
    category="resource",
    sends=(
        "The call with a string of 64 KiB or more, past any `maxLength`, in each string argument."
    ),
    demands=(
        "Only that the call returns an error or a result, without a hang or a crash. Not judged"
        " if a short string hangs too."
    ),
    why="If a long input takes the server down, it fails for every other client too.",
    fix="Limit what is read and stored, and return an error for longer input.",
    requests=_requests,
    judge=returned,
    proof=ProbeProof(
        failing=[
            {
                "on": "tools/call",
                "when": {"params": {"arguments": {"query": "x" * _SIZE}}},
                "exit": 1,
            }
        ]
    ),
)
