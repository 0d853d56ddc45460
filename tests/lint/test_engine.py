import pytest

from mcptest.errors import ExitCode, NothingSelectedError, UsageError
from mcptest.lint.engine import all_rules, choose_rules, lint_catalog, lint_tools
from mcptest.lint.sample import arguments, sample, taking, text, under
from mcptest.model.finding import Severity
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor


def ids(*tools, **options):
    return [finding.id for finding in lint_catalog(tools, **options)]


def test_findings_of_a_catalog_point_into_it():
    loose = taking(q={"type": "string", "description": "Some words."})
    other = {**loose, "name": "x", "description": "Do it and say so."}
    (finding,) = lint_catalog([sample(), other])
    assert (finding.id, finding.pointer) == ("SCH-004", "/tools/1/inputSchema/properties/q")
    assert finding.message.startswith('"q" is a string')


def test_rules_are_selected_by_id_and_by_family():
    assert {rule.family for rule in choose_rules(select=["sch", "NAME-001"])} == {"SCH", "NAME"}
    assert "SCH-004" not in {rule.id for rule in choose_rules(ignore=["SCH-004"])}


def test_an_unknown_rule_is_refused_with_a_suggestion():
    with pytest.raises(UsageError) as caught:
        choose_rules(select=["SCH-01"])
    assert caught.value.code == "lint-unknown-rule"
    assert "SCH-001" in caught.value.hint
    with pytest.raises(UsageError) as caught:
        choose_rules(ignore=["@@@@"])
    assert "families" in caught.value.hint


def test_a_selection_that_leaves_nothing_is_said_to():
    with pytest.raises(NothingSelectedError) as caught:
        choose_rules(select=["SCH"], ignore=["SCH"])
    assert caught.value.exit_code is ExitCode.NOTHING_SELECTED


def test_a_rule_holds_within_its_window():
    rule = next(rule for rule in all_rules() if rule.id == "HOST-014")
    assert [rule.applies(v) for v in SpecVersion] == [False, False, True, True, False, False]
    assert rule.applies(None)


def test_descriptors_and_plain_tools_are_both_taken():
    assert ids(ToolDescriptor.from_json(sample())) == ids(sample()) == []


@pytest.mark.parametrize(
    "raw",
    [None, 7, "x", [], {}, {"name": 3, "inputSchema": True}, {"name": "", "annotations": None}],
)
def test_whatever_a_server_calls_a_tool_is_a_finding_and_never_a_crash(raw):
    assert any(f.severity is Severity.ERROR for f in lint_catalog([raw]))


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": 3, "required": "x", "type": 7},
        {"properties": {"a": 3}, "required": [1], "items": "x", "$ref": 9, "anyOf": {}, "enum": 3},
        {"$defs": [], "$ref": "#/nowhere", "allOf": [{"$ref": "#"}]},
        {"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}},
        {"type": ["object", 3], "properties": {"": {"pattern": "("}}},
        {"type": "object", "$schema": 7},
        {"type": "object", "$schema": "urn:nobody"},
        {"type": "object", "properties": {"a": {"minimum": "x", "maximum": True, "default": {}}}},
    ],
)
def test_whatever_a_schema_holds_the_lint_survives_it_and_finds_the_annotations_wrong(schema):
    found = lint_catalog([sample(inputSchema=schema, outputSchema=schema, annotations=schema)])
    assert "ANN-008" in [finding.id for finding in found]


def test_a_tool_nested_without_end_gets_one_finding():
    schema = {}
    for _ in range(5_000):
        schema = {"items": schema}
    assert ids(under(schema)) == ["META-018"]


def test_a_shared_definition_is_reported_once():
    shared = {"type": "string", "description": "Some words."}
    schema = arguments({"a": {"$ref": "#/$defs/S"}, "b": {"$ref": "#/$defs/S"}}) | {
        "$defs": {"S": shared}
    }
    assert ids(under(schema), select=["SCH"]) == ["SCH-004"]


def test_a_definition_that_only_items_use_is_not_an_argument():
    schema = arguments({"a": {"type": "array", "maxItems": 3, "items": {"$ref": "#/$defs/S"}}})
    assert ids(under(schema | {"$defs": {"S": {"type": "string"}}}), select=["SCH"]) == []


def test_scores_are_explained_part_by_part():
    (good,) = lint_tools([ToolDescriptor.from_json(sample())])
    assert (good.score.value, len(good.score.parts)) == (1.0, 6)
    bad = {
        "name": "x y",
        "inputSchema": {"type": "object", "properties": {"a": {"type": "nope"}}},
        "annotations": 3,
    }
    (report,) = lint_tools([ToolDescriptor.from_json(bad)])
    assert {part.name: part.value for part in report.score.parts} == {
        "description": 0.0, "detail": 0.0, "arguments": 0.0, "name": 0.5, "schema": 0.0, "annotations": 0.0,
    }  # fmt: skip
    assert all(part.reason for part in report.score.parts)


def test_missing_annotations_cost_half_a_part():
    (report,) = lint_tools(
        [ToolDescriptor.from_json({k: v for k, v in sample().items() if k != "annotations"})]
    )
    assert report.score.parts[-1].value == 0.5


def test_the_schema_family_does_not_change_a_score():
    loose = under(
        {"type": "object", "properties": {"q": {"description": "Some words to look for."}}}
    )
    (report,) = lint_tools([ToolDescriptor.from_json(loose)])
    assert report.score.value == 1.0
    assert text()["maxLength"]
