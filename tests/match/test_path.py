import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.errors import UsageError
from mcptest.match.path import Path, PathError
from mcptest.model.json import MISSING

ROOTS = {
    "result": {
        "content": [{"text": "a"}, {"text": "b"}],
        "structuredContent": {"a b": 1, "it's": 2, "null": None, 'q"': 3},
    },
    "negative_path.failures": 0,
    "tool": {"x": {"score": 0.5}},
    "error": MISSING,
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("result.content[0].text", "a"),
        ("result.content[-1].text", "b"),
        ("result.content[2]", MISSING),
        ("result.content[-3]", MISSING),
        ('result.structuredContent["a b"]', 1),
        ("result.structuredContent['a b']", 1),
        ("result.structuredContent['it\\'s']", 2),
        ("result.structuredContent['q\"']", 3),
        ('result.structuredContent["\\u0061 b"]', 1),
        ("result.structuredContent.null", None),
        ("result.structuredContent.absent", MISSING),
        ("result.content.text", MISSING),
        ("result[0]", MISSING),
        ("negative_path.failures", 0),
        ('tool["x"].score', 0.5),
        ("error", MISSING),
        ("error.code", MISSING),
        ("nothing", MISSING),
        ("$.result.content[0].text", "a"),
        ("$.result.content[*].text", ["a", "b"]),
        ("$.result.content[?@.text=='a'].text", ["a"]),
        ("$.result.content[?@.text=='z']", MISSING),
        ("$.error", MISSING),
    ],
)
def test_a_path_leads_to_its_value(text, value):
    assert Path.parse(text).resolve(ROOTS) == value


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        (".a", 1),
        ("a.", 2),
        ("a[", 2),
        ("a[x]", 2),
        ("a b", 2),
        ("a[*]", 2),
        ("a..b", 2),
        ('a["\\q"]', 2),
        ("a" * 1001, 1001),
        ("$.a[", 5),
        ("$" + "[?(" * 400, 2),
    ],
)
def test_a_target_that_cannot_be_read_is_refused_with_its_column(text, column):
    with pytest.raises(PathError) as caught:
        Path.parse(text)
    assert caught.value.column >= 1
    if len(text) < 1000:
        assert caught.value.column == column or text.startswith("$")


def test_a_wildcard_in_a_plain_path_points_to_jsonpath():
    with pytest.raises(PathError, match="JSONPath"):
        Path.parse("result.content[*].text")


def test_the_root_is_the_first_name():
    assert Path.parse("result.content[0]").root == "result"
    assert Path.parse("$.result").root is None


def test_a_query_over_a_value_too_deep_finds_nothing():
    deep = leaf = {}
    for _ in range(500):
        leaf["a"] = {}
        leaf = leaf["a"]
    assert Path.parse("$..zzz").resolve({"deep": deep}) is MISSING


def test_patterns_in_a_query_follow_the_rules_for_dots_and_classes():
    roots = {"a": ["x\ny", "xzy", "x.y", 5, "[."]}
    assert Path.parse("$.a[?match(@, 'x.y')]").resolve(roots) == ["xzy", "x.y"]
    assert Path.parse("$.a[?search(@, '[.]')]").resolve(roots) == ["x.y", "[."]
    assert Path.parse(r"$.a[?match(@, 'x\\.y')]").resolve(roots) == ["x.y"]
    assert Path.parse("$.a[?match(@, 5)]").resolve(roots) is MISSING
    assert Path.parse("$.a[?match(@, '(?=x)')]").resolve(roots) is MISSING


def test_a_query_that_takes_too_long_is_cut(monkeypatch):
    slow = Path.parse("$.a[?search(@, '(a+)+b')]")
    monkeypatch.setattr("mcptest.match.search_limit.SECONDS", 0.05)
    with pytest.raises(UsageError) as caught:
        slow.resolve({"a": ["a" * 5000]})
    assert caught.value.code == "target-too-slow"
    with pytest.raises(UsageError):
        Path.parse("$..*..*..*").resolve({"a": [[[0] * 30] * 30] * 30})


@given(st.text(max_size=40))
def test_any_text_is_a_path_or_a_path_error_within_it(text):
    found = parsed(text)
    if isinstance(found, PathError):
        assert 1 <= found.column <= len(text) + 1
    else:
        assert found.text == text


def parsed(text):
    try:
        return Path.parse(text)
    except PathError as error:
        return error


@given(st.dictionaries(st.text(max_size=8), st.integers(), min_size=1))
def test_every_member_can_be_reached_by_its_quoted_name(members):
    import json

    for key, value in members.items():
        assert Path.parse(f"root[{json.dumps(key)}]").resolve({"root": members}) == value
