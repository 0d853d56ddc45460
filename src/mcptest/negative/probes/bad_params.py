"""Send params that are not an object."""

from __future__ import annotations

from mcptest.model.json import Json
from mcptest.negative.attempts import say
from mcptest.negative.demands import rejection
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.subject import ProbeSubject

_PARAMS: dict[str, Json] = {"an array": [1], "a string": "mcptest", "null": None}


def _requests(_subject: ProbeSubject) -> list[Attempt]:
    return [
        say(
            {"jsonrpc": "2.0", "id": f"mcptest-{label}", "method": "tools/list", "params": params},
            f"params as {label}",
            id=f"mcptest-{label}",
        )
        for label, params in _PARAMS.items()
    ]


PROBE = Probe(
    id="bad_params",
    fault="FAULT-PROTO-BAD-PARAMS",
    paper=RUNTIME_FAULTS,
    category="base protocol",
    sends="`tools/list` with `params` as an array, a string and null.",
    demands="An error. The id is readable, so the server must respond.",
    why="A client whose request is dropped waits until it times out and learns nothing.",
    fix="Return error -32602 or -32600 with the id of the request.",
    requests=_requests,
    judge=rejection,
    proof=ProbeProof(
        failing=[
            {"on": "tools/list", "when": {"reply": {"error": {}}}, "result": {"tools": []}},
        ]
    ),
)
