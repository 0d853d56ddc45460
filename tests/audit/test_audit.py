"""An audit of one server: every stage in one run document, and one screen for people."""

import json
import sys
from pathlib import Path

import pytest

from mcptest.audit import stages
from mcptest.cli.main import run
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "examples/mocks/records.yml"
MOCK = [sys.executable, "-m", "mcptest.mock", str(RECORDS)]


def audited(capsys, *flags, command=MOCK):
    code = run(["audit", "--format", "json", *flags, "--", *command])
    return code, json.loads(capsys.readouterr().out)


def test_a_healthy_server_gets_the_best_grade_and_no_failure(capsys):
    code, document = audited(capsys, "--seed", "7")

    assert code == 0
    assert validator(document_schema("run")).errors(document) == []
    assert document["compliance"]["grade"] == "A+"
    assert document["compliance"]["spec_version"] == "v2026-07-28"
    assert document["seed"] == 7
    lanes = {case["lane"] for case in document["cases"]}
    assert lanes == {"compliance", "schema-lint", "probe", "negative_path", "fuzz", "security"}
    assert [case for case in document["cases"] if case["status"] == "failed"] == []


def test_a_destructive_tool_is_never_called(capsys):
    _, document = audited(capsys)

    assert [c for c in document["calls"] if c["tool"] == "delete_record" and c["called"]] == []
    skipped = {case["id"]: case["skip"] for case in document["cases"] if case["skip"]}
    assert skipped["negative_path::default::delete_record"]["reason"] == "refused-by-policy"


@pytest.mark.parametrize("names", [("lint", "valid-calls"), ("lint", "probe")])
def test_a_stage_goes_by_its_name_in_the_report_and_by_its_room(capsys, names):
    _, document = audited(capsys, *[flag for name in names for flag in ("--only", name)])

    assert {case["lane"] for case in document["cases"]} == {"schema-lint", "probe"}


def test_without_its_extra_a_fuzz_is_left_out_and_that_is_said(capsys, monkeypatch):
    monkeypatch.setattr(stages, "find_spec", lambda _name: None)
    code, document = audited(capsys, "--only", "lint", "--only", "fuzz")

    assert code == 0
    assert {case["lane"] for case in document["cases"]} == {"schema-lint"}
    [note] = document["notes"]
    assert "mcptest[fuzz]" in note


