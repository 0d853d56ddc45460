"""What matchers and targets say to people, word for word.

The files in ``wording/`` are read in review; ``pytest tests/match --update-goldens`` writes them.
"""

import re
from pathlib import Path as File

import pytest
from tests.match.test_matchers import BAD_ARGUMENTS, CONTEXT, TABLE

from mcptest.match.bind import BindError, bind
from mcptest.match.path import Path, PathError
from mcptest.match.show import short

FOLDER = File(__file__).parent / "wording"

LONG = "\n".join(f"line {number}" for number in range(20))
MORE_MISMATCHES = [
    ({"exact": LONG}, [LONG.replace("line 7", "line seven")]),
    ({"exact": {"b": LONG, "a": "ü"}}, [{"a": "ü", "b": "other"}, {"a": "u", "b": LONG}]),
    ({"exact": "a" * 64}, ["b" * 78, "b" * 79, {"x": "y" * 100}]),
    ({"contains": "x" * 100}, ["y" * 100]),
    ({"schema": {"items": {"type": "string"}}}, [[1], list(range(5)), list(range(6))]),
    ({"schema": {"required": ["a"]}}, [{}]),
    ({"schema": {"additionalProperties": False}}, [{"a/b": 1}]),
    ({"regex": "b" * 100}, ["a" * (1024 * 1024), "a" * (1024 * 1024 + 1)]),
    ({"range": {"min": 2, "max": 2}}, [1]),
    ({"length": {"min": 2}}, ["a", {}]),
    ({"approx": {"value": 100, "tolerance": "2.5 %"}}, [102.6, "102"]),
    ({"approx": {"value": -1, "tolerance": 0}}, [1]),
    ({"approx": 0}, [1]),
    ({"all-of": [{"type": "string"}, {"length": 2}, {"exact": "ab"}]}, ["a", 5]),
    ({"any-of": [{"exact": 1}]}, [2]),
    ({"one-of": [LONG, "b"]}, ["c"]),
    ({"snapshot": "mine"}, [1]),
]
MORE_ARGUMENTS = [
    "exact",
    "rnage",
    {"zzzzzzzz": 1},
    {"Contains_All": ["a"]},
    {"x" * 100: 1},
    {"exact": 1, "type": 2, "range": 3, "not": 4, "length": 5, "regex": 6},
    {"not": {"any-of": [{"exact": 1}, {"rnage": {"min": 1}}]}},
    {"not": {"length": -1}},
    {"all-of": [{"regex": "abc("}]},
    {"regex": "a{99999999999999999999}"},
    {"range": {}},
    {"range": {"min": 1, "most": 2}},
    {"approx": {"value": 1, "tolerance": "1234567%"}},
    {"approx": {"value": 1, "tolerance": None, "x": 1}},
    {"type": ["string", "sting"]},
    {"schema": {"properties": {"a": {"type": 5}}}},
    ["exact", "b" * 100],
]
TARGETS = [
    "",
    ".a",
    "a.",
    "a[",
    "a[x]",
    "a b",
    "a[*].b",
    "result..b",
    "result.*",
    "result[?(@.a)]",
    'result["\\q"]',
    "result['\\q']",
    "a" * 1001,
    "$.a[",
    "$.a[?@.b ==]",
    "$.a[?nothing(@)]",
    "$[",
    "$" + "[?(" * 300,
]


def ours(text):
    """Without what the validator says in its own words, which are not ours to keep."""
    if text.startswith("is not valid against the schema"):
        return re.sub(r"(/\d*: )[^;(]+", r"\1<its words>", text)
    return re.sub(r"(usable JSON Schema: ).*", r"\1<its words>", text)


def mismatches():
    for spec, values in [*((spec, bad) for spec, _, bad in TABLE), *MORE_MISMATCHES]:
        yield f"# {short(spec)}"
        for value in values:
            found = bind(spec).compare(value, CONTEXT)
            yield f"{short(value)} {ours(found.reason)}"
            yield from [f"    {line}" for line in (found.difference or "").splitlines()]


def arguments():
    for spec in [*BAD_ARGUMENTS, *MORE_ARGUMENTS]:
        with pytest.raises(BindError) as caught:
            bind(spec)
        error = caught.value
        yield f"# {short(spec)}"
        yield ours(error.message)
        yield f"    at {error.pointer or 'the top'}; {error.hint}; unknown name: {error.unknown}"


def targets():
    for text in TARGETS:
        with pytest.raises(PathError) as caught:
            Path.parse(text)
        yield f"# {short(text)}"
        yield f"{caught.value}"


@pytest.mark.parametrize("subject", [mismatches, arguments, targets], ids=lambda f: f.__name__)
def test_the_words_are_those_that_were_read_in_review(subject, pytestconfig):
    said = "\n".join(subject()) + "\n"
    golden = FOLDER / f"{subject.__name__}.txt"
    if pytestconfig.getoption("--update-goldens"):
        FOLDER.mkdir(exist_ok=True)
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")
