import asyncio

import pytest
from tests.servers.logging_server import DESTRUCTIVE, MUTATING, TOOLS, LoggingServer

from mcptest.errors import TargetError
from mcptest.safety import ExecutionPolicy, Gate
from mcptest.scaffold.render import render_suite
from mcptest.scaffold.server_session import ServerSession
from mcptest.scaffold.survey import MOST_RESOURCES, DraftWish, survey
from mcptest.suite.yaml.source import parse_source


def surveyed(logged, policy=None, wish=None):
    gate = Gate(policy or ExecutionPolicy())

    async def go():
        async with ServerSession(logged.server, gate, "scaffold") as session:
            return await survey(session, wish or DraftWish())

    return asyncio.run(go()), gate


def body(found, subject):
    return next(draft.body for draft in found.drafts if draft.subject == subject)


def remarks(found, subject):
    return " | ".join(next(draft.remarks for draft in found.drafts if draft.subject == subject))


def test_without_the_flag_nothing_destructive_is_called_and_a_change_happens_once(logged):
    server = logged()
    surveyed(server)
    assert not DESTRUCTIVE & set(server.calls)
    assert all(server.count(name) == 1 for name in MUTATING)


def test_with_the_flag_what_is_destructive_is_called_once(logged):
    server = logged()
    surveyed(server, ExecutionPolicy(execute_destructive=True))
    assert all(server.count(name) == 1 for name in DESTRUCTIVE | MUTATING)


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_the_budget_holds(logged, limit):
    server = logged()
    found, _ = surveyed(server, ExecutionPolicy(max_calls=limit, concurrency=32))
    names = {tool["name"] for tool in TOOLS}
    assert sum(name in names for name in server.calls) == limit
    assert "not called" in body(found, "create_thing")["skip"]


def test_every_tool_has_a_test_in_the_order_served(logged):
    found, _ = surveyed(logged())
    tools = [draft.subject for draft in found.drafts if draft.block == "tools"]
    assert tools == [tool["name"] for tool in TOOLS]


def test_what_changes_something_is_serial_and_says_so(logged):
    found, _ = surveyed(logged())
    assert body(found, "create_thing")["serial"] is True
    assert "serial" not in body(found, "echo")
    assert "mutating" in remarks(found, "touch")


def test_what_may_be_refused_a_second_time_expects_an_answer_and_no_more(logged):
    found, _ = surveyed(logged())
    for name in ("create_thing", "touch"):
        assert body(found, name)["expect"] == [
            {"target": "result.content", "matcher": {"type": "array"}}
        ]
    again = [
        {"name": "create_x", "annotations": {"idempotentHint": True}, "inputSchema": {}},
        {"name": "update_x", "inputSchema": {}},
    ]
    found, _ = surveyed(logged(again))
    assert "expect" not in body(found, "create_x")
    assert "expect" not in body(found, "update_x")


def test_a_thing_that_is_there_already_does_not_change_the_text(logged):
    class Shop(LoggingServer):
        made = 0

        def tools_call(self, params):
            Shop.made += 1
            said = "made" if Shop.made == 1 else "the thing already exists"
            return {"content": [{"type": "text", "text": said}], "isError": Shop.made > 1}

    tools = [{"name": "create_thing", "inputSchema": {}}]
    first, _ = surveyed(logged(tools, server_class=Shop))
    second, _ = surveyed(logged(tools, server_class=Shop))
    assert first.drafts == second.drafts
    assert Shop.made == 2


def test_what_is_destructive_waits_for_a_person(logged):
    found, _ = surveyed(logged())
    for name in DESTRUCTIVE:
        assert body(found, name)["skip"].startswith("review before first run")
        assert "review before first run" in remarks(found, name)


def test_a_tool_that_errors_on_our_arguments_waits_for_real_ones(logged):
    found, _ = surveyed(logged())
    assert body(found, "needs_more")["skip"].startswith("returned an error when it was called")
    assert "no such record" in body(found, "needs_more")["skip"]


def test_a_tool_that_no_value_fits_waits_for_real_arguments(logged):
    server = logged()
    found, _ = surveyed(server)
    assert body(found, "impossible")["skip"].startswith("needs real arguments")
    assert server.count("impossible") == 0


def test_resources_and_prompts_have_tests_too(logged):
    found, _ = surveyed(logged())
    assert body(found, "log://one") == {"name": "log://one can be read", "uri": "log://one"}
    assert body(found, "greet")["args"] == {"who": "example"}
    assert "args" not in body(found, "bare")


def test_what_is_known_already_is_neither_called_nor_written(logged):
    server = logged()
    wish = DraftWish(
        known={"tools": {"echo", "create_thing"}, "resources": {"log://one"}, "prompts": {"greet"}}
    )
    found, _ = surveyed(server, wish=wish)
    assert not {"echo", "create_thing", "log://one", "greet"} & {
        draft.subject for draft in found.drafts
    }
    assert not {"echo", "create_thing", "log://one"} & set(server.calls)


