from dataclasses import dataclass

import pytest

from mcptest.model.spec_version import SpecVersion
from mcptest.suite.scope import describe, nearest
from mcptest.suite.shape import (
    INVALID,
    Any,
    Duration,
    Either,
    FieldRow,
    Flag,
    Integer,
    Key,
    ListOf,
    MapOf,
    Number,
    Object,
    OneOf,
    Raw,
    Revision,
    Scope,
    ServerName,
    Text,
    did_you_mean,
)
from mcptest.suite.yaml.source import parse_source


@dataclass(frozen=True)
class Entry:
    name: str
    tags: tuple[str, ...] = ()
    timeout: float | None = None
    retry: int = 0
    serial: bool = False


ENTRY = Object(
    "tool test",
    {
        "name": Key(Text(), required=True, doc="What it is called."),
        "tags": Key(ListOf(Text())),
        "timeout": Key(Duration(), default="30s"),
        "retry": Key(Integer(minimum=0)),
        "serial": Key(Flag(), preview=True),
    },
    Entry,
    doc="One test.",
)


def read(shape, text, scope=None, *, loose=False):
    problems = []
    node = parse_source(f"v: {text}").get("v")
    if loose:
        node = node.with_value(node.plain(), loose=True)
    return shape.read(node, problems, scope or Scope()), [p.code for p in problems]


def test_a_good_object_is_built():
    problems, scope = [], Scope()
    node = parse_source("name: x\ntags: [a, 1.10]\ntimeout: 250ms\nserial: true")
    assert ENTRY.read(node, problems, scope) == Entry("x", ("a", "1.10"), 0.25, 0, True)
    assert not problems
    assert scope.notes == ['"serial" is in preview and may change']
    ENTRY.read(node, problems, scope)
    assert len(scope.notes) == 1


def test_all_problems_come_at_once_with_places_and_suggestions():
    problems = []
    node = parse_source("nam: x\ntags: a\ntimeout: 0\nretry: -1\nserial: yes")
    assert ENTRY.read(node, problems, Scope()) is INVALID
    assert [(p.code, p.where.line, p.where.column) for p in problems] == [
        ("suite-unknown-key", 1, 1),
        ("suite-missing-key", 1, 1),
        ("suite-wrong-type", 2, 7),
        ("suite-bad-duration", 3, 10),
        ("suite-bad-value", 4, 8),
        ("suite-wrong-type", 5, 9),
    ]
    assert problems[0].hint == 'did you mean "name"?'
    assert problems[2].hint == "put brackets around it: [ … ]"
    assert problems[5].hint == "YAML 1.2 spells it true"


GOOD = [
    (Text(), "x", "x"),
    (Text(), "1.10", "1.10"),
    (Text(), "true", "true"),
    (Text(empty=True), "''", ""),
    (Text(null=True, empty=True), "null", "null"),
    (Text(null=True, empty=True), "", ""),
    (Integer(), "5", 5),
    (Integer(), "5.0", 5),
    (Number(), "5", 5),
    (Number(minimum=0, maximum=1), "0.5", 0.5),
    (Flag(), "true", True),
    (Any(), "[1, {a: null}]", [1, {"a": None}]),
    (OneOf("a", "b"), "a", "a"),
    (ListOf(Integer()), "[1, 2]", (1, 2)),
    (MapOf(Integer()), "{a: 1}", {"a": 1}),
    (Either(Integer(), OneOf("auto")), "auto", "auto"),
    (Either(Integer(), OneOf("auto")), "3", 3),
    (Either(ListOf(Text()), MapOf(Text())), "{a: b}", {"a": "b"}),
    (Duration(), "2m", 120),
    (Duration(), "5", 5),
    (Duration(zero=True), "0", 0),
    (ServerName(), "anything", "anything"),
    (Revision(), "v2025-06-18", SpecVersion.V2025_06_18),
    (Revision(), "2025-06-18", SpecVersion.V2025_06_18),
    (Revision(), "draft", SpecVersion.DRAFT),
    (Object("thing", {"a-b": Key(Text())}), "{a-b: x}", {"a_b": "x"}),
]


@pytest.mark.parametrize(("shape", "text", "value"), GOOD, ids=lambda v: str(v)[:20])
def test_a_shape_reads_what_fits_and_its_schema_agrees(shape, text, value):
    from mcptest.schema.validate import validator

    assert read(shape, text) == (value, [])
    node = parse_source(f"v: {text}").get("v")
    assert shape.fits(node)
    assert validator(shape.json_schema()).errors(node.plain()) == []


