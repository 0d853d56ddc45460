import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.scaffold.yaml_text import block, scalar
from mcptest.suite.yaml.source import parse_source

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"]), max_size=8), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(values)
def test_what_is_written_reads_back(value):
    text = "\n".join(block({"v": value}, 0)) + "\n"
    assert parse_source(text).plain() == {"v": value}


@pytest.mark.parametrize("word", ["hello", "two words", "a-b_c.d", "user@example.com", "x/y"])
def test_plain_words_stay_plain(word):
    assert scalar(word) == word


@pytest.mark.parametrize(
    "word",
    [
        "no",
        "Yes",
        "on",
        "null",
        "1",
        "1e5",
        "",
        " x",
        "a: b",
        "#",
        "2025-01-15",
        "-",
        "x" * 100,
        "a\nb",
        "é",
    ],
)
def test_anything_else_is_quoted(word):
    assert scalar(word).startswith('"')
