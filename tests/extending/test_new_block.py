"""A block is a room and one row: everything that knows blocks knows it."""

import json
import sys
from pathlib import Path

import pytest
from tests.extending.naming_block import BLOCK, REPEATED

from mcptest.cli.main import run
from mcptest.plan import suite_schema
from mcptest.plan.blocks import BLOCKS, NESTED
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

TINY = Path(__file__).parents[1] / "servers" / "tiny.py"
ONE = f"server: {{command: {json.dumps([sys.executable, '-S', str(TINY)])}}}\n"
HOLDS = "naming: [{name: short, expect: [{target: longest, matcher: {range: {max: 40}}}]}]\n"
FAILS = "naming: [{name: prefixed, prefix: zz_}]\n"


@pytest.fixture(autouse=True)
def rows(monkeypatch):
    monkeypatch.setitem(BLOCKS, "naming", lambda: BLOCK)
    monkeypatch.setitem(NESTED, "repeated", lambda: REPEATED)
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture
def suite(tmp_path):
    def write(text, head=ONE):
        path = tmp_path / "mcptest.yml"
        path.write_text(head + text, "utf-8")
        return path

    return write


@pytest.fixture
def said(capsys):
    def call(*words):
        code = run([str(word) for word in words])
        return code, *capsys.readouterr()

    return call


def test_it_is_validated(suite, said):
    assert said("validate", suite(HOLDS))[0] == 0
    code, out, _ = said("validate", suite("naming: [{name: a, prefx: b}]\n"))
    assert code == 2
    assert 'did you mean "prefix"?' in out


def test_the_schema_has_it():
    properties = suite_schema()["properties"]
    assert properties["naming"]["description"] == "How tools must be named."
    assert "prefix" in properties["naming"]["items"]["properties"]


def test_it_runs_and_reports_under_its_lane(suite, said):
    code, out, _ = said("run", suite(HOLDS + "coverage: {tools: 0}\n"), "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert validator(document_schema("run")).errors(found) == []
    assert "naming::default::short" in [case["id"] for case in found["cases"]]


@pytest.mark.parametrize("form", ["text", "junit", "html", "markdown", "agent", "tap"])
def test_its_failures_are_in_every_report(form, suite, said):
    code, out, _ = said("run", suite(FAILS), "--format", form)
    assert code == 1
    assert "naming" in out
    assert "zz_" in out


def test_reports_explain_what_it_finds(suite, said):
    _, out, _ = said("run", suite(FAILS), "--format", "sarif")
    (rule,) = json.loads(out)["runs"][0]["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == "Names have the prefix"


def test_its_findings_can_be_explained(said):
    code, out, _ = said("explain", "naming-prefix")
    assert code == 0
    assert "Rename." in out


def test_defaults_reach_its_entries_and_a_missing_server_is_told(suite, said):
    two = "servers: {a: {command: x}, b: {command: y}}\n"
    code, out, _ = said("validate", suite(HOLDS, two))
    assert (code, "does not say which server" in out) == (2, True)
    assert said("validate", suite(HOLDS + "defaults: {server: a}\n", two))[0] == 0


def test_a_nested_one_takes_over_a_tool_test(suite, said):
    entry = "{name: often, tool: echo, args: {text: a}, repeated: 3, expect: EXPECT}"
    expect = "[{target: repeated.calls, matcher: {exact: 3}}]"
    code, out, err = said("run", suite(f"tools: [{entry.replace('EXPECT', expect)}]\n"))
    assert (code, "repeated: often" in out) == (0, True), err


def test_pytest_collects_and_runs_it(pytester):
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    (pytester.path / "mcptest.yml").write_text(ONE + HOLDS, "utf-8")
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["mcptest.yml::mcptest::default::short PASSED*"])
