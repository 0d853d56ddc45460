import pytest

from mcptest.match.matcher import MatchContext
from mcptest.model.json import MISSING
from mcptest.suite.expect import EXPECT, Expect, ExpectShape
from mcptest.suite.scope import INVALID, Scope
from mcptest.suite.substitute import UnsetVariableError
from mcptest.suite.yaml.source import parse_source


def read(text, shape=EXPECT):
    problems = []
    return shape.read(parse_source(text), problems, Scope()), problems


def judge(expectation, roots):
    value = expectation.target.resolve(roots)
    return expectation.check.compare(value, MatchContext())


def test_a_list_of_assertions_is_read():
    expect, problems = read(
        "- {target: 'result.n', matcher: {exact: 1}, message: one}\n- {target: error, matcher: absent}"
    )
    assert not problems
    first, second = expect.expectations()
    assert (first.message, first.where.line, second.where.line) == ("one", 1, 2)
    assert judge(first, {"result": {"n": 1}}) is None
    assert judge(second, {"error": MISSING}) is None


def test_an_object_may_carry_a_time_limit_and_keeps_the_default():
    expect, problems = read("max_duration_ms: 500")
    assert not problems
    assert expect.assertions is None
    default = EXPECT.read(
        parse_source("- {target: error, matcher: absent}"), [], Scope()
    ).assertions
    held = expect.expectations(default)
    assert [e.target.text for e in held] == ["error", "duration_ms"]
    assert judge(held[1], {"duration_ms": 501})
    assert Expect().expectations(default) == default


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("target: x\nmatcher: {exact: 1}", "suite-wrong-type", 1, 1),
        ("5", "suite-wrong-type", 1, 1),
        ("- 5", "suite-wrong-type", 1, 3),
        ("- {target: x}", "suite-missing-key", 1, 3),
        ("- {target: 5, matcher: {exact: 1}}", "suite-wrong-type", 1, 12),
        ("- {target: 'a..b', matcher: {exact: 1}}", "suite-bad-target", 1, 14),
        ("- target: a b\n  matcher: {exact: 1}", "suite-bad-target", 1, 12),
        ("- {target: x, matcher: {contians: 1}}", "suite-unknown-matcher", 1, 25),
        ("- {target: x, matcher: {not: {exct: 1}}}", "suite-unknown-matcher", 1, 31),
        (
            "- {target: x, matcher: {any-of: [{exact: 1}, {rgex: 1}]}}",
            "suite-unknown-matcher",
            1,
            47,
        ),
        ("- {target: x, matcher: {regex: '('}}", "suite-bad-pattern", 1, 32),
        ("- {target: x, matcher: {schema: {type: strin}}}", "suite-bad-schema", 1, 33),
        ("- {target: x, matcher: {range: 1}}", "suite-bad-value", 1, 32),
        ("- {target: x, matcher: 5}", "suite-bad-value", 1, 24),
        ("- {target: x, matcher: {exact: 1, type: a}}", "suite-bad-value", 1, 24),
        ("max_duration_ms: -1", "suite-bad-value", 1, 18),
        ("asertions: []", "suite-unknown-key", 1, 1),
    ],
)
def test_a_mistake_has_its_code_and_place(text, code, line, column):
    expect, problems = read(text)
    assert expect is INVALID
    assert [(p.code, p.where.line, p.where.column) for p in problems] == [(code, line, column)]


def test_targets_of_a_block_are_checked_by_their_root():
    shape = ExpectShape(("result", "error"))
    assert not read("- {target: '$.anything', matcher: present}", shape)[1]
    _, problems = read("- {target: reslt.content, matcher: present}", shape)
    assert problems[0].code == "suite-bad-target"
    assert problems[0].hint == 'did you mean "result"?'


def test_captured_values_are_filled_in_before_judging():
    shape = ExpectShape(deferred=True)
    expect, problems = read(
        "- {target: 'result.${key}', matcher: {exact: '${id}'}, message: 'id ${id} $${x}'}\n"
        "- {target: result.n, matcher: {range: {min: '${id}'}}}\n"
        "- {target: result.n, matcher: {type: integer}}",
        shape,
    )
    assert not problems
    assert judge(expect.assertions[0], {"result": {}}).reason.endswith("is missing")
    filled = expect.resolve({"id": 7, "key": "n"})
    assert filled.assertions[0].target.text == "result.n"
    assert filled.assertions[0].message == "id 7 ${x}"
    assert all(judge(one, {"result": {"n": 7}}) is None for one in filled.assertions)
    assert Expect().resolve({}) == Expect()
    with pytest.raises(UnsetVariableError):
        expect.resolve({})


def test_a_captured_value_that_does_not_fit_fails_the_assertion():
    expect, _ = read("- {target: n, matcher: {range: {min: '${id}'}}}", ExpectShape(deferred=True))
    filled = expect.resolve({"id": "x"})
    assert "cannot be used" in judge(filled.assertions[0], {"n": 1}).reason


@pytest.mark.parametrize("matcher", ["{exct: '${id}'}", "'${id}'", "['${id}']"])
def test_a_matcher_that_waits_must_still_have_a_name(matcher):
    _, problems = read(f"- {{target: n, matcher: {matcher}}}", ExpectShape(deferred=True))
    assert problems


def test_the_schema_refers_to_one_definition():
    assert EXPECT.json_schema() == {"$ref": "#/$defs/expect"}
    assert EXPECT.definition()["anyOf"][0]["type"] == "array"
    assert EXPECT.fits(parse_source("[]"))
    assert not EXPECT.fits(parse_source("5"))
