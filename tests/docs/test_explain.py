"""``explain`` knows every id and code, of whatever kind."""

from __future__ import annotations

import pytest

from mcptest.cli.explanations import explanation, known_entries
from mcptest.cli.main import run


@pytest.mark.parametrize(
    ("entry", "first"),
    [
        ("tool-002", "TOOL-002: "),
        ("SCH-001", "SCH-001: "),
        ("DEP-001", "DEP-001: "),
        ("missing_required", "missing_required (FAULT-SCHEMA-MISSING-REQUIRED)"),
        ("FAULT-SCHEMA-MISSING-REQUIRED", "missing_required ("),
        ("PROBE-HANG", "PROBE-HANG: "),
        ("suite-tab", "suite-tab: "),
        ("cannot-tell", "cannot-tell: "),
    ],
)
def test_an_entry_of_every_kind_is_explained(entry, first, capsys):
    assert run(["explain", entry]) == 0
    assert capsys.readouterr().out.startswith(first)


def test_a_rule_names_every_revision_that_it_is_in():
    assert any(line.startswith("2024-11-05 and later ") for line in explanation("TOOL-002"))
    batches = [line.split("  ")[0] for line in explanation("RPC-016") if line.startswith("20")]
    assert batches == ["2024-11-05", "2025-03-26", "2025-06-18 and later"]


def test_what_does_not_exist_gets_a_suggestion(capsys):
    assert run(["explain", "suite-tabb"]) == 2
    said = capsys.readouterr().err
    assert "explain-unknown" in said
    assert "suite-tab?" in said


def test_what_resembles_nothing_is_refused_without_one(capsys):
    assert run(["explain", "zzzzzzzzzz"]) == 2
    assert "did you mean" not in capsys.readouterr().err


def test_something_of_every_family_that_is_known_is_explained():
    known = known_entries()
    assert len(known) > 300
    families = {entry.partition("-")[0]: entry for entry in sorted(known) if entry.isupper()}
    for entry in sorted(families.values())[::4]:
        assert explanation(entry), entry
