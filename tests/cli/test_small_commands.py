"""validate, schema and report."""

import json

import pytest

from mcptest.report.schemas import DOCUMENTS, document_schema
from mcptest.schema.validate import check_schema, validator

GOOD = "tools: [{name: x, tool: echo, args: {text: a}}]\n"
BAD = """
    tools:
      - {name: x, tol: echo}
      - {name: y, tool: echo, expect: [{target: text, matcher: {exat: 1}}]}
"""


def test_a_good_suite_validates_and_starts_nothing(cli, suite):
    said = cli("validate", suite(GOOD, server="server: {command: no-such-program}\n"))
    assert said.code == 0
    assert "1 passed" in said.out


def test_every_problem_comes_at_once_with_its_place(cli, suite):
    path = suite(BAD)
    said = cli("validate", path)
    assert said.code == 2
    for text in ("suite-unknown-key", "suite-unknown-matcher", f"{path}:4:15", f"{path}:5:", "^^^"):
        assert text in said.out
    assert '^^^ did you mean "tool"?' in said.out


def test_each_file_is_a_case_of_the_document(cli, suite, tmp_path):
    suite(GOOD, "a.mcptest.yml")
    suite(BAD, "b.mcptest.yml")
    said = cli("validate", tmp_path, "--format", "json")
    document = json.loads(said.out)
    assert validator(document_schema("run")).errors(document) == []
    assert [case["status"] for case in document["cases"]] == ["passed", "failed"]
    assert (document["command"], document["exit_code"]) == ("validate", 2)


@pytest.mark.parametrize("argv", [[], ["no-such-file.yml"]])
def test_nothing_to_validate_is_two(cli, argv):
    assert cli("validate", *argv).code == 2


def test_the_schema_of_a_suite_is_one_and_takes_a_suite(cli):
    schema = json.loads(cli("schema").out)
    assert check_schema(schema) == []
    suite = {
        "server": {"command": "x"},
        "tools": [
            {"name": "a", "tool": "b", "expect": [{"target": "text", "matcher": {"exact": 1}}]}
        ],
        "coverage": {"tools": 100},
    }
    assert validator(schema).errors(suite) == []
    assert validator(schema).errors({**suite, "tols": []}) != []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_document_has_its_schema(cli, name):
    said = cli("schema", "--of", name)
    assert said.code == 0
    assert json.loads(said.out) == document_schema(name)


@pytest.fixture
def saved(cli, suite, tmp_path):
    reports = [
        f"--report=json={tmp_path / 'run.json'}",
        f"--report=ndjson={tmp_path / 'run.ndjson'}",
    ]
    cli(
        "run",
        suite("tools: [{name: x, tool: echo, args: {text: a}}, {name: y, tool: fail}]\n"),
        *reports,
    )
    return tmp_path


def test_a_saved_run_and_its_journal_render_alike(cli, saved):
    for name in ("text", "junit", "markdown", "tap", "json", "ndjson"):
        one = cli("report", saved / "run.json", "--format", name)
        two = cli("report", saved / "run.ndjson", "--format", name)
        assert one.code == two.code == 0
        assert one.out == two.out
    assert "1 passed, 1 failed" in cli("report", saved / "run.json").out


def test_a_saved_run_can_be_written_too(cli, saved):
    cli("report", saved / "run.json", f"--report=ndjson={saved / 'again.ndjson'}")
    assert (
        json.loads((saved / "again.ndjson").read_text().splitlines()[0])["event"] == "run-started"
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "report-not-json"),
        ("nonsense", "report-not-json"),
        ("[" * 100_000, "report-not-json"),
        ("[]", "report-not-a-run"),
        ('{"schema": "mcptest.run/v1"}', "report-broken-run"),
        ('{"event": "noted"}\n', "report-no-journal"),
        (b"\xff\xfe", "report-not-json"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_file_that_is_no_run_is_told(cli, tmp_path, text, code):
    path = tmp_path / "x.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    said = cli("report", path)
    assert said.code == 2
    assert f"error[{code}]" in said.err


def test_a_missing_run_is_told(cli):
    assert "report-unreadable" in cli("report", "no-such.json").err


def test_a_file_that_is_missing_has_no_place(cli, tmp_path):
    missing = tmp_path / "missing.json"
    said = cli("diff", missing, missing)
    assert f"file not found: {missing}" in said.err
    assert "-->" not in said.err


def test_update_takes_a_tool_and_not_a_catalog(cli, tmp_path):
    saved = tmp_path / "tools.json"
    saved.write_text('{"tools": []}')
    said = cli("lock", "--update", saved)
    assert said.code == 2
    assert "error[lock-mode]" in said.err


def test_the_grades_to_choose_from_are_shown_as_they_are_written(cli):
    said = cli("audit", "--fail-under", "E", "--", "server")
    assert said.code == 2
    assert "'A+', 'A', 'B', 'C', 'D'" in said.err
