"""The ``prompts:`` block: get a prompt and check its messages."""

from __future__ import annotations

from mcptest.calls.call import observe_call
from mcptest.calls.case import CallRow, make_case
from mcptest.calls.entry_cases import entry_cases
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import Lane
from mcptest.model.record import record
from mcptest.suite.block import Block
from mcptest.suite.entry import ARGS, CALL_DEFAULTS, ENTRY_KEYS, SuiteEntry
from mcptest.suite.load import Suite
from mcptest.suite.shape import Key, ListOf, Object, Text


@record(kw_only=True)
class PromptTest(SuiteEntry):
    prompt: str


SHAPE = Object(
    "prompt test",
    {
        **ENTRY_KEYS,
        "prompt": Key(Text(), required=True, doc="Prompt to get."),
        "args": Key(ARGS, doc="Arguments of the prompt."),
    },
    PromptTest,
    place=True,
)


def prompt_cases(tests: tuple[PromptTest, ...], suite: Suite) -> list[Case]:
    return [case for test in tests for case in entry_cases(test, suite, _cases)]


def _cases(test: PromptTest, suite: Suite) -> list[Case]:
    async def observe(context: Context) -> Observation:
        params: JsonObject = {"name": test.prompt}
        if test.args:
            params["arguments"] = test.args
        return await observe_call(context, test, "prompts/get", params)

    return [make_case(CallRow(test), suite, lane=Lane.PROMPTS, observe=observe)]


BLOCK = Block(
    key="prompts",
    doc="Tests that get prompts.",
    lane=Lane.PROMPTS,
    shape=ListOf(SHAPE),
    cases=prompt_cases,
    defaults=CALL_DEFAULTS,
    late=True,
    large=True,
)
