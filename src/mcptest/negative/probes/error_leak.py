"""Read what the errors of the other probes tell."""

from __future__ import annotations

from mcptest.engine.answer import error_text
from mcptest.model.json import Missing
from mcptest.model.leak import find_leaks, texts_in
from mcptest.negative.probe import RUNTIME_FAULTS, Judgement, Probe, Proof, Verdict
from mcptest.negative.subject import Subject
from mcptest.wire.reply import Reply


def _judge(reply: Reply, _subject: Subject) -> Judgement:
    known = "" if isinstance(reply.request, Missing) else texts_in(reply.request)
    leaks = find_leaks(error_text(reply), known=known)
    if not leaks:
        return Judgement(met=True, verdict=Verdict.REJECTED)
    told = "; ".join(f"a {leak.kind}: {leak.excerpt}" for leak in leaks)
    return Judgement(met=False, verdict=Verdict.LEAKED, detail=told)


PROBE = Probe(
    id="error_leak",
    fault="FAULT-SECURITY-ERROR-LEAK",
    paper=RUNTIME_FAULTS,
    category="security",
    sends="Nothing of its own: it reads every error of the probes that ran.",
    demands="No stack trace, no place on the machine, no secret.",
    why="Errors travel into the context of a model and from there into other people's hands.",
    fix="Log the details, and answer with what the caller can do about it.",
    nothing="no error came from the probes that ran",
    requests=lambda _subject: (),
    judge=_judge,
    reads_errors=True,
    proof=Proof(
        failing=[
            {
                "on": "tools/call",
                "when": {"reply": {"result": {"isError": True}}},
                "result": {
                    "isError": True,
                    "content": [
                        {
                            "type": "text",
                            "text": "Traceback (most recent call last):\n"
                            '  File "/srv/app/tools.py", line 3, in search',
                        }
                    ],
                },
            }
        ]
    ),
)
