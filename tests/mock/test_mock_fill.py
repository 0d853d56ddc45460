"""``${args.x}`` in answers."""

import pytest

from mcptest.mock.fill import fill, fill_text

ARGS = {"n": 5, "t": "text", "o": {"a b": [1, {"x": None}]}, "f": True, "hole": "${args.n}"}


@pytest.mark.parametrize(
    ("written", "filled"),
    [
        ("${args.n}", 5),
        ("${args.t}", "text"),
        ("${args.f}", True),
        ("${args}", ARGS),
        ("${args.o.a b[1].x}", None),
        ("${args.o.a b[0]}", 1),
        ("${args.o.a b[7]}", ""),
        ("${args.none}", ""),
        ("${args.n.x}", ""),
        ("${args.n[0]}", ""),
        ("n is ${args.n}, f is ${args.f}", "n is 5, f is true"),
        ("${args.o.a b[1]}!", '{"x": null}!'),
        ("a${args.none}b", "ab"),
        ("${args.hole}", "${args.n}"),
        ("${other.n} ${args.n}", "${other.n} 5"),
        ("${other}", "${other}"),
        ("${}", "${}"),
        (["${args.n}", {"k": "${args.t}"}], [5, {"k": "text"}]),
        (7, 7),
        (None, None),
    ],
)
def test_a_hole_is_filled_with_what_it_names(written, filled):
    assert fill(written, {"args": ARGS}) == filled


def test_text_stays_text_where_types_are_not_wanted():
    assert fill({"text": "${args.n}"}, {"args": ARGS}, typed=False) == {"text": "5"}
    assert fill_text("${args.none}", {"args": ARGS}) == ""
