"""Read a resource that nobody has."""

from __future__ import annotations

from mcptest.model.outcome import Skip
from mcptest.model.spec_version import Era
from mcptest.negative.attempts import ask, needs_capability
from mcptest.negative.demands import INVALID_PARAMS, RESOURCE_NOT_FOUND, rejection_preferring
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Judgement, Probe, ProbeProof
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.reply import Reply

_URI = "mcptest://no-such-host/no-such-resource"


def _requests(_subject: ProbeSubject) -> list[Attempt]:
    return [ask("resources/read", {"uri": _URI}, f"unknown resource {_URI}")]


def _applies(subject: ProbeSubject) -> Skip | None:
    return needs_capability(subject, "resources")


def _judge(reply: Reply, subject: ProbeSubject) -> Judgement:
    """-32002 until 2025-11-25, -32602 from 2026-07-28 on."""
    code = RESOURCE_NOT_FOUND if subject.era is Era.HANDSHAKE else INVALID_PARAMS
    words = f"MCP {subject.version.wire} defines"
    return rejection_preferring(code, words)(reply, subject)


PROBE = Probe(
    id="missing_resource",
    fault="FAULT-RESOURCE-NOT-FOUND",
    paper=RUNTIME_FAULTS,
    category="resource",
    sends="`resources/read` of a URI that does not exist.",
    demands="An error. Which code the revision asks for is advice.",
    why="Empty contents look like an empty document, and a model continues with that.",
    fix="Return an error that names the URI.",
    applies=_applies,
    requests=_requests,
    judge=_judge,
    proof=ProbeProof(failing=[{"on": "resources/read", "result": {"contents": []}}]),
)
