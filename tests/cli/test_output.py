"""Where results go, also where they cannot."""

import json
import sys
import time
from dataclasses import replace

import pytest
from tests.report.sample import nasty_run, result

from mcptest.cli.output.reports import Output, Writer
from mcptest.errors import WriteError
from mcptest.model.events import CaseFinished, Noted, RunFinished, RunStarted
from mcptest.report.paint import Paint


def output(name="text", *files):
    return Output(name=name, files=files, paint=Paint(), live=False)


@pytest.mark.parametrize(("command", "whole"), [("doctor", True), ("run", False)])
def test_the_time_counts_what_came_ahead_of_the_run(tmp_path, command, whole):
    saved = tmp_path / "run.json"
    asked = replace(output("text", ("json", saved)), begun=time.monotonic() - 100)
    Writer(asked)(RunFinished(nasty_run(command=command, duration_ms=5.0)))
    assert (json.loads(saved.read_text())["duration_ms"] >= 100_000) == whole


class Stuck:
    """A stream that takes nothing any more."""

    name = "stuck"

    def __init__(self, error):
        self.error = error

    def write(self, text):
        raise self.error

    def flush(self):
        pass

    def close(self):
        raise self.error


def test_a_journal_that_cannot_be_begun_is_refused_before_the_run(tmp_path):
    with pytest.raises(WriteError) as caught:
        Writer(output("text", ("ndjson", tmp_path)))
    assert caught.value.code == "report-unwritable"


def test_a_disk_that_fills_up_costs_the_journal_and_nothing_else(tmp_path, capsys):
    saved = tmp_path / "run.json"
    writer = Writer(output("text", ("ndjson", tmp_path / "j"), ("json", saved)))
    writer(RunStarted("run", "now", None, 1))
    writer._journals[0].close()
    writer._journals = [Stuck(OSError(28, "No space left on device"))]
    writer(CaseFinished(result("a")))
    writer(CaseFinished(result("b")))
    with pytest.raises(WriteError) as caught:
        writer(RunFinished(nasty_run()))
    assert "No space left" in caught.value.message
    assert json.loads(saved.read_text())["command"] == "run"
    assert "1 passed" in capsys.readouterr().out


def test_a_reader_who_leaves_is_told_after_the_reports(tmp_path, monkeypatch):
    saved = tmp_path / "run.json"
    writer = Writer(output("ndjson", ("json", saved)))
    monkeypatch.setattr(sys, "stdout", Stuck(BrokenPipeError()))
    writer(CaseFinished(result("a")))
    writer(CaseFinished(result("b")))
    with pytest.raises(BrokenPipeError):
        writer(RunFinished(nasty_run()))
    assert saved.exists()


def test_a_note_is_shown_escaped(capsys):
    Writer(output())(Noted("odd \x1b"))
    assert capsys.readouterr().err == "note: odd \\x1b\n"


def test_a_format_that_declares_rules_gets_them(tmp_path):
    saved = tmp_path / "run.sarif"
    writer = Writer(output("text", ("sarif", saved)))
    writer(RunFinished(nasty_run(command="schema-lint")))
    rules = json.loads(saved.read_text())["runs"][0]["tool"]["driver"]["rules"]
    assert {"SCH-001", "assertion"} <= {rule["id"] for rule in rules}
    assert all(rule["shortDescription"]["text"] for rule in rules)
