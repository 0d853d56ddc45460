import pytest

from mcptest.model.outcome import Lane
from mcptest.plan import load_suite
from mcptest.schema.validate import check_schema, validator
from mcptest.suite.block import Block
from mcptest.suite.expect import EXPECT
from mcptest.suite.schema import suite_json_schema
from mcptest.suite.shape import Key, ListOf, MapOf, Object, Text
from mcptest.suite.yaml.source import parse_source

TOOLS = Block(
    key="tools",
    doc="Tests that call tools.",
    lane=Lane.TOOLS,
    shape=ListOf(Object("tool test", {"name": Key(Text()), "expect": Key(EXPECT)})),
    cases=lambda *_: [],
)
SCHEMA = suite_json_schema([TOOLS])


def test_the_schema_is_valid_and_says_what_it_is():
    assert check_schema(SCHEMA) == []
    assert SCHEMA["$schema"].endswith("2020-12/schema")
    assert SCHEMA["$id"]
    assert SCHEMA["title"] == "mcptest suite"
    assert SCHEMA["properties"]["tools"]["items"]["title"] == "tool test"
    assert SCHEMA["properties"]["tools"]["description"]
    assert SCHEMA["properties"]["server"]["properties"]["client"]["x-preview"] is True


GOOD = [
    "server: {command: ./x --y}",
    "server: {command: [x], env: {A: 1, B: true, C: null, D: {env: HOME}}, timeout: 5, cwd: x}",
    "servers: {a: {url: 'http://h', headers: {A: b}, wait_for_ready: 5s, max_in_flight: 2}}",
    "server: {command: x, protocol_version: 2025-06-18, timeout: '${t}'}\nvariables: {t: 5s}",
    "server: {command: x}\nrun_options: {jobs: auto, call_delay: 0, seed: '${s}'}\nvariables: {s: 4}",
    "server: {command: x}\ndefaults: {server: default, tags: [a, 1]}",
    "server: {command: x}\ntools: [{name: a, expect: [{target: x, matcher: present}]}]",
    "server: {command: x}\ntools: [{expect: {max_duration_ms: 5, assertions: []}}]",
    "server: {command: x}\ntools: [{expect: [{target: x, matcher: {not: {any-of: [{exact: 1}]}}}]}]",
    "server: {command: x}\ntools: [{expect: [{target: x, matcher: {approx: {value: 1, tolerance: 5%}}}]}]",
]
BAD = [
    "server: {comand: x}",
    "server: {command: x, timeout: soon}",
    "server: {command: x, timeout: 0}",
    "tols: []",
    "run_options: {jobs: many}",
    "tools: [{expect: [{target: x, matcher: {exct: 1}}]}]",
    "tools: [{expect: [{target: x, matcher: {exact: 1, type: string}}]}]",
    "tools: [{expect: [{target: x}]}]",
    "tools: [{expect: [{target: x, matcher: {range: 5}}]}]",
]


@pytest.mark.parametrize("text", GOOD)
def test_what_loads_is_valid_against_the_schema(tmp_path, text):
    path = tmp_path / "mcptest.yml"
    path.write_text(text)
    suite = load_suite(path, env={"HOME": "/"})
    problems = list(suite.problems)
    if "tools" in suite.blocks:
        TOOLS.shape.read(suite.blocks["tools"], problems, suite.scope)
    assert problems == []
    assert validator(SCHEMA).errors(parse_source(text).plain()) == []


def test_lists_and_maps_say_how_much_they_need():
    assert ListOf(Text(), least=1).json_schema()["minItems"] == 1
    assert MapOf(Text(), least=2).json_schema()["minProperties"] == 2


@pytest.mark.parametrize("text", BAD)
def test_an_editor_would_mark_what_does_not_load(text):
    assert validator(SCHEMA).errors(parse_source(text).plain())
