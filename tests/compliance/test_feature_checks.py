"""The parts of the feature rules that data cannot say."""

import pytest

from mcptest.compliance.judge.check import check_of
from mcptest.compliance.judge.dialects import schema_problems
from mcptest.compliance.judge.header_marks import header_marks
from mcptest.compliance.observe.fixtures.template_reading import expand
from mcptest.compliance.select import declares

DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def problems(rule_id, **roots):
    return [(one["at"], one["problem"]) for one in check_of(rule_id).run(roots)]


@pytest.mark.parametrize(
    ("schema", "everywhere"),
    [
        ({"type": "object"}, []),
        ({"type": "word"}, [True]),
        ({"items": [{"type": "string"}]}, [False]),
        ({"$schema": DRAFT_07, "items": [{"type": "string"}]}, []),
        ({"$schema": DRAFT_07, "type": "word"}, [True]),
        ({"$schema": "https://example.com/own", "type": "word"}, []),
    ],
)
def test_a_schema_is_held_against_its_own_dialect(schema, everywhere):
    assert [wrong for _, wrong in schema_problems(schema)] == everywhere


@pytest.mark.parametrize(
    ("structured", "content", "repeated"),
    [
        ({"a": 1}, [{"type": "text", "text": '{"a": 1}'}], True),
        ({"result": 3}, [{"type": "text", "text": "3"}], True),
        ({"result": "hello"}, [{"type": "text", "text": "hello"}], True),
        ({"result": ["a", "b"]}, [{"text": "a"}, {"text": "b"}], True),
        ({"a": 1}, [{"type": "text", "text": "done"}], False),
        ({"a": 1}, [{"type": "image"}], False),
        ({"a": 1}, None, True),
    ],
)
def test_structured_content_may_be_repeated_whole_or_unwrapped(structured, content, repeated):
    result = {"structuredContent": structured}
    if content is not None:
        result["content"] = content
    call = {"tool": "t", "form": "result", "result": result}
    odd = {"tool": "u", "form": "error"}
    assert (problems("TOOL-115", tool_results={"items": [odd, call]}) == []) is repeated


def test_only_the_order_of_tools_that_stayed_is_compared():
    def roots(first, second):
        return {
            "tools": {"pages": [{"result": {"tools": [{"name": n} for n in first]}}]},
            "relisting": {"tools": {"result": {"tools": [{"name": n} for n in second]}}},
        }

    assert problems("TOOL-131", **roots("abc", "axbc")) == []
    assert len(problems("TOOL-131", **roots("abc", "acb"))) == 2


def tools_with(schema):
    return {"items": [{"name": "t", "inputSchema": schema}]}


def test_a_header_mark_is_plain_only_below_properties():
    schema = {
        "properties": {
            "a": {"type": "string", "x-mcp-header": "A"},
            "b": {"items": {"type": "string", "x-mcp-header": "B"}},
        },
        "x-mcp-header": "Root",
    }
    found = {mark.value: mark.plain for mark in header_marks({"tools": tools_with(schema)})}
    assert found == {"A": True, "B": False, "Root": False}
    assert len(problems("TOOL-135", tools=tools_with(schema))) == 2


def test_header_marks_are_unique_whatever_their_case():
    schema = {"properties": {"a": {"x-mcp-header": "Zone"}, "b": {"x-mcp-header": "zone"}}}
    assert problems("TOOL-134", tools=tools_with(schema)) == [
        ("t", 'tool "t", parameter b: the x-mcp-header zone is used more than once')
    ]


def test_a_reference_to_what_the_schema_holds_itself_is_no_network():
    own = {"$id": "https://example.com/own", "$ref": "https://example.com/own#/$defs/a"}
    assert problems("TOOL-137", tools=tools_with(own)) == []
    dynamic = {"$dynamicRef": "https://example.com/other"}
    assert len(problems("TOOL-137", tools=tools_with(dynamic))) == 1
    assert problems("TOOL-137", tools=tools_with(True)) == []


def test_a_listed_schema_is_compared_keyword_by_keyword():
    wanted = {"name": "t", "schema": {"type": "object", "required": ["a"], "minProperties": 1}}
    tools = tools_with({"type": "object", "required": ["b"]})
    found = problems("TOOL-138", tools=tools, hints={"schema_tool": wanted})
    assert found == [
        ("t", 'the listed schema of tool "t" has another required'),
        ("t", 'the listed schema of tool "t" has no minProperties'),
    ]
    assert problems("TOOL-138", tools=tools, hints={"schema_tool": 5}) == []


@pytest.mark.parametrize(
    ("content", "wrong"),
    [({"text": "é"}, False), ({"text": "ab"}, False), ({"blob": "YQ=="}, True), (5, False)],
)
def test_a_size_is_that_of_the_raw_bytes(content, wrong):
    read = {"uri": "x:1", "resource": {"size": 2}, "result": {"contents": [content]}}
    assert bool(problems("RES-307", reads={"items": [read]})) is wrong


def test_a_blob_that_cannot_be_decoded_has_no_length():
    read = {"uri": "x:1", "resource": {"size": 2}, "result": {"contents": [{"blob": "a"}]}}
    assert problems("RES-307", reads={"items": [read]}) == []


def test_a_task_may_not_leave_its_end_and_has_a_known_status():
    def statuses(*names):
        polls = [{"result": {"status": name}} for name in names]
        return {"polls": polls, "after": {"error": {}}}

    assert problems("TASK-007", task_run=statuses("working", "completed")) == []
    assert problems("TASK-007", task_run=statuses("failed", "working")) != []
    assert problems("TASK-007", task_run=statuses("paused")) != []
    assert problems("TASK-007", task_run={}) == []


@pytest.mark.parametrize(
    ("template", "uris"),
    [
        ("note://{name}", ["note://1", "note://2"]),
        ("note://{+a}/{b*}", ["note://1/1", "note://2/2"]),
        ("note://{?q}", []),
        ("note://plain", []),
    ],
)
def test_a_template_is_filled_where_its_variables_are_simple(template, uris):
    assert expand(template, lambda _name: ("1", "2")) == uris


def test_a_capability_with_dots_in_its_name_stands_in_brackets():
    capabilities = {"extensions": {"com.example/x": {}}, "resources": {"subscribe": False}}
    assert declares(capabilities, 'extensions["com.example/x"]')
    assert not declares(capabilities, "resources.subscribe")


@pytest.mark.parametrize(("transport", "count"), [("stdio", 1), ("streamable-http", 0)])
def test_an_http_error_body_may_be_an_error_of_no_request(transport, count):
    stray = {"id": "server-error", "error": {"code": -32600, "message": "Bad Request"}}
    roots = {"session": {"transport": transport}, "transcript": {"errors": [stray]}}
    assert len(list(check_of("RPC-031").run(roots))) == count
