from mcptest.schema.walk import LINTED, Role, Visit, children, walk


def pointers(schema, **options):
    return [visit.pointer for visit in walk(schema, **options)]


def test_the_root_comes_first_and_children_follow_in_the_order_of_the_text():
    schema = {"properties": {"b": {"items": {}}, "a": True}, "$defs": {"x/y": {}}}
    assert pointers(schema) == [
        "", "/properties/b", "/properties/b/items", "/properties/a", "/$defs/x~1y",
    ]  # fmt: skip


def test_both_forms_of_items_are_visited():
    assert pointers({"items": [{}, {"items": {}}]}) == [
        "",
        "/items/0",
        "/items/1",
        "/items/1/items",
    ]


def test_data_is_not_mistaken_for_schemas():
    schema = {
        "default": {"properties": {"a": {}}},
        "const": {"items": {}},
        "enum": [{"properties": {"a": {}}}],
        "examples": [{"anyOf": [{}]}],
        "x-foreign": {"properties": {"a": {}}},
    }
    assert pointers(schema) == [""]


def test_a_property_named_like_a_keyword_is_a_property():
    visits = list(walk({"properties": {"properties": {"type": "object"}, "items": {}}}))
    assert [(v.name, v.role) for v in visits[1:]] == [
        ("properties", Role.PROPERTY),
        ("items", Role.PROPERTY),
    ]


def test_the_linted_walk_leaves_out_what_the_strict_rules_leave_alone():
    schema = {
        "not": {"properties": {"a": {}}},
        "if": {},
        "then": {},
        "allOf": [{}],
        "additionalProperties": {},
        "oneOf": [{"properties": {"b": {}}}],
    }
    assert pointers(schema, through=LINTED) == ["", "/oneOf/0", "/oneOf/0/properties/b"]


def test_values_of_the_wrong_shape_are_passed_over():
    schema = {"properties": [{}], "items": 3, "anyOf": {"a": {}}, "$defs": {"a": 5}, "not": "x"}
    assert pointers(schema) == [""]


def test_a_root_that_is_no_schema_is_visited_alone():
    assert list(walk(7)) == [Visit("", 7, Role.ROOT)]


def test_ten_thousand_levels_do_not_exhaust_the_stack():
    schema = {}
    for _ in range(10_000):
        schema = {"items": schema}
    assert sum(1 for _ in walk(schema)) == 10_001


def test_a_child_knows_its_holder():
    root = Visit("", {"dependencies": {"a": {}, "b": ["c"]}}, Role.ROOT)
    (child,) = children(root)
    assert (child.holder, child.keyword, child.name, child.role) == (
        root,
        "dependencies",
        "a",
        Role.PART,
    )
