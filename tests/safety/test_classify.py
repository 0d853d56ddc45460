import pytest

from mcptest.model.tool import ToolDescriptor
from mcptest.safety import ClassSource, ToolClass, classify, strictest_by_name
from mcptest.safety.classify import well_formed


def tool(name, annotations=None):
    raw = {"name": name, "inputSchema": {"type": "object"}}
    return ToolDescriptor.from_json(
        raw if annotations is None else {**raw, "annotations": annotations}
    )


@pytest.mark.parametrize(
    ("annotations", "expected"),
    [
        ({"readOnlyHint": True}, ToolClass.READ_ONLY),
        ({"readOnlyHint": True, "destructiveHint": True}, ToolClass.READ_ONLY),
        ({"destructiveHint": True}, ToolClass.DESTRUCTIVE),
        ({"destructiveHint": True, "idempotentHint": False}, ToolClass.DESTRUCTIVE),
        ({"idempotentHint": False}, ToolClass.MUTATING),
        ({"readOnlyHint": False, "idempotentHint": False}, ToolClass.MUTATING),
        ({"readOnlyHint": None, "idempotentHint": False}, ToolClass.MUTATING),
    ],
)
def test_an_annotation_wins_over_the_name(annotations, expected):
    for name in ("get_thing", "delete_thing"):
        found = classify(tool(name, annotations))
        assert (found.tool_class, found.source) == (expected, ClassSource.ANNOTATION)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("delete_file", ToolClass.DESTRUCTIVE),
        ("create_or_delete", ToolClass.DESTRUCTIVE),
        ("uploadPhoto", ToolClass.MUTATING),
        ("search", ToolClass.READ_ONLY_PRESUMED),
        ("", ToolClass.READ_ONLY_PRESUMED),
    ],
)
def test_the_name_decides_where_nothing_is_annotated(name, expected):
    found = classify(tool(name))
    assert (found.tool_class, found.source) == (expected, ClassSource.NAME)


@pytest.mark.parametrize(
    "annotations",
    [
        {"destructiveHint": "yes"},
        {"readOnlyHint": 1},
        {"readOnlyHint": True, "destructiveHint": "no"},
        {"readOnlyHint": True, "title": 5},
        ["readOnlyHint"],
        "readOnlyHint",
        {},
        {"title": "T"},
        {"destructiveHint": False},
        {"idempotentHint": True},
    ],
)
def test_annotations_that_are_malformed_or_silent_leave_it_to_the_name(annotations):
    assert classify(tool("delete_x", annotations)).tool_class is ToolClass.DESTRUCTIVE
    assert classify(tool("get_x", annotations)).tool_class is ToolClass.READ_ONLY_PRESUMED


def test_the_reason_names_the_word_or_the_hint():
    assert '"drop"' in classify(tool("drop_table")).reason
    assert "destructiveHint" in classify(tool("x", {"destructiveHint": True})).reason


def test_of_two_tools_with_one_name_the_more_dangerous_one_counts():
    mild, wild, other = (
        tool("x", {"readOnlyHint": True}),
        tool("x", {"destructiveHint": True}),
        tool("y"),
    )
    assert strictest_by_name([mild, other, wild]) == {"x": wild, "y": other}
    assert strictest_by_name([wild, other, mild]) == {"x": wild, "y": other}
    assert list(strictest_by_name([mild, other, wild])) == ["x", "y"]


@pytest.mark.parametrize(
    ("name", "annotations", "reason"),
    [
        ("x", {"readOnlyHint": True}, "the server declares readOnlyHint: true"),
        ("x", {"readOnlyHint": False}, "the server declares readOnlyHint: false"),
        ("x", {"destructiveHint": True}, "the server declares destructiveHint: true"),
        ("x", {"idempotentHint": False}, "the server declares idempotentHint: false"),
        ("drop_table", None, 'the name contains "drop", which suggests that it deletes data'),
        ("get_x", None, "the wording suggests that it only reads"),
        ("x", None, "neither the name nor the description says whether it only reads"),
    ],
)
def test_the_reason_is_told_in_words(name, annotations, reason):
    assert classify(tool(name, annotations)).reason == reason


def test_of_two_tools_as_dangerous_as_each_other_the_first_one_counts():
    first, second = tool("x", {"destructiveHint": True}), tool("x", {"destructiveHint": True})
    assert strictest_by_name([first, second])["x"] is first


@pytest.mark.parametrize("annotations", [None, [], "readOnlyHint", 5])
def test_only_an_object_is_well_formed(annotations):
    assert not well_formed(annotations)
    assert well_formed({"readOnlyHint": None, "title": "T"})
