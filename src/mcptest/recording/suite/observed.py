"""The calls in a recording, with their responses and tools."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.recording.format.recording import Recording
from mcptest.recording.replay.script import Cue, scripts_of
from mcptest.safety.classify import classify
from mcptest.safety.tool_class import ToolClass

BLOCKS = {"tools/call": "tools", "resources/read": "resources", "prompts/get": "prompts"}
_SUBJECT = {"tools": "name", "resources": "uri", "prompts": "name"}


@record
class ObservedCall:
    """One call that was answered."""

    block: str
    subject: str
    arguments: JsonObject
    answer: JsonObject  # the response: with a result, or with an error
    session: str

    @property
    def key(self) -> str:
        """The same for the same call."""
        return json.dumps([self.block, self.subject, self.arguments], sort_keys=True)

    @property
    def result(self) -> JsonObject | None:
        found = self.answer.get("result")
        return found if isinstance(found, dict) else None


class KnownTools:
    """The tools that calls were made to, and what a call does."""

    def __init__(self, tools: Mapping[str, ToolDescriptor]) -> None:
        self.tools = tools

    def tool(self, name: str) -> ToolDescriptor:
        """As it was listed, or by its name alone where it was not."""
        return self.tools.get(name) or ToolDescriptor.from_json({"name": name, "inputSchema": {}})

    def tool_class(self, call: ObservedCall) -> ToolClass:
        if call.block != "tools":
            return ToolClass.READ_ONLY
        return classify(self.tool(call.subject)).tool_class

    def mutates(self, call: ObservedCall) -> bool:
        return self.tool_class(call) in {ToolClass.MUTATING, ToolClass.DESTRUCTIVE}


class Observed(KnownTools):
    """Everything of a recording that tests can be made of."""

    def __init__(self, recording: Recording) -> None:
        scripts = scripts_of(recording)
        super().__init__(_tools(cue for cues in scripts.values() for cue in cues))
        self.sessions = {
            name: calls
            for name, cues in scripts.items()
            if (calls := [call for cue in cues if (call := _call(cue)) is not None])
        }
        self.unanswered = sum(
            cue.method in BLOCKS and _call(cue) is None for cues in scripts.values() for cue in cues
        )


def _call(cue: Cue) -> ObservedCall | None:
    block = BLOCKS.get(cue.method)
    answer = cue.answer
    if block is None or answer is None:
        return None
    subject, arguments = cue.params.get(_SUBJECT[block]), cue.params.get("arguments")
    if not isinstance(subject, str) or _interim(answer):
        return None
    given = arguments if isinstance(arguments, dict) else {}
    return ObservedCall(block, subject, given, answer, cue.session)


def _interim(answer: JsonObject) -> bool:
    """A result that asks for input (2026-07-28) is not the end of the call."""
    result = answer.get("result")
    return isinstance(result, dict) and result.get("resultType", "complete") != "complete"


def _tools(cues: Iterable[Cue]) -> dict[str, ToolDescriptor]:
    found: dict[str, ToolDescriptor] = {}
    for cue in cues:
        answer = cue.answer if cue.method == "tools/list" else None
        result = answer.get("result") if answer else None
        listed: Json = result.get("tools") if isinstance(result, dict) else None
        for tool in listed if isinstance(listed, list) else ():
            descriptor = ToolDescriptor.from_json(tool)
            found.setdefault(descriptor.name, descriptor)
    return found
