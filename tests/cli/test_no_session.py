"""A server that nobody can talk to gets no letter, in no command and in no report."""

import json
import sys
from pathlib import Path

import pytest

import mcptest
from mcptest.audit.baseline import SCHEMA
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.report.locate import fingerprint

SERVER = Path(__file__).parents[1] / "servers" / "unopened.py"
UNOPENED = {  # mode: the start of the reason
    "unknown-revision": "requested revision 2025-11-25, the server offered '2099-01-01'",
    "error": "the server rejected initialize: error -32603, 'boom'",
    "empty-result": 'the result of initialize has no string "protocolVersion"',
    "stateless-broken": "the server rejected initialize: error -32601",
    "dies": "the server exited with code 1 before responding to initialize",
    "mute": "the server did not respond to initialize within 0.5 s",
    "garbage": "the server did not respond to initialize within 0.5 s",
}
PIN = ["--spec-version", "v2025-11-25"]
JUDGING = {
    "compliance": ["compliance", "run"],
    "strict": ["compliance", "run", "--strict"],
    "pinned": ["compliance", "run", *PIN],
    "every": ["compliance", "run", "--all-revisions"],
    "audit": ["audit"],
    "gated": ["audit", "--fail-under", "D", "--all-revisions"],
    "audit-pinned": ["audit", *PIN],
}
UNGRADED = {"lint": ["audit", "--only", "lint"], "probe": ["probe"], "fuzz": ["fuzz"]}


def command(mode):
    return [sys.executable, str(SERVER), mode]


def timeout(mode):
    """Short only for a server that uses it up: any other may be slow to start."""
    return ["--timeout", "0.5s" if mode in {"mute", "garbage"} else "20s"]


def judged(cli, flags, mode):
    said = cli(*flags, *timeout(mode), "--format", "json", "--", *command(mode))
    return said.code, json.loads(said.out)


def failures(document):
    return [case for case in document["cases"] if case["status"] == "failed"]


@pytest.mark.parametrize("mode", UNOPENED)
@pytest.mark.parametrize("flags", JUDGING.values(), ids=JUDGING)
def test_no_session_is_no_grade_and_a_failed_case_that_says_why(cli, flags, mode):
    code, document = judged(cli, flags, mode)
    graded = document["compliance"]
    assert (code, document["exit_code"]) == (1, 1)
    assert (graded["grade"], graded["score"], graded["tier"]) == (None, None, None)
    assert graded["reason"].startswith(UNOPENED[mode])
    assert [case["status"] for case in document["cases"]] == ["failed"]
    assert not any(gate["passed"] for gate in graded["gates"])


@pytest.mark.parametrize("mode", ["unknown-revision", "error"])
@pytest.mark.parametrize("flags", UNGRADED.values(), ids=UNGRADED)
def test_what_grades_nothing_fails_all_the_same(cli, tmp_path, monkeypatch, flags, mode):
    monkeypatch.chdir(tmp_path)
    code, document = judged(cli, flags, mode)
    assert (code, len(failures(document))) == (1, 1)


@pytest.mark.parametrize("mode", ["unknown-revision", "mute"])
@pytest.mark.parametrize("flags", [["compliance", "run"], ["audit"]], ids=" ".join)
def test_the_first_line_says_that_there_is_no_grade_and_why(cli, flags, mode):
    said = cli(*flags, *timeout(mode), "--", *command(mode))
    assert said.out.startswith(f"no grade: {UNOPENED[mode]}")
    assert "A+" not in said.out


@pytest.mark.parametrize("flags", [f for f in JUDGING.values() if f[0] != "probe"], ids=JUDGING)
def test_a_pin_that_is_not_met_names_what_was_asked_for_and_what_came(cli, flags):
    pinned = [word for word in flags if word not in PIN]
    code, document = judged(cli, [*pinned, *PIN], "old-revision")
    (failed,) = failures(document)
    (finding,) = failed["findings"]
    assert (code, document["compliance"]["grade"]) == (1, None)
    assert (failed["id"].rpartition("::")[2], finding["id"]) == ("session", "handshake-version")
    assert "requested revision 2025-11-25" in finding["message"]
    assert "supports 2024-11-05" in finding["message"]


def test_a_pin_of_the_stateless_era_names_the_revision_that_the_server_speaks(cli):
    pin = ["--spec-version", "v2026-07-28"]
    code, document = judged(cli, ["compliance", "run", *pin], "old-revision")
    assert (code, document["compliance"]["grade"]) == (1, None)
    assert "supports 2024-11-05" in document["compliance"]["reason"]


