"""A tool error that is the text of an exception is called one."""

import pytest

from mcptest.model.error_texts.exception_text import TRACE, ExceptionText
from mcptest.scaffold.answer import exception_words


@pytest.mark.parametrize(
    ("runtime", "excerpt", "certain", "words"),
    [
        (
            "Python",
            "Error calling tool 'a': 'b'",
            False,
            "looks like an uncaught Python exception (KeyError): ",
        ),
        ("Python", "division by zero", True, "an uncaught Python exception: "),
        ("Go", "runtime error: 'b'", True, "an uncaught Go exception: "),
        (TRACE, "at x.js:1", False, "looks like an uncaught exception: "),
    ],
)
def test_an_exception_is_named(runtime, excerpt, certain, words):
    assert exception_words(ExceptionText(runtime, excerpt, certain=certain)) == words + excerpt
