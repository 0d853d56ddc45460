import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest import registry
from mcptest.match.bind import MATCHERS, BindError, bind, matcher_names
from mcptest.match.matcher import MatchContext, Matcher
from mcptest.model.json import MISSING, same_json

CONTEXT = MatchContext()
NESTED: list = []
for _ in range(100_000):
    NESTED = [NESTED]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)

# matcher, values that pass, values that do not
TABLE = [
    ({"exact": 1}, [1, 1.0], [True, 2, "1", None, MISSING, [1]]),
    ({"exact": True}, [True], [1, "true", MISSING]),
    ({"exact": None}, [None], [MISSING, 0, False]),
    ({"exact": {"a": [1], "b": 2}}, [{"b": 2, "a": [1]}], [{"a": [1]}, {"a": [True], "b": 2}]),
    ({"contains": "ell"}, ["hello", ["ell"], {"ell": 1}], ["helo", ["hello"], 5, None, MISSING]),
    ({"contains-any": ["a", 1]}, [["b", 1]], [["b"]]),
    ({"contains": 1}, [[1, 2], [1.0]], ["1", [True], {"1": 1}, 1]),
    ({"contains-any": ["a", 1]}, [["a"]], ["1"]),
    ({"contains": {"a": 1}}, [{"a": 1, "b": 2}, [{"a": 1, "b": 2}]], [{"a": 2}, [{"b": 1}], "a"]),
    ({"contains": {"a": {"b": 1}}}, [{"a": {"b": 1, "c": 2}}], [{"a": {"c": 2}}, {"a": 1}]),
    ({"icontains": "HEL"}, ["hello", ["hel"], {"Hel": 1}], ["x", ["hello"], [1], 4, MISSING]),
    ({"contains-all": ["a", "b"]}, ["ab", ["a", "b"]], ["a", ["a"], 3, MISSING]),
    ({"contains-all": [1]}, [[1]], ["1"]),
    ({"contains-any": ["a", 1]}, ["a", [1]], ["b", [2], 5, MISSING]),
    ({"starts-with": "he"}, ["hello"], ["ohe", ["he"], MISSING]),
    ({"ends-with": "lo"}, ["hello"], ["lol", 5, MISSING]),
    ({"regex": "^v[0-9]+$"}, ["v12"], ["v", "xv1", 12, MISSING]),
    ({"regex": "(?i)ABC"}, ["xabcx"], ["ab"]),
    ({"schema": {"maximum": 0}}, [0, -1, "text"], [1, MISSING]),
    ({"schema": {"type": "array", "maxItems": 0}}, [[]], [[1], {}, MISSING]),
    ({"schema": {"type": "string", "format": "email"}}, ["a@b.org"], ["nope"]),
    ({"type": "string"}, ["", "x"], [1, None, MISSING]),
    ({"type": "number"}, [1, 1.5], [True, "1"]),
    ({"type": "integer"}, [1, 1.0], [1.5, True]),
    ({"type": ["null", "array"]}, [None, []], [{}, MISSING]),
    ({"length": 2}, ["ab", [1, 2], {"a": 1, "b": 2}], ["abc", 2, None, MISSING]),
    ({"length": {"min": 1, "max": 2}}, ["a", "ab"], ["", "abc"]),
    ({"length": {"max": 0}}, ["", [], {}], ["a"]),
    ({"length": 0}, ["", [], {}], ["a", [0]]),
    ({"length": 1}, ["a", [0]], ["", "ab"]),
    ({"range": {"min": 1, "max": 2}}, [1, 1.5, 2], [0, 3, True, "1", MISSING]),
    ({"range": {"min": 1}}, [10**400], [0]),
    ({"one-of": [1, "a", None]}, [1, "a", None], [True, 2, MISSING]),
    ({"approx": 1.0}, [1, 1.0000001], [1.1, "1", True, MISSING]),
    ({"approx": {"value": 0.2, "tolerance": 0.1}}, [0.3, 0.1], [0.31]),
    ({"approx": {"value": 200, "tolerance": "5%"}}, [190, 210], [211]),
    ({"approx": {"value": 1.5}}, [1.5], [10**400]),
    ({"absent": True}, [MISSING], [None, 0]),
    ({"absent": False}, [None, 0], [MISSING]),
    ({"present": True}, [None, 0], [MISSING]),
    ({"present": False}, [MISSING], [None]),
    ("present", [None], [MISSING]),
    ("absent", [MISSING], [None]),
    ({"not": {"exact": True}}, [False, 1, MISSING], [True]),
    ({"not": {"not": {"exact": 1}}}, [1], [2, MISSING]),
    ({"not": "absent"}, [None], [MISSING]),
    ({"any-of": [{"exact": 1}, {"type": "null"}]}, [1, None], [2, MISSING]),
    ({"all-of": [{"type": "string"}, {"length": 2}]}, ["ab"], ["a", [1, 2], MISSING]),
]