def test_a_fuzz_alone_without_its_extra_is_refused(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    assert run(["audit", "--only", "fuzz", "--", *MOCK]) == 2
    assert "error[extra-missing]" in capsys.readouterr().err


def test_stages_can_be_chosen(capsys):
    _, only = audited(capsys, "--only", "lint")
    _, most = audited(capsys, "--skip", "fuzz", "--skip", "compliance", "--skip", "negative")

    assert {case["lane"] for case in only["cases"]} == {"schema-lint"}
    assert only["servers"][0]["speaks"] == most["servers"][0]["speaks"] != []
    assert {case["lane"] for case in most["cases"]} == {"schema-lint", "probe", "security"}
    assert only["compliance"] is None


@pytest.mark.parametrize(
    "flags",
    [("--only", "lint", "--skip", "lint"), ("--only", "lint", "--fail-under", "B")],
)
def test_flags_that_leave_nothing_are_refused(flags, capsys):
    assert run(["audit", *flags, "--", *MOCK]) == 2


def test_a_grade_may_be_demanded(capsys):
    code, document = audited(capsys, "--only", "compliance", "--fail-under", "a+")

    assert code == 0
    assert [gate["name"] for gate in document["compliance"]["gates"]] == ["fail-under"]


def test_every_revision_can_be_graded(capsys):
    _, document = audited(capsys, "--only", "compliance", "--all-revisions")

    graded = [one["spec_version"] for one in document["compliance"]["revisions"]]
    assert graded[0] == "v2024-11-05"
    assert graded[-1] == document["compliance"]["spec_version"]


def test_the_summary_fits_on_one_screen(capsys):
    assert run(["audit", "--", *MOCK]) == 0

    text = capsys.readouterr().out
    assert text.startswith("records: stdio, MCP 2026-07-28\n  also supports 2024-11-05, 2025-03-26")
    assert "\ngrade A+" in text
    assert len(text.splitlines()) <= 40
    assert "not tested:" in text
    assert "destructive, not called (use --execute-destructive" in text
    assert "2 tools, about" in text
    assert "slowest: search_records" in text


def test_a_server_that_never_shakes_hands_is_judged_not_an_error(capsys):
    mute = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    code, document = audited(capsys, "--timeout", "1s", command=mute)

    assert code == 1
    assert document["compliance"]["grade"] is None
    assert "within 1 s" in document["compliance"]["reason"]
    assert "no session could be opened" in document["notes"][0]
    (failed,) = [case for case in document["cases"] if case["status"] == "failed"]
    (finding,) = failed["findings"]
    assert (finding["id"], "within 1 s" in finding["message"]) == ("PROTO-001", True)


def test_a_server_that_dies_at_its_start_is_told_with_its_last_words(capsys):
    deep = "import sys\nfor n in range(30): print('frame', n, file=sys.stderr)\n"
    dying = [sys.executable, "-c", f"{deep}raise SystemExit('the key is missing')"]
    assert run(["audit", "--", *dying]) == 1

    text = capsys.readouterr().out
    assert "exited with code 1 before responding" in text
    assert "the key is missing" in text
    assert len(text.splitlines()) < 25


def test_a_command_that_is_not_there_is_unreachable(capsys):
    assert run(["audit", "--", "mcptest-no-such-command"]) == 3


def test_a_faulty_server_shows_its_worst_findings_with_their_fix(capsys):
    code = run(["audit", "--timeout", "20s", "--skip", "fuzz", "--", *MOCK, "--fault", "crash"])

    text = capsys.readouterr().out
    assert code == 1
    assert "error[" in text


CRITICAL = """
mock_server:
  name: bare
  tools:
    - name: greet
      inputSchema: {type: object, properties: {who: {type: string}}}
      annotations: {readOnlyHint: true}
      response: hello
"""


def test_a_critical_lint_is_shown_as_one_and_fails_nobody(capsys, tmp_path):
    served = tmp_path / "bare.yml"
    served.write_text(CRITICAL)
    command = [sys.executable, "-m", "mcptest.mock", str(served)]
    code, document = audited(capsys, "--only", "lint", command=command)

    assert (code, document["summary"]["warned"]) == (0, 1)
    graves = [f["id"] for f in document["cases"][0]["findings"] if f["severity"] == "error"]
    assert graves == ["DESC-001"]
    assert run(["audit", "--only", "lint", "--", *command]) == 0
    text = capsys.readouterr().out
    assert "1 warned (1 error, 4 warnings; lint never fails an audit)" in text
    assert text.index("error[DESC-001]") < text.index("warning[")


@pytest.mark.parametrize("flag", ["--mcp-config", "--from-suite"])
def test_the_server_may_be_an_entry_of_a_file(flag, capsys, tmp_path):
    entry = {"command": MOCK[0], "args": MOCK[1:]}
    texts = {"--mcp-config": {"mcpServers": {"mine": entry, "other": {"command": "x"}}}}
    texts["--from-suite"] = {"servers": {"mine": {"command": MOCK}, "other": {"command": ["x"]}}}
    file = tmp_path / "servers.yml"
    file.write_text(json.dumps(texts[flag]))
    code = run(
        ["audit", "--only", "probe", "--format", "json", flag, str(file), "--server", "mine"]
    )
    document = json.loads(capsys.readouterr().out)

    assert (code, document["servers"][0]["name"]) == (0, "mine")


def test_a_terminal_is_told_the_stage_and_what_is_done(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    run(["audit", "--only", "lint", "--only", "probe", "--", *MOCK])

    told = capsys.readouterr().err
    assert told.index("detecting revisions") < told.index("lint: search_records")
    assert told.index("lint: search_records") < told.index("valid calls: search_records")
    assert told.endswith("\r\x1b[K")


def test_a_grade_that_is_too_low_fails_and_says_so(capsys):
    broken = [sys.executable, "-m", "mcptest", "mock", "--break", "TOOL-001"]
    code = run(["audit", "--only", "compliance", "--fail-under", "A", "--", *broken])

    text = capsys.readouterr().out
    assert code == 1
    assert "FAIL  fail-under  expected A or better" in text
    assert "error[TOOL-001]" in text


def test_a_first_start_that_takes_too_long_is_forgiven(capsys, tmp_path):
    once = tmp_path / "started"
    slow = f"import pathlib, sys; p = pathlib.Path({str(once)!r})\n"
    slow += "if not p.exists(): p.touch(); sys.stdin.read(); sys.exit()\n"
    slow += f"import runpy; sys.argv = ['mock', {str(RECORDS)!r}]\n"
    slow += "runpy.run_module('mcptest.mock', run_name='__main__')\n"
    command = [sys.executable, "-c", slow]
    code, document = audited(capsys, "--only", "lint", "--timeout", "5s", command=command)

    assert (code, document["notes"]) == (0, [])
    assert {case["lane"] for case in document["cases"]} == {"schema-lint"}


CRASHING = {
    "get_weather": "Error executing tool get_weather: 'temperature'",
    "get_user": "Cannot read properties of undefined (reading 'name')",
    "get_note": "runtime error: invalid memory address or nil pointer dereference",
}


def mock_of(tmp_path, errors):
    """A server whose tools answer every valid call with these errors; None stands for success."""
    schema = {
        "type": "object",
        "properties": {"key": {"type": "string"}},
        "required": ["key"],
        "additionalProperties": False,
    }
    tools = [
        {
            "name": name,
            "inputSchema": schema,
            "response": {"text": "done"} if said is None else {"isError": True, "text": said},
        }
        for name, said in errors.items()
    ]
    file = tmp_path / "mock.yml"
    file.write_text(json.dumps({"mock_server": {"name": "m", "tools": tools}}), encoding="utf-8")
    return [sys.executable, "-m", "mcptest.mock", str(file)]


def statuses(document, lane):
    return {case["name"]: case["status"] for case in document["cases"] if case["lane"] == lane}


STAGES = ("--skip", "compliance", "--skip", "lint")


def test_a_server_whose_every_tool_crashes_fails_and_its_bad_input_proves_nothing(capsys, tmp_path):
    code, document = audited(capsys, *STAGES, command=mock_of(tmp_path, CRASHING))

    assert code == 1
    assert validator(document_schema("run")).errors(document) == []
    counts = {"succeeded": 0, "rejected": 0, "crashed": 3, "unanswered": 0}
    assert document["valid_calls"] == counts
    assert set(statuses(document, "probe").values()) == {"failed"}
    lanes = {"negative_path", "fuzz"}
    later = [c for c in document["cases"] if c["lane"] in lanes and c["name"] != "an unknown tool"]
    assert {case["skip"]["reason"] for case in later} == {"cannot-tell"}
    assert len(document["notes"]) == 1


def test_a_server_that_rejects_what_it_does_not_know_is_right(capsys, tmp_path):
    tools = {"get_note": "no such note: example", "get_user": None}
    code, document = audited(capsys, *STAGES, command=mock_of(tmp_path, tools))

    assert code == 0
    assert document["valid_calls"]["succeeded"] == document["valid_calls"]["rejected"] == 1
    assert set(statuses(document, "probe").values()) == {"passed"}
    assert statuses(document, "negative_path") == {
        "an unknown tool": "passed",
        "get_note": "skipped",
        "get_user": "passed",
    }
    assert document["notes"] == []


def test_a_crashing_tool_fails_without_the_stage_of_valid_calls_too(capsys, tmp_path):
    code, document = audited(capsys, "--only", "bad-input", command=mock_of(tmp_path, CRASHING))

    assert code == 1
    found = statuses(document, "negative_path")
    assert found.pop("an unknown tool") == "passed"
    assert set(found.values()) == {"failed"}


def test_an_accepted_unknown_tool_is_one_finding_for_the_whole_server(capsys):
    command = [sys.executable, "-m", "mcptest", "mock", "--break", "TOOL-002"]
    code, document = audited(capsys, "--only", "bad-input", command=command)

    assert code == 1
    found = {case["name"]: [one["id"] for one in case["findings"]] for case in document["cases"]}
    assert found.pop("an unknown tool") == ["FAULT-PROTO-UNKNOWN-METHOD"]
    assert "FAULT-PROTO-UNKNOWN-METHOD" not in [one for ids in found.values() for one in ids]


def test_the_three_counts_are_on_the_screen(capsys, tmp_path):
    command = mock_of(tmp_path, {**CRASHING, "ok": None, "no": "not found"})
    assert run(["audit", "--only", "probe", "--", *command]) == 1
    assert "1 succeeded, 1 rejected, 3 crashed" in capsys.readouterr().out


def test_a_server_whose_every_tool_crashes_gets_no_letter(capsys, tmp_path):
    flags = ("--only", "compliance", "--only", "probe", "--fail-under", "d")
    code, document = audited(capsys, *flags, command=mock_of(tmp_path, CRASHING))

    assert code == 1
    assert validator(document_schema("run")).errors(document) == []
    graded = document["compliance"]
    assert (graded["grade"], graded["score"]) == (None, None)
    assert graded["reason"]
    assert [gate["passed"] for gate in graded["gates"]] == [False]


def test_one_tool_that_works_or_rejects_keeps_the_letter(capsys, tmp_path):
    tools = {**CRASHING, "get_note": "no such note: example"}
    flags = ("--only", "compliance", "--only", "probe")
    code, document = audited(capsys, *flags, command=mock_of(tmp_path, tools))

    assert code == 1
    assert document["compliance"]["grade"] is not None


def test_a_server_that_does_not_list_its_tools_gets_no_letter(capsys):
    unlawful = ROOT / "tests/servers/unlawful.py"
    command = [sys.executable, "-S", "-E", str(unlawful), "list-error"]
    code, document = audited(capsys, "--only", "compliance", "--timeout", "20s", command=command)

    assert code == 1
    assert document["compliance"]["grade"] is None
    assert document["compliance"]["reason"]
