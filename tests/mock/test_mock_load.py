"""Files that a mock is made from: manifests, saved catalogs, and what is wrong with others."""

import json
from pathlib import Path

import pytest

from mcptest.errors import FileProblemsError
from mcptest.mock.manifest.definition import Response
from mcptest.mock.manifest.load import load_definition, read_definition
from mcptest.mock.server import MockServer
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.yaml.source import parse_source

EXAMPLES = Path(__file__).parents[2] / "examples" / "mocks"
ZOO = Path(__file__).parents[3] / "shared" / "zoo"
TOOL = {"name": "t", "inputSchema": {"type": "object"}, "execution": {}}


def read(text):
    return read_definition(parse_source(text, name="mock.yml", kind="mock"))


def server(members):
    return read(json.dumps({"mock_server": members}))


def problems(text):
    with pytest.raises(FileProblemsError) as caught:
        read(text)
    return [(problem.code, problem.where.line) for problem in caught.value.problems]


def problem(members):
    [(code, _)] = problems(json.dumps({"mock_server": members}))
    return code


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yml")), ids=lambda path: path.name)
def test_every_example_loads_and_serves(path, connect):
    definition = load_definition(path)
    for version in list(SpecVersion)[:5]:
        assert connect(MockServer(definition), version).result("tools/list")["tools"]


@pytest.mark.parametrize(
    "data",
    [
        {"tools": [TOOL]},
        [TOOL],
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL]}},
        {"server": "by-name", "tools": [TOOL]},
        {"schema": "mcptest.tools/v1", "server": {}, "tools": [{"name": "t", "tool": TOOL}]},
    ],
)
def test_a_saved_catalog_is_read_in_each_of_its_forms(data):
    [tool] = read(json.dumps(data)).tools
    assert (tool.name, tool.entry, tool.response) == ("t", TOOL, None)


@pytest.mark.skipif(not ZOO.is_dir(), reason="the catalogs of real servers are not at hand")
def test_catalogs_of_real_servers_are_served(connect):
    for path in sorted(ZOO.glob("*.tools.json")):
        definition = load_definition(path)
        listed = connect(MockServer(definition), SpecVersion.V2025_11_25).result("tools/list")
        assert [tool["name"] for tool in listed["tools"]] == [
            tool.name for tool in definition.tools
        ]


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        ([5], ["mock-catalog"]),
        ([{"name": 5}, {}], ["mock-catalog", "mock-catalog"]),
        ([TOOL, TOOL], ["mock-duplicate"]),
        ({"tools": 5}, ["mock-not-a-definition"]),
        ({"server": {}, "tools": []}, ["mock-not-a-definition"]),
        ({"name": "a-package", "dependencies": {}}, ["mock-not-a-definition"]),
        ("text", ["mock-not-a-definition"]),
    ],
)
def test_what_is_no_catalog_is_told_apart(data, codes):
    assert [code for code, _ in problems(json.dumps(data))] == codes


def test_a_manifest_may_be_empty():
    definition = server({})
    assert (definition.name, definition.tools, definition.prompts) == ("mcptest-mock", None, None)


def test_a_tool_is_read_in_either_spelling():
    for spelling in (("inputSchema", "outputSchema"), ("input_schema", "output_schema")):
        members = {name: {"type": "object"} for name in spelling}
        [tool] = server({"tools": [{"name": "t", "validate": False, **members}]}).tools
        assert tool.entry == {
            "name": "t",
            "inputSchema": {"type": "object"},
            "outputSchema": {"type": "object"},
        }
        assert tool.validate is False


def test_a_tool_needs_nothing_but_a_name():
    [tool] = server({"tools": [{"name": "t"}]}).tools
    assert tool.entry == {"name": "t", "inputSchema": {"type": "object", "properties": {}}}


TEXT = {"type": "text", "text": "hi"}


@pytest.mark.parametrize(
    ("written", "response"),
    [
        ("hi", Response((TEXT,))),
        ({"text": "hi"}, Response((TEXT,))),
        ({"content": ["hi"]}, Response((TEXT,))),
        ({"text": "hi", "content": [TEXT]}, Response((TEXT, TEXT))),
        ({"structuredContent": None}, Response(structured=None)),
        ({"structured_content": [1], "is_error": True}, Response(structured=[1], is_error=True)),
        ({"isError": True}, Response(is_error=True)),
        (
            {"error": {"code": -1, "message": "no"}},
            Response(error={"code": -1, "message": "no"}),
        ),
    ],
)
def test_a_response_is_read_in_each_of_its_forms(written, response):
    [tool] = server({"tools": [{"name": "t", "response": written}]}).tools
    assert tool.response == response
    assert (tool.response.structured is MISSING) == (response.structured is MISSING)


