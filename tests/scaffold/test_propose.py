import asyncio

from tests.servers.logging_server import DESTRUCTIVE, MUTATING, TOOLS, LoggingServer

from mcptest.safety import ExecutionPolicy, Gate
from mcptest.scaffold.propose import observe_and_propose
from mcptest.scaffold.server_session import ServerSession
from mcptest.scaffold.subjects import ProposalSubject, find_subjects
from mcptest.suite.yaml.source import parse_source


def every_tool():
    return [
        ProposalSubject(n, f"test {tool['name']}", None, tool["name"], {"message": "hello"})
        for n, tool in enumerate(TOOLS)
    ]


def proposed(logged, policy=None, subjects=None):
    gate = Gate(policy or ExecutionPolicy())
    wanted = every_tool() if subjects is None else subjects
    return asyncio.run(
        observe_and_propose(lambda: ServerSession(logged.server, gate, "propose"), wanted)
    )


def by_tool(found, name):
    index = next(n for n, tool in enumerate(TOOLS) if tool["name"] == name)
    return {one["target"]: one["matcher"] for one in found.entries[index]}


def test_reading_tools_are_called_twice_mutating_once_destructive_never(logged):
    server = logged()
    proposed(server)
    assert all(server.count(name) == 2 for name in ("echo", "lookup", "now"))
    assert all(server.count(name) == 1 for name in MUTATING | {"counter"})
    assert not DESTRUCTIVE & set(server.calls)


def test_no_flag_doubles_what_changes_something(logged):
    server = logged()
    proposed(server, ExecutionPolicy(execute_destructive=True))
    assert all(server.count(name) == 1 for name in MUTATING | DESTRUCTIVE)


def test_what_stays_is_pinned_and_what_moves_is_described(logged):
    found = proposed(logged())
    text = "result.content[0].text"
    assert by_tool(found, "echo")[text] == {"exact": "hello"}
    assert by_tool(found, "now")[text] == {"type": "string"}
    assert by_tool(found, "counter")[text] == {"type": "string"}
    assert by_tool(found, "lookup")["result.structuredContent.n"] == {"exact": 7}
    assert by_tool(found, "create_thing")[text] == {"type": "string"}


def test_what_gets_nothing_is_named_with_its_reason(logged):
    found = proposed(
        logged(), subjects=[*every_tool(), ProposalSubject(99, "stray", None, "nowhere", {})]
    )
    left = {one.name: one.why for one in found.left}
    assert "destructive" in left["test delete_thing"]
    assert "returned an error" in left["test needs_more"]
    assert "no tool nowhere" in left["stray"]


def test_a_second_test_of_a_mutating_tool_is_left_alone(logged):
    server = logged()
    two = [
        ProposalSubject(n, f"t{n}", None, "create_thing", {"message": "hello"}) for n in range(2)
    ]
    found = proposed(server, subjects=two)
    assert server.count("create_thing") == 1
    assert "already" in found.left[0].why


def test_the_budget_holds(logged):
    server = logged()
    found = proposed(server, ExecutionPolicy(max_calls=3))
    assert len(server.calls) == 3
    assert any("budget" in one.why for one in found.left)


def test_a_server_that_dies_is_told(logged):
    found = proposed(logged(dies_on={tool["name"] for tool in TOOLS}))
    assert len(found.left) == len(TOOLS)


def test_a_result_that_is_no_object_teaches_nothing(logged):
    class Odd(LoggingServer):
        def tools_call(self, params):
            return "text"

    found = proposed(logged(server_class=Odd), subjects=every_tool()[:1])
    assert found.left[0].why


def test_only_plain_tests_of_the_file_itself_are_subjects():
    text = """\
tools:
  - {name: a, tool: t, args: {x: 1}, server: s}
  - {name: b, tool: t, expect: []}
  - {name: c, tool: t, skip: later}
  - {name: d, tool: t, negative_path: {}}
  - {name: e, tool: t}
"""
    tools = parse_source(text, name="mine.yml").get("tools")
    subjects, left = find_subjects(tools, "mine.yml")
    assert subjects == [
        ProposalSubject(0, "a", "s", "t", {"x": 1}),
        ProposalSubject(4, "e", None, "t", {}),
    ]
    assert [one.name for one in left] == ["b", "c", "d"]
    assert find_subjects(tools, "other.yml") == ([], [])
    assert find_subjects(None, "mine.yml") == ([], [])
