"""Catalogs of real servers, where they are at hand: no crash, and a fix that is stable."""

import json
from pathlib import Path

import pytest

from mcptest.lint.catalog import read_catalog
from mcptest.lint.engine import lint_tools
from mcptest.lint.tighten.fix import fix_catalog
from mcptest.lint.tighten.tighten import tighten
from mcptest.schema.validate import check_schema

ZOO = sorted((Path(__file__).parents[3] / "shared" / "zoo").glob("*.json"))


@pytest.mark.skipif(not ZOO, reason="no catalogs at hand")
@pytest.mark.parametrize("path", ZOO, ids=lambda path: path.stem)
def test_a_real_catalog_is_linted_placed_and_fixed(path):
    catalog = read_catalog(path)
    for report in lint_tools(catalog.tools):
        for finding in report.findings:
            assert catalog.where(report.index, finding.pointer).line > 1
    fixed = fix_catalog(catalog).text
    expected = json.loads(path.read_text(encoding="utf-8"))
    for tool in expected["result"]["tools"]:
        tool["inputSchema"] = tighten(tool["inputSchema"])
        assert check_schema(tool["inputSchema"]) == []
    assert json.loads(fixed) == expected