def test_all_arguments_are_filled_in_where_asked(logged):
    tool = {
        "name": "t",
        "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}},
    }
    found, _ = surveyed(logged([tool]), wish=DraftWish(all_arguments=True))
    assert body(found, "t")["args"] == {"limit": 10}


def test_a_server_that_dies_in_the_middle_is_started_again(logged):
    server = logged(dies_on={"touch"})
    found, _ = surveyed(server)
    assert "made the server exit" in body(found, "touch")["skip"]
    assert "skip" not in body(found, "log://one")
    assert server.sessions == 2


def test_a_server_that_dies_on_everything_still_gets_a_suite(logged):
    server = logged(dies_on={tool["name"] for tool in TOOLS})
    found, _ = surveyed(server)
    assert len([draft for draft in found.drafts if draft.block == "tools"]) == len(TOOLS)


def test_a_server_without_tools_says_so(logged):
    found, _ = surveyed(logged([]))
    assert "no tools" in found.notes[0]
    assert [draft.block for draft in found.drafts] == [
        "resources",
        "resources",
        "prompts",
        "prompts",
    ]


def test_odd_catalogs_are_taken_as_they_are(logged):
    tools = [
        {"name": "x", "inputSchema": {}},
        {"name": "x", "annotations": {"destructiveHint": True}},
        {"name": 5},
        "text",
        {"name": "y"},
    ]
    server = logged(tools)
    found, _ = surveyed(server)
    assert [draft.subject for draft in found.drafts if draft.block == "tools"] == ["x", "y"]
    assert "x" not in server.calls
    assert "without a unique name" in found.notes[0]


def test_five_hundred_tools_are_no_trouble(logged):
    tools = [{"name": f"get_{n}", "inputSchema": {"type": "object"}} for n in range(500)]
    found, gate = surveyed(logged(tools), ExecutionPolicy(concurrency=16))
    assert len(gate.records) == 500
    assert len(found.drafts) == 504


def test_many_resources_are_cut_and_the_rest_counted(logged):
    class Library(LoggingServer):
        def resources_list(self, params):
            odd = [{"uri": 5}, "text"]
            return {"resources": [*odd, *({"uri": f"b://{n}"} for n in range(MOST_RESOURCES + 7))]}

        def prompts_list(self, params):
            return {"prompts": [{"name": 5}, "text", {"name": "a"}, {"name": "a"}]}

    found, _ = surveyed(logged([], server_class=Library))
    assert "7 more resources" in found.notes[-1]
    assert [draft.subject for draft in found.drafts if draft.block == "prompts"] == ["a"]


def test_the_text_is_the_same_every_time_and_reads_back(logged):
    texts = set()
    for _ in range(2):
        found, _ = surveyed(logged())
        texts.add(render_suite("logging", {"command": ["x"]}, found.drafts, notes=found.notes))
    (text,) = texts
    tree = parse_source(text).plain()
    assert [entry["tool"] for entry in tree["tools"]] == [tool["name"] for tool in TOOLS]
    assert "# review before first run" in text
    assert "skip: needs real arguments" in text or 'skip: "needs real arguments' in text


def test_resources_and_prompts_that_fail_wait_for_a_person(logged):
    class Failing(LoggingServer):
        def handle(self, message):
            if message.get("method") in {"resources/read", "prompts/get"}:
                return {
                    "jsonrpc": "2.0",
                    "id": message["id"],
                    "error": {"code": -32602, "message": "no"},
                }
            return super().handle(message)

    found, _ = surveyed(logged([], server_class=Failing))
    assert all(
        "returned an error when it was called" in draft.body["skip"] for draft in found.drafts
    )


def test_a_server_that_does_not_list_its_tools_is_no_server_to_write_tests_for(logged):
    class Mute(LoggingServer):
        def tools_list(self, params):
            return {"tools": "none"}

    with pytest.raises(TargetError) as caught:
        surveyed(logged(server_class=Mute))
    assert caught.value.code == "tools-not-listed"


def test_what_is_not_declared_is_not_asked_for(logged):
    class Bare(LoggingServer):
        def initialize(self, params):
            return {**super().initialize(params), "capabilities": {}}

    found, _ = surveyed(logged(server_class=Bare))
    assert found.drafts == ()


def test_a_tool_that_must_be_called_as_a_task_gets_a_skip_that_says_so(logged):
    tool = {"name": "create_report", "inputSchema": {"type": "object"}}
    server = logged([{**tool, "execution": {"taskSupport": "required"}}])
    found, _ = surveyed(server)

    assert "create_report" not in server.calls
    assert "as a task" in body(found, "create_report")["skip"]
    assert "expect" not in body(found, "create_report")
