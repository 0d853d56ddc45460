from mcptest.model.json import MISSING
from mcptest.model.tool import ToolDescriptor
from mcptest.safety import classify
from mcptest.scaffold.arguments import prompt_arguments, tool_arguments
from mcptest.scaffold.draft import remark, resource_draft, tool_draft
from mcptest.scaffold.render import render_suite
from mcptest.scaffold.server_block import server_block
from mcptest.scaffold.trial import trouble_with
from mcptest.schema.synth import Synthesis
from mcptest.suite.yaml.source import parse_source
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.target import HttpTarget, StdioTarget


def tool(**members):
    return ToolDescriptor.from_json({"name": "t", **members})


def test_hostile_text_cannot_leave_its_comment():
    odd = tool(description="one\ntools: []\x1b[31m\u2028x", inputSchema={})
    draft = tool_draft(odd, classify(odd), Synthesis({}), None)
    text = render_suite("n\nserver: evil", {"command": ["x"]}, [draft], notes=["a\nb"])
    tree = parse_source(text).plain()
    assert tree == {
        "server": {"command": ["x"]},
        "tools": [{"name": "t works", "tool": "t", "args": {}}],
    }
    assert "\x1b" not in text


def test_a_long_remark_is_cut_between_words():
    assert remark("word " * 100).endswith("word word…")
    assert len(remark("word " * 100)) <= 160
    assert len(remark("x" * 500)) == 160


def test_a_dollar_in_an_example_stays_a_dollar():
    draft = resource_draft("a://${HOME}", None, None)
    assert draft.body["uri"] == "a://$${HOME}"
    made = tool(
        inputSchema={
            "type": "object",
            "properties": {"x": {"examples": [["${A}"]]}},
            "required": ["x"],
        }
    )
    found = tool_draft(made, classify(made), tool_arguments(made), None)
    assert found.body["args"] == {"x": ["$${A}"]}


def test_a_tool_without_a_schema_or_with_one_for_something_else_says_so():
    assert tool_arguments(tool()).problem
    assert tool_arguments(tool(inputSchema={"type": "string"})).problem


def test_a_schema_in_an_older_dialect_that_does_not_say_so_is_understood():
    schema = {
        "type": "object",
        "properties": {"p": {"type": "array", "items": [{"type": "string"}], "minItems": 1}},
        "required": ["p"],
    }
    assert tool_arguments(tool(inputSchema=schema)).value == {"p": ["example"]}


def test_prompt_arguments_follow_the_list():
    prompt = {"arguments": [{"name": "city", "required": True}, {"name": "b"}, {"name": 5}, "x"]}
    assert prompt_arguments(prompt) == {"city": "Berlin"}
    assert prompt_arguments(prompt, all_arguments=True) == {"city": "Berlin", "b": "example"}
    assert prompt_arguments("x") == {}


def test_secrets_are_named_and_never_written():
    stdio = StdioTarget(
        ("srv", "${x}"), {"API_KEY": "abc", "MODE": "fast", "OTHER": "ghp_" + "a" * 30}, "/d"
    )
    assert server_block(stdio) == {
        "command": ["srv", "$${x}"],
        "env": {"API_KEY": "${env.API_KEY}", "MODE": "fast", "OTHER": "${env.OTHER}"},
        "cwd": "/d",
    }
    http = HttpTarget("http://h/mcp", {"Authorization": "Bearer abc", "X-Mode": "fast"}, "sse")
    assert server_block(http) == {
        "url": "http://h/mcp",
        "headers": {"Authorization": {"env": "AUTHORIZATION"}, "X-Mode": "fast"},
        "transport": "sse",
    }
    assert server_block(
        HttpTarget("http://h", {"Authorization": "Bearer abc"}), bearer_env="TOKEN"
    ) == {
        "url": "http://h",
        "auth": {"bearer_token_env": "TOKEN"},
    }
    assert server_block(StdioTarget(("srv",))) == {"command": ["srv"]}


def reply(**members):
    return Reply(**{"kind": ReplyKind.ANSWERED, "method": "tools/call", **members})


def test_a_trial_says_what_went_wrong():
    assert trouble_with(reply(result={"content": []})) is None
    assert "timed out" in trouble_with(reply(kind=ReplyKind.TIMED_OUT))
    assert "JSON-RPC" in trouble_with(reply(kind=ReplyKind.MALFORMED))
    assert (
        trouble_with(reply(error={"code": 1, "message": " "}))
        == "returned an error when it was called"
    )
    assert trouble_with(reply(error={"code": 1, "message": "no\nmore"})).endswith('"no"')
    assert (
        trouble_with(reply(result={"isError": True, "content": [5]}))
        == "returned an error when it was called"
    )
    assert "input" in trouble_with(reply(result={"resultType": "input_required"}))


def test_a_trial_tells_an_exception_from_missing_arguments():
    raised = "integer division or modulo by zero"
    failed = {"isError": True, "content": [{"type": "text", "text": raised}]}
    said = trouble_with(reply(result=failed))
    assert said.startswith("raised an exception")
    assert raised in said


def test_what_changes_from_call_to_call_does_not_change_the_file():
    said = "lost 123e4567-e89b-42d3-a456-426614174000"
    assert "<uuid>" in trouble_with(reply(error={"code": 1, "message": said}))
    assert reply().result is MISSING


def test_a_path_that_the_server_was_given_is_not_hidden():
    said = "ENOENT: open '/tmp/files/a.txt' and '/tmp/other'"
    told = trouble_with(reply(error={"code": 1, "message": said}), given=("/tmp/files",))
    assert "'/tmp/files/a.txt' and '<path>'" in told


def test_the_folder_of_generated_arguments_has_the_same_name_in_every_run():
    said = "denied: /tmp/mcptest-1/a.txt"
    told = trouble_with(reply(error={"code": 1, "message": said}), folder="/tmp/mcptest-1")
    assert "denied: <temporary folder>/a.txt" in told