BAD = [
    (Text(), "''", "suite-bad-value"),
    (Text(), "null", "suite-wrong-type"),
    (Text(), "[a]", "suite-wrong-type"),
    (Text(check=lambda _: "no"), "a", "suite-bad-value"),
    (Integer(), "x", "suite-wrong-type"),
    (Integer(), "true", "suite-wrong-type"),
    (Integer(), "1.5", "suite-wrong-type"),
    (Integer(maximum=3), "4", "suite-bad-value"),
    (Number(), "true", "suite-wrong-type"),
    (Number(minimum=1), "0", "suite-bad-value"),
    (Flag(), "no", "suite-wrong-type"),
    (Flag(), "1", "suite-wrong-type"),
    (OneOf("a"), "b", "suite-bad-value"),
    (OneOf("a"), "[]", "suite-wrong-type"),
    (ListOf(Integer()), "[1, x]", "suite-wrong-type"),
    (ListOf(Integer()), "{}", "suite-wrong-type"),
    (ListOf(Integer(), least=1), "[]", "suite-bad-value"),
    (MapOf(Integer()), "{a: x}", "suite-wrong-type"),
    (MapOf(Integer()), "[]", "suite-wrong-type"),
    (MapOf(Integer(), least=2), "{}", "suite-bad-value"),
    (Either(Integer(), OneOf("auto")), "aut", "suite-bad-value"),
    (Either(Integer(), ListOf(Text())), "x", "suite-wrong-type"),
    (Duration(), "5 minutes", "suite-bad-duration"),
    (Duration(), "true", "suite-wrong-type"),
    (Duration(), "[]", "suite-wrong-type"),
    (Duration(), "1" + "0" * 400, "suite-bad-duration"),
    (ServerName(), "[]", "suite-wrong-type"),
    (Revision(), "v2025-6-18", "suite-unknown-spec-version"),
    (Revision(), "{}", "suite-wrong-type"),
    (Object("thing", {}), "[]", "suite-wrong-type"),
]


@pytest.mark.parametrize(("shape", "text", "code"), BAD, ids=lambda v: str(v)[:20])
def test_a_shape_refuses_what_does_not_fit(shape, text, code):
    assert read(shape, text) == (INVALID, [code])


def test_a_choice_fits_what_one_of_its_shapes_fits():
    either = Either(Integer(), ListOf(Text()))
    assert either.fits(parse_source("[1]"))
    assert not either.fits(parse_source("{a: 1}"))
    assert Raw().fits(parse_source("x"))


def test_text_from_a_variable_may_still_be_a_number():
    assert read(Integer(), "'5'", loose=True) == (5, [])
    assert read(Flag(), "'true'", loose=True) == (True, [])
    assert read(Number(), "'x'", loose=True) == (INVALID, ["suite-wrong-type"])
    assert read(Number(), "'.nan'", loose=True) == (INVALID, ["suite-wrong-type"])
    assert read(Text(), "'5'", loose=True) == ("5", [])


def test_a_number_from_a_variable_is_text_where_text_is_wanted():
    node = parse_source("v: x").get("v")
    assert Text().read(node.with_value(5), [], Scope()) == "5"
    assert Text().read(node.with_value(value=True), [], Scope()) == "true"
    assert Text(null=True, empty=True).read(node.with_value(None), [], Scope()) == ""


def test_raw_gives_the_node_on():
    node = parse_source("a: 1")
    assert Raw().read(node, [], Scope()) is node
    assert Raw({"type": "object"}).json_schema() == {"type": "object"}


def test_server_names_are_checked_where_they_are_known():
    problems = []
    shape, node = ServerName(), parse_source("v: lcal").get("v")
    assert shape.read(node, problems, Scope(servers=("local", "api"))) is INVALID
    assert (problems[0].code, problems[0].hint) == (
        "suite-unknown-server",
        'did you mean "local"?',
    )
    assert Scope(servers=("one",)).only_server == "one"
    assert Scope(servers=("a", "b")).only_server is None
    assert Scope().only_server is None
    assert not INVALID


def test_an_object_can_pass_its_place_and_look_across_keys():
    def check(members, node, problems):
        if "a" in members:
            from mcptest.suite.shape import complain

            complain(problems, "suite-bad-value", "no a", node)

    shape = Object("thing", {"a": Key(Any()), "b": Key(Any())}, place=True, check=check)
    value, codes = read(shape, "{b: 1}")
    assert value["where"].line == 1
    assert codes == []
    assert read(shape, "{a: 1}") == (INVALID, ["suite-bad-value"])


def test_the_schema_carries_documentation():
    assert ENTRY.json_schema() == {
        "type": "object",
        "title": "tool test",
        "description": "One test.",
        "properties": {
            "name": {
                "type": ["string", "number", "boolean"],
                "description": "What it is called.",
            },
            "tags": {"type": "array", "items": {"type": ["string", "number", "boolean"]}},
            "timeout": {**Duration().json_schema(), "default": "30s"},
            "retry": Integer(minimum=0).json_schema(),
            "serial": {**Flag().json_schema(), "x-preview": True},
        },
        "required": ["name"],
        "additionalProperties": False,
    }


def test_the_documentation_has_a_row_for_each_key():
    row = ENTRY.rows()[0]
    assert isinstance(row, FieldRow)
    assert (row.key, row.type, row.required, row.doc) == (
        "name",
        "text",
        True,
        "What it is called.",
    )
    assert [row.preview for row in ENTRY.rows()] == [False, False, False, False, True]


def test_hints_name_the_nearest_word_or_all():
    assert nearest("TIMEOUT", ["timeout"]) == "timeout"
    assert did_you_mean("zzz", ["a", "b"]) == "known: a, b"
    assert did_you_mean("zzz", []) == "none are defined"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("null", "null"),
        ("", "nothing"),
        ("true", "true"),
        ("false", "false"),
        ("1.10", "the number 1.10"),
        ("x", 'the string "x"'),
        ("x" * 50, f'the string "{"x" * 40}…"'),
        ("[]", "a list"),
        ("{}", "an object"),
    ],
)
def test_what_stands_there_is_named(text, words):
    assert describe(parse_source(f"v: {text}").get("v")) == words
    assert repr(INVALID) == "INVALID"
