"""A file on the ground of another: what breaks a rule finds its place on any file."""

from tests.compliance.peer import corpora

from mcptest.compliance.corpus.healthy import HEALTHY
from mcptest.mock.beside import beside
from mcptest.mock.manifest.definition import MockDefinition, MockPrompt, MockTool
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion


def tool(name, **more):
    return MockTool(name, {"name": name, "inputSchema": {"type": "object"}, **more})


def test_what_the_first_offers_stands_first_and_keeps_its_names():
    first = MockDefinition(name="first", tools=(tool("a"), tool("b")))
    second = MockDefinition(
        name="second",
        tools=(tool("b", title="other"), tool("c")),
        prompts=(MockPrompt("p", {"name": "p"}, ()),),
    )
    joined = beside(first, second)
    assert joined.name == "second"
    assert [each.name for each in joined.tools] == ["a", "b", "c"]
    assert "title" not in joined.tools[1].entry
    assert [each.name for each in joined.prompts] == ["p"]
    assert joined.resources is None


def test_a_rule_is_broken_on_a_file_that_has_no_such_place():
    rule = corpora()[SpecVersion.V2025_11_25].rules["TOOL-001"]
    definition = beside(load_definition(HEALTHY), MockDefinition(tools=(tool("mine"),)))
    overrides = parse_overrides(list(rule.proof.failing), "proof")
    server = MockServer(definition, version=SpecVersion.V2025_11_25, overrides=overrides)
    for number, method in enumerate(("initialize", "tools/list"), start=1):
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        asked = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        [sent] = server.handle(asked if number == 1 else {**asked, "params": {}})
    tools = sent.message["result"]["tools"]
    assert "mine" in [each.get("name") for each in tools]
    assert any("name" not in each for each in tools)
