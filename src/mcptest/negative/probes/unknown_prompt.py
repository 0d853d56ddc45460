"""Ask for a prompt that nobody has, and for one without its required argument."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.json import JsonObject
from mcptest.model.outcome import Skip
from mcptest.negative.attempts import ask, needs_capability
from mcptest.negative.demands import INVALID_PARAMS, rejection_preferring
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.subject import ProbeSubject

_NAME = "mcptest_no_such_prompt"


def _requests(subject: ProbeSubject) -> Iterator[Attempt]:
    yield ask("prompts/get", {"name": _NAME}, f"unknown prompt {_NAME}")
    for prompt in subject.prompts:
        name, required = prompt.get("name"), _required(prompt)
        for left_out in required:
            given: JsonObject = {other: "mcptest" for other in required if other != left_out}
            label = f"prompt {name} without {left_out}"
            yield ask("prompts/get", {"name": name, "arguments": given}, label)


def _required(prompt: JsonObject) -> list[str]:
    listed = prompt.get("arguments")
    found = [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    return [str(item.get("name")) for item in found if item.get("required") is True]


def _applies(subject: ProbeSubject) -> Skip | None:
    return needs_capability(subject, "prompts")


PROBE = Probe(
    id="unknown_prompt",
    fault="FAULT-PROMPT-UNKNOWN",
    paper=RUNTIME_FAULTS,
    category="prompt",
    sends="`prompts/get` for an unknown prompt, and for each prompt without a required argument.",
    demands="An error.",
    why="An incomplete prompt reaches the model as if it were complete.",
    fix="Return error -32602, and name the prompt or the argument.",
    applies=_applies,
    looks=("prompts",),
    requests=_requests,
    judge=rejection_preferring(INVALID_PARAMS, "the specification recommends"),
    proof=ProbeProof(
        failing=[
            {"on": "prompts/get", "when": {"reply": {"error": {}}}, "result": {"messages": []}}
        ]
    ),
)
