"""Deprecated features in suites: every rule proven both ways."""

import pytest

from mcptest.cli.main import run
from mcptest.lint.deprecation import deprecations, lint_suite
from mcptest.plan import load_suite
from mcptest.registry import file_name, names

RULES = deprecations()


def linted(tmp_path, text):
    suite = tmp_path / "s.mcptest.yml"
    suite.write_text(text, encoding="utf-8")
    return lint_suite(load_suite(suite, env={}))


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_a_rule_is_silent_on_its_passing_suite_and_speaks_on_its_failing_one(rule, tmp_path):
    assert linted(tmp_path, rule.proof.passing) == []

    found = linted(tmp_path, rule.proof.failing)
    assert [finding.id for finding in found] == [rule.id]
    assert found[0].where.line > 0


def test_the_file_name_is_the_id():
    assert names("mcptest.lint.deprecations") == sorted(map(file_name, RULES))


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_every_rule_says_why_and_what_instead(rule):
    assert all(rule.docs().values())


def test_a_code_inside_a_choice_is_found(tmp_path):
    text = RULES["DEP-005"].proof.failing.replace("exact: -32002", "one-of: [-32002, 1]")

    assert [finding.id for finding in linted(tmp_path, text)] == ["DEP-005"]


def test_the_command_reports_and_fails(tmp_path, capsys):
    suite = tmp_path / "s.mcptest.yml"
    suite.write_text(RULES["DEP-007"].proof.failing, encoding="utf-8")

    assert run(["lint", str(suite)]) == 1
    assert "DEP-007" in capsys.readouterr().out
    suite.write_text(RULES["DEP-007"].proof.passing, encoding="utf-8")
    assert run(["lint", str(suite)]) == 0


def test_a_run_may_refuse_such_suites(tmp_path, capsys):
    suite = tmp_path / "s.mcptest.yml"
    suite.write_text(RULES["DEP-007"].proof.failing, encoding="utf-8")

    assert run(["run", str(suite), "--deny-lints"]) == 2
    assert "error[dep-007]" in capsys.readouterr().err
    suite.write_text("run_options: { deny_lints: true }\n" + suite.read_text(), encoding="utf-8")
    assert run(["run", str(suite)]) == 2
