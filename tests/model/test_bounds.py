"""Long evidence is cut, and says so."""

from hypothesis import given
from hypothesis import strategies as st

from mcptest.model.bounds import LARGEST_VALUE, LONGEST_TEXT, bounded, bounded_json
from mcptest.model.json import MISSING

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_a_long_text_is_cut_and_named():
    cut = bounded("x" * (LONGEST_TEXT + 1))
    assert len(cut) < LONGEST_TEXT + 100
    assert "65,537 characters in all, sha256 " in cut


def test_two_long_texts_that_begin_alike_stay_apart():
    assert bounded("a" * 100, 10) != bounded("a" * 99 + "b", 10)


@given(VALUES)
def test_what_is_small_stays_as_it_is(value):
    assert bounded_json(value) == value


def test_long_texts_are_cut_at_every_depth():
    long = "x" * (LONGEST_TEXT + 1)
    cut = bounded_json({"a": [long], long: 1})
    assert len(cut["a"][0]) < len(long) + 100
    assert long not in cut


def test_a_value_of_many_small_parts_becomes_the_text_of_itself():
    cut = bounded_json(["x" * 10] * (LARGEST_VALUE // 10))
    assert cut.startswith('["xxxxxxxxxx", ')
    assert len(cut) < LONGEST_TEXT + 100


def test_what_is_absent_stays_absent():
    assert bounded_json(MISSING) is MISSING
