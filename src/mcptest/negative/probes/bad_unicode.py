"""Send text that is hard to handle: lone surrogates, NUL, direction controls."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcptest.negative.attempts import text_spots, with_text
from mcptest.negative.demands import returned
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Judgement, Probe, ProbeProof, Verdict
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.reply import Reply

_TEXTS = {
    "with a lone surrogate": "mcptest \ud800",
    "with a NUL": "mcptest \0 mcptest",
    "with direction controls": "mcptest \u202emcptest\u2066",
}


def _requests(subject: ProbeSubject) -> Iterator[Attempt]:
    for spot in text_spots(subject):
        for label, text in _TEXTS.items():
            yield with_text(subject, spot, text, label)


def _judge(reply: Reply, subject: ProbeSubject) -> Judgement:
    """RFC 8259, section 8.2: a lone surrogate in a string is odd, and still JSON."""
    judged = returned(reply, subject)
    if judged.verdict is not Verdict.MALFORMED or "frame-surrogate" not in judged.detail:
        return judged
    try:
        json.loads(reply.raw)
    except (ValueError, RecursionError):
        return judged
    advice = "the response repeats the lone surrogate, which many clients cannot decode"
    return Judgement(met=True, verdict=Verdict.ANSWERED, advice=advice)


PROBE = Probe(
    id="bad_unicode",
    fault="FAULT-INPUT-BAD-UNICODE",
    paper=RUNTIME_FAULTS,
    category="data and schema",
    sends="Lone surrogates as escapes, NUL and bidirectional controls in each string argument.",
    demands="Any response that is valid JSON, without a hang or a crash.",
    why=(
        "Strings end up in logs, files and queries, and one that cannot be encoded breaks them all."
    ),
    fix="Reject strings that cannot be encoded, and write JSON with an encoder that escapes.",
    requests=_requests,
    judge=_judge,
    proof=ProbeProof(
        failing=[{"on": "tools/call", "reply": {"jsonrpc": "2.0", "id": "${request.id}"}}]
    ),
)
