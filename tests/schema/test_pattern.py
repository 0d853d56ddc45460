import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.schema.pattern import strings_for


@pytest.mark.parametrize(
    "pattern",
    [
        "", "abc", "^a$", "a|b", "(a|b)+c", "[a-z]{3,5}", r"\d{4}-\d\d", r"\w+\s\S", "[^a]", r"[^\w]", "a?", "a*?b",
        "(?:x)y", "(?P<n>y)", r"(a)\1", r"\x41\u0042", r"\t\.\/", "^[A-Za-z0-9._%+-]+@[a-z]+$", "[-a]", "[a-]",
        r"[\d.]+", r"[\]]", r"\D\W", "a{2}", "a{,2}", "a{x}", ".{3}", r"\bword\b", r"[\b]", "x{0}", "(?=a)a", "^(?=.*[0-9])(?=.*[A-Z]).{8,}$",
        "[aA1b\\-Z9z_ .!-~]", r"\0", "é",
    ],
)  # fmt: skip
def test_some_candidate_matches(pattern):
    assert any(re.search(pattern, text) for text in strings_for(pattern))


@pytest.mark.parametrize("pattern", [r"\p{L}", r"\p{Lu}\p{N}", r"\u{41}", r"\9", "(?<n>y)"])
def test_what_python_cannot_read_still_has_candidates(pattern):
    assert list(strings_for(pattern))


@pytest.mark.parametrize(
    "pattern",
    [
        "(",
        ")",
        "[a",
        "a\\",
        r"\xzz",
        r"\p{L",
        "[z-a]",
        "(?<n",
        "(" * 60 + ")" * 60,
        r"\u{110000}",
        "[a-\\d]",
    ],
)
def test_what_cannot_be_read_has_none(pattern):
    assert list(strings_for(pattern)) == []


def test_a_class_that_excludes_the_usual_letters_finds_another():
    assert re.search(r"^[^\w\s.!-]$", next(strings_for(r"^[^\w\s.!-]$")))


def test_a_class_that_excludes_everything_has_none():
    letters = "".join(rf"\x{n:02x}" for n in range(256)) + "\u0100-\u01c8\u01c9-\u0291\u0292-\u02ff"
    assert list(strings_for(f"[^{letters}]")) == []


def test_candidates_can_be_made_long_enough():
    assert any(len(text) >= 40 for text in strings_for("^a+$", at_least=40))


def test_candidates_stay_bounded():
    assert all(len(text) <= 20_000 for text in strings_for("((a{9000}){9000})+"))


@given(st.text(alphabet="ab01[](){}|*+?\\^$-.,dwsx<>=!:P", max_size=12))
def test_any_text_can_be_tried(pattern):
    assert all(isinstance(text, str) for text in strings_for(pattern))