@pytest.mark.parametrize(
    "block",
    [
        5,
        {"text": "x"},
        {"type": "txt", "text": "x"},
        {"type": "text"},
        {"type": "image", "data": "aGk="},
        {"type": "audio", "data": "?", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "a:b"},
        {"type": "resource", "resource": 5},
        {"type": "resource", "resource": {}},
        {"type": "resource", "resource": {"uri": "a:b"}},
        {"type": "resource", "resource": {"uri": "a:b", "blob": "?"}},
    ],
)
def test_a_block_of_content_is_checked(block):
    code = problem({"tools": [{"name": "t", "response": {"content": [block]}}]})
    assert code in ("mock-content", "mock-wrong-type")


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "data": "${args.data}", "mimeType": "image/png"},
        {"type": "resource", "resource": {"uri": "a:b", "blob": "aGk="}},
        {"type": "resource_link", "uri": "a:b", "name": "b"},
    ],
)
def test_a_good_block_is_kept(block):
    [tool] = server({"tools": [{"name": "t", "response": {"content": [block]}}]}).tools
    assert tool.response.content == (block,)


def test_resources_and_templates_are_read():
    definition = server(
        {
            "resources": [{"uri": "a:b", "text": "x", "mime_type": "text/plain"}],
            "resource_templates": [
                {"uriTemplate": "a:{x}", "name": "n", "text": "${x}"},
                {"uri_template": "b:{+x}/c", "blob": "aGk="},
            ],
        }
    )
    [resource] = definition.resources
    assert resource.entry == {"uri": "a:b", "name": "a:b", "mimeType": "text/plain"}
    assert resource.content == {"text": "x"}
    assert [template.uri_template for template in definition.templates] == ["a:{x}", "b:{+x}/c"]
    assert server({"resourceTemplates": []}).templates == ()


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"resources": [{"uri": "a:b"}]}, "mock-resource"),
        ({"resources": [{"uri": "a:b", "text": "", "blob": ""}]}, "mock-resource"),
        ({"resources": [{"uri": "a:b", "blob": "?"}]}, "mock-resource"),
        ({"resources": [{"uri": "no scheme", "text": ""}]}, "mock-uri"),
        ({"resources": [{"text": ""}]}, "mock-missing-key"),
        ({"resources": [{"uri": "a:b", "text": ""}] * 2}, "mock-duplicate"),
        ({"resource_templates": [{"text": ""}]}, "mock-missing-key"),
        ({"resource_templates": [{"uriTemplate": "a:b", "text": ""}]}, "mock-uri"),
        ({"resource_templates": [{"uriTemplate": "a:{?q}", "text": ""}]}, "mock-uri"),
        ({"resource_templates": [{"uriTemplate": "a:{x}{", "text": ""}]}, "mock-uri"),
        ({"resource_templates": [{"uriTemplate": "a:{x}{x}", "text": ""}]}, "mock-uri"),
        ({"resource_templates": [{"uriTemplate": "{x}", "text": ""}]}, "mock-uri"),
        ({"prompts": [{"name": "p"}]}, "mock-prompt"),
        ({"prompts": [{"name": "p", "text": "x", "messages": []}]}, "mock-prompt"),
        ({"prompts": [{"name": "p", "text": "x"}] * 2}, "mock-duplicate"),
        (
            {"prompts": [{"name": "p", "messages": [{"role": "me", "content": "x"}]}]},
            "mock-bad-value",
        ),
        ({"tools": [{"name": "t"}, {"name": "t"}]}, "mock-duplicate"),
        ({"tools": [{"name": "t", "inputSchema": {}, "input_schema": {}}]}, "mock-two-spellings"),
        ({"tools": [{"name": "t", "response": [1]}]}, "mock-wrong-type"),
        ({"tools": [{"name": "t", "response": {"error": {"code": 1}}}]}, "mock-missing-key"),
        ({"tools": [{}]}, "mock-missing-key"),
        ({"page_size": 0}, "mock-bad-value"),
        ({"tool": []}, "mock-unknown-key"),
    ],
)
def test_a_mistake_in_a_manifest_has_a_code(members, code):
    assert problem(members) == code


def test_every_problem_is_told_at_once_with_its_place():
    text = "mock_server:\n  nam: x\n  tools:\n    - name: t\n      respond: hi\n    - {}\n"
    assert problems(text) == [
        ("mock-unknown-key", 2),
        ("mock-unknown-key", 5),
        ("mock-missing-key", 6),
    ]


def test_prompts_are_read_with_text_or_messages():
    definition = server(
        {
            "prompts": [
                {"name": "a", "text": "hi", "arguments": [{"name": "x", "required": True}]},
                {"name": "b", "messages": [{"role": "assistant", "content": "ok"}]},
            ]
        }
    )
    a, b = definition.prompts
    assert a.entry == {"name": "a", "arguments": [{"name": "x", "required": True}]}
    assert a.messages == ({"role": "user", "content": TEXT},)
    assert b.messages == ({"role": "assistant", "content": {"type": "text", "text": "ok"}},)


def test_the_manifest_documents_itself():
    from mcptest.mock.manifest.manifest import MANIFEST

    schema = MANIFEST.json_schema()
    assert "mock_server" in schema["properties"]
    assert "resource_link" in json.dumps(schema)
