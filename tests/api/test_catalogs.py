"""Catalogs from code: lint, classify, compare."""

import json

import pytest

import mcptest

OPEN = {
    "name": "find",
    "description": "Find a thing by its name.",
    "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
}
DESCRIPTOR = mcptest.ToolDescriptor.from_json(OPEN)


@pytest.mark.parametrize(
    "given",
    [[OPEN], [DESCRIPTOR], (DESCRIPTOR,), {"tools": [OPEN]}, {"result": {"tools": [OPEN]}}],
)
def test_a_catalog_comes_in_several_forms(given):
    assert "SCH-002" in {finding.id for finding in mcptest.lint_tools(given)}


def test_a_catalog_may_be_a_file(tmp_path):
    path = tmp_path / "tools.json"
    path.write_text(json.dumps({"tools": [OPEN]}))
    assert mcptest.lint_tools(path) == mcptest.lint_tools(str(path)) == mcptest.lint_tools([OPEN])


def test_rules_can_be_chosen():
    found = mcptest.lint_tools(
        [OPEN], select=["SCH"], ignore=["SCH-002"], spec_version="v2025-11-25"
    )
    assert found
    assert "SCH-002" not in {finding.id for finding in found}


@pytest.mark.parametrize("given", [{}, {"tools": "all"}, {"result": 1}])
def test_what_is_no_catalog_is_refused(given):
    with pytest.raises(mcptest.UsageError) as caught:
        mcptest.lint_tools(given)
    assert caught.value.code == "no-catalog"


def test_a_tool_is_classified():
    assert mcptest.classify({"name": "delete_file"}).tool_class is mcptest.ToolClass.DESTRUCTIVE
    assert mcptest.classify(DESCRIPTOR).tool_class is mcptest.ToolClass.READ_ONLY_PRESUMED


def test_two_catalogs_are_compared():
    assert not mcptest.diff([OPEN], [OPEN]).entries
    assert mcptest.diff([OPEN], []).is_breaking