@pytest.mark.parametrize(("spec", "good", "bad"), TABLE, ids=lambda value: str(value)[:40])
def test_a_matcher_passes_and_fails(spec, good, bad):
    check = bind(spec)
    for value in good:
        assert check.compare(value, CONTEXT) is None, value
    for value in bad:
        mismatch = check.compare(value, CONTEXT)
        assert mismatch, value
        assert mismatch.reason


BAD_ARGUMENTS = [
    {"icontains": 1},
    {"contains-all": []},
    {"contains-any": "a"},
    {"starts-with": 1},
    {"ends-with": None},
    {"regex": 5},
    {"regex": "("},
    {"regex": "a" * 1001},
    {"regex": "(?<n>a)(?P=m)"},
    {"schema": 5},
    {"schema": {"type": "strin"}},
    {"schema": {"$ref": "https://example.com/schema.json"}},
    {"type": "text"},
    {"type": []},
    {"length": -1},
    {"length": 1.5},
    {"length": True},
    {"length": {}},
    {"length": {"min": "a"}},
    {"range": {"min": 2, "max": 1}},
    {"range": {"least": 1}},
    {"range": {"min": True}},
    {"range": 5},
    {"one-of": []},
    {"approx": "a"},
    {"approx": {"tolerance": 1}},
    {"approx": {"value": 1, "tolerance": -1}},
    {"approx": {"value": 1, "tolerance": "5 percent"}},
    {"approx": {"value": True}},
    {"absent": 1},
    {"present": "yes"},
    {"snapshot": False},
    {"snapshot": ""},
    {"not": 5},
    {"any-of": []},
    {"all-of": {"exact": 1}},
    {},
    {"exact": 1, "type": "string"},
    None,
    5,
    [],
]


@pytest.mark.parametrize("spec", BAD_ARGUMENTS, ids=str)
def test_an_argument_that_cannot_be_used_is_refused(spec):
    with pytest.raises(BindError):
        bind(spec)


def test_a_misspelt_matcher_gets_a_suggestion():
    with pytest.raises(BindError) as caught:
        bind({"contians": 1})
    assert caught.value.suggestion == "contains"
    with pytest.raises(BindError) as caught:
        bind({"contains_all": ["a"]})
    assert caught.value.suggestion == "contains-all"
    with pytest.raises(BindError) as caught:
        bind({"zzzzzzzz": 1})
    assert caught.value.unknown
    assert caught.value.hint.startswith("known: ")


def test_a_bare_word_needs_a_matcher_without_argument():
    with pytest.raises(BindError, match="needs an argument"):
        bind("exact")


def test_a_mistake_deep_inside_is_named_by_its_pointer():
    with pytest.raises(BindError) as caught:
        bind({"not": {"any-of": [{"exact": 1}, {"rnage": {"min": 1}}]}})
    assert caught.value.pointer == "/not/any-of/1/rnage"
    assert caught.value.suggestion == "range"


def test_the_position_inside_a_pattern_is_named():
    with pytest.raises(BindError, match="at character 5 of the pattern"):
        bind({"regex": "abc("})


def test_every_matcher_has_a_proof_both_ways_and_an_example_that_binds():
    proven = {next(iter(spec)) if isinstance(spec, dict) else spec for spec, *_ in TABLE}
    for name in matcher_names():
        matcher = registry.lookup(MATCHERS, name, "MATCHER", Matcher)
        assert matcher.name == name
        assert matcher.summary.endswith(".")
        assert bind(matcher.example).matcher == name
        assert name in proven or name == "snapshot"


def test_a_slow_pattern_is_a_mismatch_with_its_own_reason():
    mismatch = bind({"regex": "(a+)+$"}).compare("a" * 50_000 + "!", CONTEXT)
    assert "timed out" in mismatch.reason


def test_a_text_beyond_the_limit_is_not_searched():
    mismatch = bind({"regex": "a"}).compare("a" * (1024 * 1024 + 1), CONTEXT)
    assert "are searched" in mismatch.reason