def test_the_pin_of_a_suite_is_held_as_well(cli, tmp_path):
    suite = tmp_path / "pinned.mcptest.yml"
    server = json.dumps(command("old-revision"))
    suite.write_text(f"server: {{command: {server}}}\ncompliance: {{spec_version: v2025-11-25}}\n")
    said = cli("compliance", "run", "--from-suite", suite, "--format", "json")
    assert said.code == 1
    assert json.loads(said.out)["compliance"]["grade"] is None


def test_no_gate_on_the_rules_passes_and_no_baseline_excuses_it(cli, tmp_path):
    baseline, card = tmp_path / "baseline.yml", tmp_path / "card.json"
    baseline.write_text("- {rule: PROTO-001, reason: known}\n")
    flags = ["compliance", "run", "--strict", "--baseline", baseline, "--save-scorecard", card]
    code, document = judged(cli, flags, "error")
    gates = {gate["name"]: gate["passed"] for gate in document["compliance"]["gates"]}
    assert (code, gates) == (1, {"baseline": False, "strict": False})
    assert not card.exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [("badge", "no grade"), ("markdown", "**No grade**"), ("html", "No grade: "), ("agent", "NO ")],
)
def test_every_report_says_that_there_is_no_grade(cli, tmp_path, name, said):
    report = tmp_path / "report"
    flags = [f"--report={name}={report}"]
    assert cli("compliance", "run", *flags, "--", *command("unknown-revision")).code == 1
    text = report.read_text()
    assert said in text
    assert "A+" not in text


def test_from_python_there_is_no_grade_either():
    graded = mcptest.grade(mcptest.StdioTarget(tuple(command("unknown-revision"))), timeout=20)
    assert graded.grade is None
    assert graded.reason.startswith(UNOPENED["unknown-revision"])
    old = mcptest.StdioTarget(tuple(command("old-revision")))
    pinned = mcptest.grade(old, spec_version="v2025-11-25")
    assert (pinned.grade, pinned.spec_version) == (None, "v2025-11-25")
    assert "supports 2024-11-05" in pinned.reason


def test_a_server_that_opens_once_and_never_again_gets_no_letter(cli, tmp_path):
    opened, peer = tmp_path / "opened", tmp_path / "once.py"
    peer.write_text(
        "import pathlib, runpy, sys\n"
        f"marks = pathlib.Path({str(opened)!r})\n"
        "try:\n    marks.touch(exist_ok=False)\n    mode = 'old-revision'\n"
        "except FileExistsError:\n    mode = 'unknown-revision'\n"
        f"sys.argv = ['server', mode]; runpy.run_path({str(SERVER)!r}, run_name='__main__')\n"
    )
    pin = ["--spec-version", "v2024-11-05", "--format", "json"]
    said = cli("compliance", "run", *pin, "--", sys.executable, peer)
    document = json.loads(said.out)
    assert (said.code, document["compliance"]["grade"]) == (1, None)
    assert [gate["name"] for gate in document["compliance"]["gates"]] == ["session"]


@pytest.mark.parametrize("gates", [{}, {"gates": {"min_grade": "D"}}], ids=["plain", "gated"])
def test_a_fleet_fails_it_and_its_badge_has_no_letter(cli, tmp_path, monkeypatch, gates):
    monkeypatch.chdir(tmp_path)
    servers = {"one": {"command": command("unknown-revision")}}
    fleet = {"fleet": "x", "servers": servers, **gates}
    (tmp_path / "fleet.yml").write_text(json.dumps(fleet))
    said = cli("fleet", "run", "--out", "r")
    (row,) = json.loads((tmp_path / "r" / "fleet.json").read_text())["servers"]
    assert (said.code, row["status"], row["grade"]) == (1, "failed", None)
    assert cli("fleet", "report", "r", "--badges", "badges").code == 0
    (badge,) = (tmp_path / "badges").glob("one.server.svg")
    assert ">failed<" in badge.read_text()


@pytest.mark.parametrize("flags", [["audit"], ["audit", "--only", "lint"]])
def test_a_baseline_never_accepts_that_no_session_opens(cli, tmp_path, flags):
    baseline = tmp_path / "baseline.json"
    saved = cli(*flags, "--save-baseline", str(baseline), "--", *command("dies"))
    assert saved.code == 1
    assert not baseline.exists()
    assert "the baseline was neither used nor written" in saved.out

    _, document = judged(cli, flags, "dies")
    baseline.write_text(json.dumps({"schema": SCHEMA, "findings": [accepted(document)]}))
    assert cli(*flags, "--baseline", str(baseline), "--", *command("dies")).code == 1


def accepted(document):
    """The entry that a baseline would have for the one finding of the document."""
    (one,) = document["cases"]
    (finding,) = one["findings"]
    case = CaseResult(one["id"], one["name"], Lane(one["lane"]), one["server"], Status.FAILED)
    found = Finding(finding["id"], Severity.ERROR, finding["message"])
    return {"fingerprint": fingerprint(case, found)}
