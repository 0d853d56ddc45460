"""``mcptest schema-lint``: what is typed, what is printed, which code."""

import json
import sys
from pathlib import Path

import pytest

from mcptest.cli.main import run
from mcptest.lint.sample import sample

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "tool-schema-lint"
LOOSE = {
    "name": "t",
    "description": "Do something for the user now.",
    "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}},
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def write(name, *tools, **options):
    text = json.dumps({"tools": list(tools)}, **{"indent": 2, **options})
    Path(name).write_text(text)
    return text


def lint(capsys, *words):
    code = run(["schema-lint", *words])
    return code, capsys.readouterr()


def document(capsys, *words):
    code, seen = lint(capsys, *words, "--format", "json")
    return code, json.loads(seen.out)


def test_a_clean_catalog_is_a_zero(here, capsys):
    write("c.json", sample())
    code, run_document = document(capsys, "c.json")
    assert (code, run_document["exit_code"], run_document["summary"]["passed"]) == (0, 0, 1)
    assert run_document["command"] == "schema-lint"
    assert run_document["cases"][0]["findings"] == []


def test_findings_are_a_one_and_have_rule_pointer_and_place(here, capsys):
    write("c.json", LOOSE)
    code, run_document = document(capsys, "c.json")
    assert code == 1
    (case,) = run_document["cases"]
    assert (case["name"], case["lane"], case["status"], case["server"]) == (
        "t",
        "schema-lint",
        "warned",
        None,
    )
    first = case["findings"][0]
    assert (first["id"], first["severity"], first["pointer"]) == (
        "SCH-001",
        "warning",
        "/inputSchema",
    )
    assert (first["where"]["file"], first["where"]["line"]) == ("c.json", 6)
    assert case["targets"]["tokens"] > 0


def test_a_critical_is_an_error_and_fails(here, capsys):
    write("c.json", {**sample(), "inputSchema": 7})
    code, run_document = document(capsys, "c.json", "--fail-on", "critical")
    assert (code, run_document["cases"][0]["status"]) == (1, "failed")


def test_warnings_can_be_let_through(here, capsys):
    write("c.json", LOOSE)
    for word in ("error", "critical"):
        assert lint(capsys, "c.json", "--fail-on", word)[0] == 0


def test_notes_never_fail(here, capsys):
    write("c.json", {k: v for k, v in sample().items() if k != "annotations"})
    code, run_document = document(capsys, "c.json")
    assert (code, [f["severity"] for f in run_document["cases"][0]["findings"]]) == (0, ["note"])


def test_text_shows_the_line_and_a_caret(here, capsys):
    write("c.json", LOOSE)
    _, seen = lint(capsys, "c.json", "--select", "SCH-004")
    assert "--> c.json:9:11" in seen.out
    assert '"q": {' in seen.out
    assert "^^^" in seen.out
    assert "about 3" in seen.err + seen.out


def test_rules_are_selected_and_ignored(here, capsys):
    write("c.json", LOOSE)
    _, one = document(capsys, "c.json", "--select", "SCH-001,SCH-004", "--ignore", "SCH-004")
    assert {f["id"] for f in one["cases"][0]["findings"]} == {"SCH-001"}


def test_several_files_are_one_run(here, capsys):
    write("a.json", sample())
    write("b.json", LOOSE, LOOSE, {"inputSchema": {"type": "object"}})
    code, both = document(capsys, "a.json", "b.json")
    assert code == 1
    assert [case["id"] for case in both["cases"]] == [
        "schema-lint::a.json::search_notes",
        "schema-lint::b.json::t",
        "schema-lint::b.json::t #2",
        "schema-lint::b.json::tool 2",
    ]


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        ([], 2, "schema-lint-what"),
        (["c.json", "--url", "http://localhost:1"], 2, "schema-lint-what"),
        (["c.json", "--write"], 2, "schema-lint-fix"),
        (["c.json", "--diff"], 2, "schema-lint-fix"),
        (["--fix", "--write", "--url", "http://localhost:1"], 2, "schema-lint-fix"),
        (["c.json", "c.json", "--fix"], 2, "schema-lint-fix"),
        (["c.json", "--select", "NOPE"], 2, "lint-unknown-rule"),
        (["c.json", "--select", "SCH", "--ignore", "SCH"], 7, "lint-nothing-selected"),
        (["nowhere.json"], 2, "file-unreadable"),
        (["c.json", "--config", "nowhere.toml"], 2, "config-unreadable"),
        (["c.json", "--spec-version", "1"], 2, "unknown-spec-version"),
    ],
)
def test_mistakes_on_the_command_line(here, capsys, words, code, error):
    write("c.json", sample())
    got, seen = lint(capsys, *words)
    assert got == code
    assert error in seen.err