@pytest.mark.parametrize("word", ["exact", "one-of", "contains-all", "length", "type"])
def test_a_value_nested_absurdly_deep_is_a_mismatch(word):
    argument = {"length": 3, "type": "string", "exact": NESTED[0]}.get(word, [NESTED[0][0]])
    assert bind({word: argument}).compare(NESTED, CONTEXT)


@pytest.fixture
def plain_depth():
    """As deep as Python goes by itself: a library that somebody imported may have raised it."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("plain_depth")
def test_matchers_nested_absurdly_deep_are_refused():
    spec = {"exact": 1}
    for _ in range(3000):
        spec = {"not": spec}
    with pytest.raises(BindError):
        bind(spec)


def test_long_values_come_with_a_difference():
    mismatch = bind({"exact": "a\n" * 60}).compare("a\n" * 59 + "b\n", CONTEXT)
    assert "-a" in mismatch.difference
    assert "+b" in mismatch.difference
    assert bind({"exact": "a"}).compare("b", CONTEXT).difference is None


def test_the_difference_of_huge_values_is_bounded():
    huge = bind({"exact": ["x"] * 100_000}).compare(["y"] * 100_000, CONTEXT)
    assert len(huge.difference) < 100_000
    assert "not shown" in huge.difference


def test_a_number_and_the_text_of_it_are_told_apart_in_words():
    assert "integer is not string" in bind({"exact": "1"}).compare(1, CONTEXT).reason


def test_many_schema_errors_are_counted():
    check = bind({"schema": {"items": {"type": "string"}}})
    assert "more" in check.compare(list(range(10)), CONTEXT).reason


class Store:
    def __init__(self):
        self.seen = {}

    def compare(self, name, value):
        old = self.seen.setdefault(name, value)
        return None if old == value else "-old\n+new"


def test_a_snapshot_is_named_by_case_and_target_and_normalised():
    store = Store()
    context = MatchContext(case_id="tools::s::t", target="result", snapshots=store)
    check = bind({"snapshot": True})
    assert check.compare({"at": "2026-01-01T10:00:00Z"}, context) is None
    assert store.seen == {"tools::s::t::result": {"at": "<timestamp>"}}
    assert check.compare({"at": "2027-02-02T11:11:11Z"}, context) is None
    assert check.compare({"at": "never"}, context).difference == "-old\n+new"


@pytest.mark.parametrize(("word", "difference"), [("all-of", "-old\n+new"), ("any-of", None)])
def test_matchers_of_matchers_hand_the_context_on(word, difference):
    store = Store()
    context = MatchContext(case_id="tools::s::t", target="result", snapshots=store)
    check = bind({word: [{"snapshot": True}]})
    check.compare({"at": "now"}, context)
    mismatch = check.compare({"at": "never"}, context)
    assert 'differs from the snapshot "tools::s::t::result"' in mismatch.reason
    assert (check.wants, mismatch.difference) == ([{"snapshot": True}], difference)


def test_a_snapshot_can_have_a_name_and_needs_a_store():
    store = Store()
    bind({"snapshot": "mine"}).compare(1, MatchContext(snapshots=store))
    assert store.seen == {"mine": 1}
    assert bind("snapshot").compare(MISSING, MatchContext(snapshots=store))
    assert "no snapshots" in bind("snapshot").compare(1, CONTEXT).reason


def test_only_the_matcher_in_use_is_imported():
    import subprocess
    import sys

    code = (
        "import sys; from mcptest.match.bind import bind; bind({'exact': 1});"
        "print([m for m in sys.modules if m.startswith('mcptest.match.matchers.')],"
        "'regex' in sys.modules, 'jsonpath_rfc9535' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=True
    )
    assert done.stdout.strip() == "['mcptest.match.matchers.exact'] False False"


@given(json_values, json_values)
def test_exact_is_equality_as_json_has_it(left, right):
    matched = bind({"exact": left}).compare(right, CONTEXT) is None
    assert matched is same_json(left, right)
    assert bind({"exact": left}).compare(left, CONTEXT) is None


@given(json_values, json_values)
def test_not_is_the_opposite(wanted, value):
    plain = bind({"contains": wanted}).compare(value, CONTEXT)
    negated = bind({"not": {"contains": wanted}}).compare(value, CONTEXT)
    assert (plain is None) is not (negated is None)


@given(st.dictionaries(st.sampled_from([*matcher_names(), "x"]), json_values, max_size=2))
def test_any_spec_binds_or_is_refused_and_any_check_compares(spec):
    try:
        check = bind(spec)
    except BindError:
        return
    for value in (MISSING, None, 1, "a", [1], {"a": 1}):
        check.compare(value, CONTEXT)
