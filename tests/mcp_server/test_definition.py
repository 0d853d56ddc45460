"""What is offered: to whom, and in which words."""

import pytest
from tests.mcp_server.conftest import call, opening

from mcptest.lint.engine import lint_catalog
from mcptest.mcp_server.definition import all_tools, make_definition
from mcptest.mock.server import MockServer

EXECUTING = {
    "audit_server",
    "list_tools",
    "propose_assertions",
    "run_suite",
    "scaffold_suite",
}


def listed(definition):
    return {tool.name for tool in definition.tools}


def test_our_own_lint_has_nothing_to_say():
    assert lint_catalog([tool.entry for tool in all_tools()]) == []


def test_what_executes_is_offered_only_with_consent(context):
    reading = listed(make_definition(context, enable_writes=False))
    assert reading.isdisjoint(EXECUTING)
    assert listed(make_definition(context, enable_writes=True)) == reading | EXECUTING


def test_what_executes_says_so_and_what_reads_says_so():
    for tool in all_tools():
        hints = tool.entry["annotations"]
        assert hints["readOnlyHint"] is not tool.executes
        assert hints.get("destructiveHint", False) is tool.executes
        assert tool.executes is (tool.name in EXECUTING)


@pytest.mark.parametrize("name", sorted(EXECUTING))
def test_a_tool_that_is_withheld_says_how_to_get_it(context, name):
    server = MockServer(make_definition(context, enable_writes=False))
    server.handle(opening("2025-11-25"))
    error = server.handle(call(name, {}))[0].message["error"]
    assert error["code"] == -32602
    assert "--enable-writes" in error["message"]


def test_a_fault_of_ours_fails_one_call_and_tells_no_more_than_its_kind(context, ask, monkeypatch):
    monkeypatch.setattr(type(context), "known", property(lambda _: 1 / 0))
    said = ask("explain", id="no-such-thing")
    assert said.startswith("error[internal]: ZeroDivisionError")


def test_the_schema_of_a_suite_and_a_prompt_are_there(context):
    server = MockServer(make_definition(context, enable_writes=False))
    server.handle(opening("2025-11-25"))

    def ask(method, **params):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return server.handle(message)[0].message["result"]

    [resource] = ask("resources/list")["resources"]
    assert '"$schema"' in ask("resources/read", uri=resource["uri"])["contents"][0]["text"]
    [prompt] = ask("prompts/list")["prompts"]
    got = ask("prompts/get", name=prompt["name"], arguments={"server": "my-server"})
    assert '"my-server"' in got["messages"][0]["content"]["text"]