def test_a_bad_file_is_a_two_with_its_place(here, capsys):
    Path("c.json").write_text('{"tools": [\n  {"a": 1, "a": 2}]}')
    code, seen = lint(capsys, "c.json", "--fix", "--write")
    assert code == 2
    assert "error[json-duplicate-key]" in seen.err
    assert "--> c.json:2:12" in seen.err
    assert Path("c.json").read_text() == '{"tools": [\n  {"a": 1, "a": 2}]}'


def test_the_example_is_pinned_byte_for_byte(here, capsys):
    code, seen = lint(capsys, str(EXAMPLE / "loose.json"), "--fix")
    assert code == 0
    assert seen.out.encode() == (EXAMPLE / "tight.json").read_bytes()
    assert "closed 4 objects" in seen.err
    assert "1 SCH-002 finding" in seen.err


def test_write_replaces_the_file_and_a_second_time_changes_nothing(here, capsys):
    before = write("c.json", LOOSE)
    code, seen = lint(capsys, "c.json", "--fix", "--write")
    assert (code, seen.out) == (0, "")
    after = Path("c.json").read_text()
    assert '"additionalProperties": false' in after
    assert after != before
    lint(capsys, "c.json", "--fix", "--write")
    assert Path("c.json").read_text() == after


def test_diff_shows_what_would_change_and_writes_nothing(here, capsys):
    before = write("c.json", LOOSE)
    code, seen = lint(capsys, "c.json", "--fix", "--diff", "--fix-only", "SCH-002")
    assert code == 0
    assert '+        "additionalProperties": false' in seen.out
    assert "required" not in seen.out
    assert Path("c.json").read_text() == before


def test_a_file_that_cannot_be_written_is_a_four(here, capsys, monkeypatch):
    from mcptest import atomic

    write("c.json", LOOSE)
    monkeypatch.setattr(atomic.os, "replace", lambda *_: (_ for _ in ()).throw(OSError(1, "no")))
    assert lint(capsys, "c.json", "--fix", "--write")[0] == 4


def test_suppressions_hide_and_stale_ones_are_told(here, capsys):
    write("c.json", LOOSE)
    Path("mcptest.toml").write_text(
        "[[suppress]]\nrule = 'SCH'\nreason = 'later'\n[[suppress]]\nrule = 'NAME-001'\nreason = 'x'\n"
        "[[suppress]]\nrule = 'DESC'\nreason = 'x'\n"
    )
    code, run_document = document(capsys, "c.json")
    assert code == 0
    assert any("unused suppression: NAME-001" in note for note in run_document["notes"])


def test_a_live_server_is_linted_and_fixed(here, capsys):
    write("served.json", LOOSE)
    server = ["--", sys.executable, "-m", "mcptest", "mock", "--tools-from", "served.json"]
    code, live = document_live(capsys, server)
    assert code == 1
    assert live["servers"][0]["name"] == "default"
    assert [case["id"] for case in live["cases"]] == ["schema-lint::default::t"]
    assert {f["where"] for f in live["cases"][0]["findings"]} == {None}
    code, seen = lint(capsys, "--fix", *server)
    assert (code, json.loads(seen.out)["tools"][0]["inputSchema"]["additionalProperties"]) == (
        0,
        False,
    )


def document_live(capsys, server):
    code, seen = lint(capsys, "--format", "json", *server)
    return code, json.loads(seen.out)


def test_a_server_that_does_not_start_is_a_three(here, capsys):
    assert lint(capsys, "--", "/nowhere/server")[0] == 3
    assert lint(capsys, "--", sys.executable, "-c", "pass")[0] == 3


def test_an_empty_catalog_is_fine(here, capsys):
    write("c.json")
    code, run_document = document(capsys, "c.json")
    assert (code, run_document["notes"]) == (0, ["c.json: no tools"])
