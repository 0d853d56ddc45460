"""Provoke errors, and read what they and the errors of the other probes tell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mcptest.engine.answer import error_text, sort_answer
from mcptest.model.json import Missing
from mcptest.model.leak import find_leaks
from mcptest.model.texts import texts_in
from mcptest.negative.attempts import ask, broken_calls, call, text_spots, with_text
from mcptest.negative.demands import broken_down
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Judgement, Probe, ProbeProof, Verdict
from mcptest.negative.subject import ProbeSubject
from mcptest.safety.summary import STRANGE_TOOL
from mcptest.schema.mutate import Break
from mcptest.wire.reply import Reply

_URI = "mcptest://no-such-host/no-such-resource"
_PROMPT = "mcptest_no_such_prompt"
_QUOTES = "mcptest'\"`"  # unbalanced: what is pasted into a statement breaks it, and does no more
_BROKEN = 4  # calls with bad arguments; more of them end in the same place


def _requests(subject: ProbeSubject) -> Iterator[Attempt]:
    """One error from each place where a server makes them."""
    yield call(subject, subject.base, f"unknown tool {STRANGE_TOOL}", tool=STRANGE_TOOL)
    yield from islice(broken_calls(subject, (Break.MISSING_REQUIRED, Break.WRONG_TYPE)), _BROKEN)
    yield with_text(subject, text_spots(subject)[0], _QUOTES, "with unbalanced quotes")
    if "resources" in subject.capabilities:
        yield ask("resources/read", {"uri": _URI}, f"unknown resource {_URI}")
    if "prompts" in subject.capabilities:
        yield ask("prompts/get", {"name": _PROMPT}, f"unknown prompt {_PROMPT}")


def _judge(reply: Reply, subject: ProbeSubject) -> Judgement:
    known = "" if isinstance(reply.request, Missing) else texts_in(reply.request)
    leaks = find_leaks(error_text(reply), known=known, given=subject.given)
    if leaks:
        told = "; ".join(f"{leak.kind}: {leak.excerpt}" for leak in leaks)
        return Judgement(met=False, verdict=Verdict.LEAKED, detail=told)
    broken = broken_down(sort_answer(reply))
    return broken or Judgement(met=True, verdict=Verdict.REJECTED)


PROBE = Probe(
    id="error_leak",
    fault="FAULT-SECURITY-ERROR-LEAK",
    paper=RUNTIME_FAULTS,
    category="security",
    sends=(
        "Requests that end in an error: an unknown tool, invalid arguments, a string with "
        "unbalanced quotes, an unknown resource and prompt. It also reads the errors from the "
        "other probes."
    ),
    demands=(
        "No stack trace, local path, SQL, internal host name or secret in the message, data or "
        "content of an error."
    ),
    why="Errors end up in a model's context, and from there they can reach anyone.",
    fix="Log the details, and return only what the caller can act on.",
    nothing="the server returned no errors",
    requests=_requests,
    judge=_judge,
    reads_errors=True,
    proof=ProbeProof(
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
