"""Cases from a schema: all kinds, the same for the same seed, for any schema."""

import subprocess
import sys
from collections import Counter

import pytest
from tests.schema.generated_schemas import SchemaMaker
from tests.servers.planted import SCHEMA

from mcptest.errors import UsageError
from mcptest.fuzz import examples
from mcptest.fuzz.generate import InputKind, fuzz_cases
from mcptest.fuzz.strategy import strategy_for
from mcptest.schema.validate import validator

CLOSED = {"type": "object", "properties": {}, "additionalProperties": False}
NESTED = {
    "type": "object",
    "properties": {
        "tree": {"$ref": "#/$defs/tree"},
        "when": {"type": "string", "format": "date"},
        "code": {"type": "string", "pattern": "^[A-Z]{3}$", "minLength": 3, "maxLength": 3},
        "either": {"anyOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "null"}]},
        "list": {"type": "array", "items": {"const": 1}, "minItems": 2, "maxItems": 3},
        "free": {},
        "number": {"type": "number", "exclusiveMaximum": 5, "default": 2},
    },
    "required": ["code"],
    "$defs": {
        "tree": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/tree"}, "kids": {"type": "array"}},
        }
    },
}


def made(schema, base=None, *, seed=1, count=200):
    return list(fuzz_cases(schema, base or {}, seed=seed, count=count))


def test_the_same_seed_gives_the_same_cases():
    assert made(SCHEMA, {"query": "x"}) == made(SCHEMA, {"query": "x"})
    assert made(SCHEMA, {"query": "x"}) != made(SCHEMA, {"query": "x"}, seed=2)


def test_the_same_seed_gives_the_same_cases_in_another_process():
    code = (
        "import hashlib, json; from mcptest.fuzz.generate import fuzz_cases;"
        f"cases = fuzz_cases({SCHEMA!r}, {{'query': 'x'}}, seed=7, count=120);"
        "print(hashlib.sha256(json.dumps([c.arguments for c in cases]).encode()).hexdigest())"
    )
    command = [sys.executable, "-c", code]
    first, second = (
        subprocess.run(
            command, check=True, capture_output=True, timeout=25, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    )
    assert first == second


def test_the_first_cases_of_a_longer_run_are_those_of_a_shorter_one():
    few, many = made(SCHEMA, {"query": "x"}, count=300), made(SCHEMA, {"query": "x"}, count=600)
    assert few == many[:300]


def test_kinds_are_what_the_schema_says():
    check = validator(SCHEMA)
    cases = made(SCHEMA, {"query": "x"})
    for case in cases:
        assert check.is_valid(case.arguments) is (case.kind is not InputKind.INVALID)
    assert min(Counter(case.kind for case in cases).values()) > 10


@pytest.mark.parametrize(
    "schema", [{}, True, False, CLOSED, NESTED, {"type": 7}, {"type": "object"}, "no schema"]
)
def test_any_schema_gives_as_many_cases_as_were_asked_for(schema):
    cases = made(schema, count=60)
    assert len(cases) == 60
    assert all(isinstance(case.arguments, dict) for case in cases)


def test_none_are_made_where_none_are_asked_for():
    assert made(SCHEMA, count=0) == []


def test_examples_of_hypothesis_are_valid():
    check = validator(NESTED)
    found = examples.valid_examples(NESTED, seed=1, count=30)
    assert found
    assert all(map(check.is_valid, found))
    assert any("tree" in value for value in found)


@pytest.mark.parametrize("seed", range(12))
def test_examples_of_generated_schemas_are_valid(seed):
    schema = SchemaMaker(seed).schema()
    check = validator(schema)
    assert all(map(check.is_valid, examples.valid_examples(schema, seed=seed, count=10)))


def test_a_schema_that_defeats_hypothesis_is_left_to_the_others():
    assert examples.valid_examples({"type": "string", "pattern": "("}, seed=1, count=5) == []
    assert examples.valid_examples(True, seed=1, count=5) == []
    large = {"properties": {str(n): {"type": "string"} for n in range(3_000)}}
    assert examples.valid_examples(large, seed=1, count=5) == []
    assert examples.valid_examples({"not": {}}, seed=1, count=2) == []
    assert strategy_for(False).is_empty


def test_without_hypothesis_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "hypothesis_jsonschema", None)
    with pytest.raises(UsageError) as caught:
        examples.require_hypothesis()
    assert caught.value.code == "extra-missing"
    assert "mcptest[fuzz]" in caught.value.hint


def test_hypothesis_takes_no_constants_from_the_code_of_the_project(monkeypatch):
    providers = pytest.importorskip("hypothesis.internal.conjecture.providers")
    if not hasattr(providers, "_get_local_constants"):
        pytest.skip("this hypothesis takes none")
    asked = []
    monkeypatch.setattr(providers, "_get_local_constants", lambda: asked.append(1))

    assert examples.valid_examples({"type": "string"}, seed=1, count=60)
    assert asked == []
    providers._get_local_constants()
    assert asked == [1]
