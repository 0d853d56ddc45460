from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from mcptest.compliance.baseline import compare, load_baseline
from mcptest.compliance.corpus.version_corpus import Registry
from mcptest.compliance.gates import (
    GradeDelta,
    SpecVersionCheck,
    grade_gate,
    spec_version_gate,
)
from mcptest.compliance.grade import grade
from mcptest.compliance.revisions.migration import Fail, MigrationCorpus, Pass, Skipped
from mcptest.compliance.scorecard import Scorecard, load_scorecard, scorecard_schema
from mcptest.errors import FileProblemsError
from mcptest.match.bind import bind
from mcptest.match.expectation import Expectation
from mcptest.match.path import Path as Target
from mcptest.model.grade import Level, RuleVerdict
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion
from mcptest.schema.validate import validator

V = SpecVersion
PASSED, FAILED = Status.PASSED, Status.FAILED


def compliance(*statuses, section="tools"):
    verdicts = [
        RuleVerdict(f"TOOL-{index:03}", Level.MUST, section, status)
        for index, status in enumerate(statuses, 1)
    ]
    return grade(verdicts, spec_version="v2025-11-25")


def expecting(target, matcher):
    return (Expectation(Target.parse(target), bind(matcher)),)


@pytest.mark.parametrize(
    ("pinned", "against", "passed"),
    [
        (V.V2024_11_05, V.V2025_06_18, False),
        (V.V2026_07_28, V.DRAFT, True),
        (V.V2025_11_25, V.V2025_11_25, True),
        (V.V2025_11_25, None, True),
    ],
)
def test_the_upgrade_gate_fails_when_an_expectation_changed(pinned, against, passed):
    verdict = spec_version_gate(pinned, SpecVersionCheck(against))
    assert (verdict.name, verdict.passed) == ("spec_version_check", passed)
    assert (verdict.note is None) == (passed and against is not None)
    if not passed:
        assert f"mcptest compliance diff {pinned} {against}" in verdict.note


def test_a_target_revision_without_a_corpus_passes_with_a_note(tmp_path):
    check = SpecVersionCheck(V.DRAFT)
    verdict = spec_version_gate(V.V2025_11_25, check, registry=Registry(tmp_path))
    assert verdict.passed
    assert "draft" in verdict.note


@pytest.mark.parametrize(
    ("target", "matcher", "passed"),
    [
        ("spec_clean", {"exact": False}, True),
        ("spec_breaking_changes", {"contains": "PROTO-002"}, True),
        ("spec_added", {"contains": "ELICIT-001"}, True),
        ("spec_removed", {"contains": "PROTO-002"}, False),
        ("spec_unchanged", {"contains": "TOOL-001"}, True),
    ],
)
def test_the_upgrade_gate_holds_the_users_own_expectations(target, matcher, passed):
    check = SpecVersionCheck(V.V2025_06_18, expecting(target, matcher))
    assert spec_version_gate(V.V2024_11_05, check).passed is passed


def save(path: Path, **changes) -> Path:
    card = replace(Scorecard.of(compliance(PASSED, PASSED), server="x"), **changes)
    path.write_text(json.dumps(card.as_json(), indent=2))
    return path


def test_a_grade_that_fell_fails_the_gate(tmp_path):
    check = GradeDelta(save(tmp_path / "card.json"))
    worse = grade_gate(check, compliance(PASSED, FAILED), server="x")
    assert not worse.passed
    assert "--save-scorecard" in worse.note
    assert grade_gate(check, compliance(PASSED, PASSED, PASSED), server="x").passed
    own = GradeDelta(check.against, expecting("score", {"range": {"min": 40}}))
    assert grade_gate(own, compliance(PASSED, FAILED), server="x").passed


def test_a_scorecard_that_is_not_there_yet_passes_with_a_note(tmp_path):
    verdict = grade_gate(GradeDelta(tmp_path / "none.json"), compliance(PASSED), server="x")
    assert verdict.passed
    assert "--save-scorecard" in verdict.note


