"""Draft a test from a call: proposed assertions, the YAML, and the changed suite."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.scaffold.draft import DraftedTest, escape_references, remark
from mcptest.scaffold.proposal import propose_assertions
from mcptest.scaffold.render import render_entry
from mcptest.scaffold.rewrite import add_tests
from mcptest.scaffold.server_block import server_block
from mcptest.scaffold.stability import compare, describe
from mcptest.scaffold.yaml_text import block as yaml_lines
from mcptest.ui.offered import OfferedServer
from mcptest.ui.page_call import PageCall
from mcptest.wire.target import MemoryTarget

_BLOCKS = {"tools/call": "tools", "resources/read": "resources", "prompts/get": "prompts"}
_KEYS = {"tools": "tool", "resources": "uri", "prompts": "prompt"}
_HEADER = """\
# Tests for {name}, saved from `mcptest ui`. Run them with: mcptest run {file}
"""
_MEMBERS = {"resources": "contents", "prompts": "messages"}


@record
class TestProposal:
    """A test before anybody chose its assertions."""

    block: str
    subject: str
    arguments: JsonObject
    assertions: tuple[JsonObject, ...]

    def draft(self, *, name: str, chosen: Sequence[int] | None = None) -> DraftedTest:
        """The test with the chosen assertions, all of them unless said otherwise."""
        body: JsonObject = {"name": name, _KEYS[self.block]: escape_references(self.subject)}
        if self.arguments:
            body["args"] = escape_references(self.arguments)
        numbers = range(len(self.assertions)) if chosen is None else chosen
        expect: list[Json] = [
            self.assertions[number] for number in numbers if 0 <= number < len(self.assertions)
        ]
        if expect:
            body["expect"] = escape_references(expect)
        return DraftedTest(self.block, self.subject, body)


def propose_test(call: PageCall, again: JsonObject | None, redactor: Redactor) -> TestProposal:
    """What a call says about the server; ``again`` is the result of the same call made twice.

    Raises: UsageError where there is nothing to learn from.
    """
    block = _BLOCKS.get(call.method)
    answer = call.answer or {}
    if block is None or not ("result" in answer or "rpc_error" in answer):
        raise UsageError(
            "ui-no-test",
            "only a response of a tool, a resource or a prompt can be saved as a test",
        )
    subject = str(call.params.get("uri" if block == "resources" else "name"))
    given = call.params.get("arguments")
    arguments = given if isinstance(given, dict) else {}
    found = _assertions(block, answer, again, arguments)
    kept = tuple(entry for entry in found if redactor.json(entry) == entry)
    hidden = redactor.json(arguments)
    return TestProposal(block, subject, hidden if isinstance(hidden, dict) else {}, kept)


def _assertions(
    block: str, answer: JsonObject, again: JsonObject | None, arguments: JsonObject
) -> list[JsonObject]:
    error = answer.get("rpc_error")
    if error is not None:
        code = error.get("code") if isinstance(error, dict) else None
        return [{"target": "error.code", "matcher": {"exact": code}}]
    result = answer.get("result")
    if not isinstance(result, dict):
        return [{"target": "result", "matcher": {"present": True}}]
    if block != "tools":
        return _listed(_MEMBERS[block], result, again, arguments)
    if result.get("isError") is True:
        return [{"target": "result.isError", "matcher": {"exact": True}}]
    return propose_assertions(result, again, arguments)


def _listed(
    member: str, result: JsonObject, again: JsonObject | None, arguments: JsonObject
) -> list[JsonObject]:
    """The contents of a resource, or the messages of a prompt."""
    target, value = f"result.{member}", result.get(member)
    other = None if again is None else again.get(member)
    found = describe(target, value, arguments) if other is None else compare(target, value, other)
    return [one.entry() for one in found][:20]


def entry_yaml(draft: DraftedTest) -> str:
    """The test alone, as it will stand in its block."""
    return f"{draft.block}:\n{render_entry(draft, 2)}"


def suite_with(text: str | None, draft: DraftedTest, offered: OfferedServer, path: str) -> str:
    """The suite with the test at its end; a new one where there is none.

    Raises: UsageError where the file is written in a way that cannot be added to.
    """
    if text is None:
        if isinstance(offered.spec.target, MemoryTarget):
            raise UsageError(
                "ui-server-in-memory",
                f"{offered.name} runs in memory, so a new suite cannot start it",
                hint="save into a suite that names a server",
            )
        server = server_block(
            offered.spec.target, bearer_env=offered.bearer_env, secrets=offered.spec.secrets
        )
        head = _HEADER.format(name=remark(offered.name), file=path)
        lines = "\n".join(yaml_lines({"server": server}, 0))
        return f"{head}\n{lines}\n\n{entry_yaml(draft)}"
    changed = add_tests(text, [draft])
    if changed is None:
        raise UsageError(
            "ui-suite-flow",
            f"cannot add a test to {path}: its {draft.block} block is not a list on lines",
            hint="copy the YAML and add it by hand",
        )
    return changed
