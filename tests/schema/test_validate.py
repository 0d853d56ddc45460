import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.schema.validate import DIALECTS, MOST_ERRORS, check_schema, validator

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def nested(depth):
    schema = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def test_a_value_that_fits_has_no_errors():
    assert validator({"type": "string"}).errors("x") == []


def test_an_error_says_where_in_the_value_and_where_in_the_schema():
    schema = {"properties": {"a/b": {"type": "array", "items": {"type": "string"}}}}
    (error,) = validator(schema).errors({"a/b": ["x", 1]})
    assert (error.pointer, error.schema_pointer) == (
        "/a~1b/1",
        "/properties/a~1b/items/type",
    )
    assert not error.of_schema


def test_every_error_is_reported_up_to_a_limit():
    errors = validator({"items": {"type": "string"}}).errors(list(range(MOST_ERRORS * 3)))
    assert len(errors) == MOST_ERRORS


def test_formats_are_asserted():
    assert validator({"type": "string", "format": "email"}).errors("nobody")
    assert validator({"type": "string", "format": "date-time"}).errors("yesterday")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_is_known_by_its_address(dialect):
    schema = {"$schema": DIALECTS[dialect], "type": "string"}
    assert check_schema(schema) == []
    assert validator(schema).errors(1)


def test_the_dialect_a_schema_names_decides_what_its_words_mean():
    tuple_form = {"items": [{"type": "string"}], "additionalItems": False}
    seven = {"$schema": DIALECTS["draft-07"], **tuple_form}
    assert validator(seven).errors(["a", "b"])
    assert validator(seven).errors(["a"]) == []


def test_a_schema_without_a_dialect_is_read_as_the_newest_unless_told():
    tuple_form = {"items": [{"type": "string"}]}
    assert check_schema(tuple_form)
    assert check_schema(tuple_form, dialect="draft-07") == []
    assert validator(tuple_form, dialect="draft-07").errors([1])


def test_a_dialect_that_nobody_knows_is_an_error_of_the_schema():
    assert check_schema({"$schema": "http://example.invalid/x"})[0].of_schema


@pytest.mark.parametrize("reference", ["http://127.0.0.1:9/x.json", "file:///etc/passwd", "other"])
def test_a_remote_reference_is_never_fetched(reference):
    found = validator({"$ref": reference})
    assert found.schema_errors[0].of_schema
    assert found.errors({}) == list(found.schema_errors)


@pytest.mark.parametrize("schema", [0, 1.5, None, "text", [], {"type": 5}, {"$ref": "#/none"}])
def test_a_schema_that_is_none_is_a_value_not_an_exception(schema):
    assert check_schema(schema)
    assert validator(schema).errors({})
    assert not validator(schema).is_valid({})


@pytest.mark.parametrize(
    "schema", [True, {}, {"$ref": "#"}, {"$defs": {"a": {"$ref": "#/$defs/a"}}}]
)
def test_odd_schemas_that_allow_everything_do(schema):
    assert check_schema(schema) == []
    assert validator(schema).is_valid({"a": 1})


def test_false_allows_nothing():
    assert validator(False).errors(1)


def test_all_that_is_wrong_with_a_schema_is_listed_with_its_place():
    schema = {"type": 5, "properties": {"a": {"minLength": "x"}}}
    assert {e.pointer for e in check_schema(schema)} == {"/type", "/properties/a/minLength"}


def test_a_schema_a_thousand_deep_is_an_error_of_the_schema():
    assert check_schema(nested(1000))[0].of_schema
    assert validator(nested(1000)).errors({})[0].of_schema
    assert validator(nested(20_000)).errors({})[0].of_schema


def test_a_hundred_deep_is_fine():
    assert validator(nested(100)).is_valid({"a": {}})


def test_an_in_place_nest_deeper_than_python_is_an_error_of_the_schema():
    schema = {}
    for _ in range(5000):
        schema = {"not": schema}
    assert validator(schema).errors(1)[0].of_schema


def test_a_value_a_thousand_deep_is_an_error_of_the_value():
    value = 1
    for _ in range(1000):
        value = [value]
    assert not validator({"type": "string"}).errors(value)[0].of_schema


def test_a_value_that_is_no_text_is_an_error_of_the_value():
    assert validator({"type": "string"}).errors("\ud800")


def test_a_pattern_that_backtracks_for_ever_ends():
    assert validator({"pattern": r"^(a|a)*\1$"}).errors("a" * 20_000 + "b")


def test_a_pattern_that_is_none_is_an_error_of_the_schema():
    assert check_schema({"pattern": "("})[0].pointer == "/pattern"


@pytest.mark.parametrize("word", ["allOf", "anyOf", "oneOf"])
def test_a_schema_that_would_explode_is_refused(word):
    defs = {"d0": {"type": "string"}}
    for i in range(1, 40):
        step = {"$ref": f"#/$defs/d{i - 1}"}
        defs[f"d{i}"] = {word: [step, step]}
    assert validator({"$defs": defs, "$ref": "#/$defs/d39"}).errors(1)[0].of_schema


def test_a_long_value_is_quoted_by_its_two_ends():
    (error,) = validator({"type": "integer"}).errors("x" * 10_000)
    assert len(error.message) < 400
    assert error.message.endswith('is not of type "integer"')


@given(json_values, json_values)
def test_whatever_is_given_comes_back_as_a_list(schema, value):
    assert isinstance(check_schema(schema), list)
    assert isinstance(validator(schema).errors(value), list)