def test_a_saved_scorecard_fits_its_schema_and_reads_back(tmp_path):
    path = save(tmp_path / "card.json")
    assert validator(scorecard_schema()).errors(json.loads(path.read_text())) == []
    card = load_scorecard(path, server="x", spec_version="v2025-11-25")
    assert (card.grade, card.score, card.rules["TOOL-001"]) == ("A+", 100.0, "passed")


@pytest.mark.parametrize(
    ("changes", "code", "line"),
    [
        ({"server": "y"}, "scorecard-other-server", 4),
        ({"spec_version": "draft"}, "scorecard-other-revision", 5),
        ({"mcptest": "99.0.0"}, "scorecard-other-mcptest", 3),
        ({"score": "high"}, "scorecard-unreadable", 1),
    ],
)
def test_a_scorecard_that_cannot_be_compared_with_is_named(tmp_path, changes, code, line):
    path = save(tmp_path / "card.json", **changes)
    with pytest.raises(FileProblemsError) as caught:
        load_scorecard(path, server="x", spec_version="v2025-11-25")
    assert (caught.value.code, caught.value.where.line) == (code, line)


@pytest.mark.parametrize("text", ["{", "[]", '{"schema": "mcptest.scorecard/v2"}'])
def test_an_unreadable_scorecard_is_named(tmp_path, text):
    path = tmp_path / "card.json"
    path.write_text(text)
    with pytest.raises(FileProblemsError) as caught:
        load_scorecard(path, server="x", spec_version="v2025-11-25")
    assert caught.value.code == "scorecard-unreadable"
    with pytest.raises(FileProblemsError):
        load_scorecard(tmp_path, server="x", spec_version="v2025-11-25")


BASELINE = """\
- rule: TOOL-001
  reason: known
  tracking: https://tracker.example/1
- rule: TOOL-002
  reason: old
  expires: 2026-01-31
"""


def baseline(tmp_path, text=BASELINE):
    path = tmp_path / "baseline.yml"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("statuses", "day", "red", "unexpected", "stale"),
    [
        ((FAILED, FAILED), date(2026, 1, 31), False, (), ()),
        ((FAILED, FAILED), date(2026, 2, 1), True, ("TOOL-002",), ()),
        ((FAILED, PASSED), date(2026, 1, 1), True, (), ("TOOL-002",)),
        ((FAILED, FAILED, FAILED), date(2026, 1, 1), True, ("TOOL-003",), ()),
        ((FAILED, Status.WARNED), date(2026, 1, 1), False, (), ()),
    ],
)
def test_unexpected_and_stale_are_red(tmp_path, statuses, day, red, unexpected, stale):
    found = compare(compliance(*statuses).rules, load_baseline(baseline(tmp_path)), today=day)
    assert (found.is_red, found.unexpected, found.stale) == (red, unexpected, stale)
    assert "TOOL-001" in found.tolerated


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- rule: tool\n  reason: x\n", 1),
        ("- rule: TOOL-001\n", 1),
        (BASELINE + "- {rule: TOOL-001, reason: again}\n", 7),
        ("- {rule: TOOL-001, reason: x, expires: tomorrow}\n", 1),
        ("rule: x\n", 1),
        ("- {rule: TOOL-001, reson: x}\n", 1),
    ],
)
def test_a_broken_baseline_is_named_with_its_line(tmp_path, text, line):
    with pytest.raises(FileProblemsError) as caught:
        load_baseline(baseline(tmp_path, text))
    assert caught.value.where.line == line


def test_the_code_for_a_missing_resource_is_judged_for_the_new_revision():
    corpus = MigrationCorpus()
    failed = corpus.check_resource_error_code(-32002)
    assert isinstance(failed, Fail)
    assert (failed.replacement, "-32602" in failed.message) == (-32602, True)
    assert isinstance(corpus.check_resource_error_code(-32602), Pass)
    for other in (0, -32603, 404):
        assert isinstance(corpus.check_resource_error_code(other), Skipped)
