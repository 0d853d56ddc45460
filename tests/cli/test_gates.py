"""Pins and gates of a suite, through ``run`` and ``compliance run``."""

import json
import shutil

import pytest

from mcptest.compliance.corpus.version_corpus import BUILTIN

BREAKING = """\
compliance:
  spec_version: v2024-11-05
  spec_version_check: {against: v2025-06-18}
  tests: [{name: PROTO-002 capabilities}]
"""
FEW = ("PROTO-001", "TOOL-001")


@pytest.fixture
def registry(tmp_path):
    """Two rules at two revisions, so that grading is quick."""
    root = tmp_path / "rules"
    (root / "v2025-06-18").mkdir(parents=True)
    (root / "v2025-11-25").mkdir()
    for rule in FEW:
        shutil.copy(BUILTIN / "v2024-11-05" / f"{rule}.yaml", root / "v2025-06-18")
    (root / "v2025-11-25" / "revision.yaml").write_text("extends: v2025-06-18\n")
    return root


def graded(cli, path, registry, *words):
    said = cli(
        "compliance",
        "run",
        "--from-suite",
        path,
        "--registry",
        registry,
        "--format",
        "json",
        *words,
    )
    return said, json.loads(said.out)["compliance"]["gates"] if said.out else None


def test_a_list_needs_no_pin(cli, suite):
    said = cli("run", suite("compliance:\n  - name: PROTO-001 shakes hands\n"))
    assert said.code == 0
    assert "PASS" not in said.out


def test_a_pin_that_nobody_knows_fails_the_load_with_the_nearest(cli, suite):
    said = cli("run", suite("compliance: {spec_version: v2025-6-18, tests: []}\n"))
    assert said.code == 2
    assert "unknown compliance spec_version: v2025-6-18" in said.err
    assert 'did you mean "v2025-06-18"?' in said.err


def test_a_gate_without_a_pin_is_a_two(cli, suite):
    said = cli("run", suite("compliance: {spec_version_check: {against: draft}}\n"))
    assert (said.code, "error[suite-missing-pin]" in said.err) == (2, True)


def test_a_run_that_is_green_fails_on_its_gate_with_one_line(cli, suite):
    said = cli("run", suite(BREAKING))
    assert said.code == 1
    lines = [line for line in said.out.splitlines() if line.startswith(("PASS", "FAIL"))]
    assert len(lines) == 1
    assert lines[0].startswith("FAIL  spec_version_check  ")
    assert "PROTO-002" in lines[0]


def test_the_document_of_a_run_holds_the_gates_and_no_grade(cli, suite):
    found = json.loads(cli("run", suite(BREAKING), "--format", "json").out)
    assert found["compliance"]["grade"] is None
    assert [gate["passed"] for gate in found["compliance"]["gates"]] == [False]


def test_a_pinned_entry_is_judged_at_its_revision(cli, suite):
    body = "compliance:\n  spec_version: v2024-11-05\n  tests: [{name: ELICIT-001 asks}]\n"
    found = json.loads(cli("run", suite(body), "--format", "json").out)
    assert found["cases"][0]["skip"] == {
        "reason": "not-in-revision",
        "detail": "ELICIT-001 is not a rule of v2024-11-05",
    }


def test_a_loosened_gate_passes(cli, suite):
    expect = "[{target: spec_breaking_changes, matcher: {contains: PROTO-002}}]"
    body = BREAKING.replace("v2025-06-18}", f"v2025-06-18, expect: {expect}}}")
    said = cli("run", suite(body))
    assert (said.code, "PASS  spec_version_check\n" in said.out) == (0, True)


def test_a_target_that_the_gate_does_not_have_is_a_two(cli, suite):
    expect = "[{target: spec_cleen, matcher: {exact: true}}]"
    said = cli("run", suite(BREAKING.replace("v2025-06-18}", f"draft, expect: {expect}}}")))
    assert said.code == 2
    assert "spec_clean" in said.err


@pytest.mark.parametrize(
    ("check", "note"),
    [("{}", "names no revision yet"), ("{against: draft}", "no corpus for draft")],
)
def test_a_gate_that_cannot_compare_yet_passes_with_a_note(cli, suite, registry, check, note):
    body = f"compliance: {{spec_version: v2025-06-18, spec_version_check: {check}}}\n"
    said, gates = graded(cli, suite(body), registry)
    assert (said.code, gates[0]["passed"]) == (0, True)
    assert note in gates[0]["note"]


DELTA = "compliance: {spec_version: v2025-11-25, grade_delta: {against: card.json}}\n"


def test_a_grade_is_kept_and_compared_later(cli, suite, registry, tmp_path):
    path, card = suite(DELTA), tmp_path / "card.json"
    said, gates = graded(cli, path, registry, "--save-scorecard", card)
    assert (said.code, "there is no scorecard" in gates[0]["note"]) == (0, True)
    assert graded(cli, path, registry)[1] == [{"name": "grade_delta", "passed": True, "note": None}]
    better = json.loads(card.read_text())
    better["sections"]["tools"] = 101
    card.write_text(json.dumps(better))
    said, gates = graded(cli, path, registry)
    assert (said.code, gates[0]["passed"]) == (1, False)
    assert "--save-scorecard" in gates[0]["note"]


@pytest.mark.parametrize(
    ("member", "value", "code"),
    [
        ("server", "another", "scorecard-other-server"),
        ("mcptest", "99.0.0", "scorecard-other-mcptest"),
        ("spec_version", "draft", "scorecard-other-revision"),
        ("score", "high", "scorecard-unreadable"),
    ],
)
def test_a_scorecard_that_cannot_be_compared_with_is_a_two(
    cli, suite, registry, tmp_path, member, value, code
):
    path, card = suite(DELTA), tmp_path / "card.json"
    graded(cli, path, registry, "--save-scorecard", card)
    card.write_text(json.dumps({**json.loads(card.read_text()), member: value}, indent=2))
    said, _ = graded(cli, path, registry)
    problem = json.loads(said.err)["errors"][0]
    assert (said.code, problem["code"]) == (2, code)
    assert problem["where"]["file"] == str(card)


@pytest.mark.parametrize("command", [("run",), ("compliance", "run", "--from-suite")])
def test_an_unreadable_scorecard_is_a_two_before_anything_is_started(cli, suite, tmp_path, command):
    (tmp_path / "card.json").write_text("{\n  nope")
    server = "server: {command: [no-such-program-anywhere]}\n"
    path = suite(DELTA + "tools: [{name: t, tool: echo}]\n", server=server)
    said = cli(*command, path)
    assert (said.code, "error[scorecard-unreadable]" in said.err) == (2, True)
    assert "card.json:2:" in said.err


def test_a_plain_run_grades_nothing_and_says_so(cli, suite):
    said = cli("run", suite(DELTA + "tools: [{name: t, tool: echo, args: {text: x}}]\n"))
    assert said.code == 0
    assert "PASS  grade_delta  not graded by `run`" in said.out
