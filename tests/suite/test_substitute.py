import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.suite.substitute import UnsetVariableError, substitute, whole_reference


def test_captured_values_are_filled_in():
    value = {"a": "${id}", "b": ["x-${id}", 5, "$${id}", "${obj}", "o=${obj}"], "c": None}
    assert substitute(value, {"id": 7, "obj": {"k": [1]}}) == {
        "a": 7,
        "b": ["x-7", 5, "${id}", {"k": [1]}, 'o={"k": [1]}'],
        "c": None,
    }


def test_what_was_never_captured_is_an_error_with_its_name():
    with pytest.raises(UnsetVariableError) as caught:
        substitute(["${nope}"], {})
    assert caught.value.name == "nope"


def test_a_dollar_alone_means_nothing():
    assert substitute("$5 ${ $x ${} {}", {}) == "$5 ${ $x ${} {}"
    assert whole_reference("${a}b") is None


@given(st.text(max_size=30))
def test_an_escaped_text_comes_out_as_it_was(text):
    assert substitute(text.replace("${", "$${"), {}) == text
