"""The words of a grade explain themselves, with the numbers that decide it."""

import pytest

from mcptest.compliance.grade_terms import TERMS, explain_term


@pytest.mark.parametrize("word", TERMS)
def test_every_word_of_a_grade_is_explained(word):
    assert explain_term(word.lower())


@pytest.mark.parametrize(
    ("word", "number"),
    [("A", "90"), ("D", "60"), ("T1", "95%"), ("T2", "70%"), ("score", "must 10")],
)
def test_an_explanation_has_the_numbers_of_the_contract(word, number):
    assert number in "\n".join(explain_term(word))


def test_f_is_a_grade_and_a_tier():
    text = "\n".join(explain_term("F"))
    assert "Grade F" in text
    assert "Tier F" in text


def test_another_word_is_not_explained():
    assert explain_term("TOOL-002") == []
