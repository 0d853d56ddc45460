import pytest

from mcptest.lint.engine import all_rules
from mcptest.lint.page import rule_page, rules_index


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_every_rule_has_a_page_under_the_fixed_headings(rule):
    page = rule_page(rule)
    headings = [line for line in page.splitlines() if line.startswith("## ")]
    assert headings == [
        "## What it does",
        "## Why is this bad",
        "## Example",
        "## Use instead",
        "## Fix",
    ]
    assert page.startswith(f"# {rule.id}: ")
    assert len(page.splitlines()) < 200


def test_the_index_names_every_rule_once():
    index = rules_index(all_rules())
    assert all(index.count(f"[{rule.id}]") == 1 for rule in all_rules())


def test_a_page_tells_the_window_and_the_fix():
    pages = {rule.id: rule_page(rule) for rule in all_rules()}
    assert "from 2025-06-18 on. For revisions up to 2025-11-25." in pages["HOST-014"]
    assert "schema-lint --fix` fixes it" in pages["SCH-002"]
    assert "Severity: critical." in pages["SCH-003"]
