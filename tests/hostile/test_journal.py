"""No result is lost: a run that is killed leaves a journal of all that had finished."""

import json
import os
import signal
import subprocess
import sys

import pytest
from tests.cli.conftest import COMMAND

from mcptest.cli.output.saved_run import read_run
from mcptest.model.events import CaseFinished, RunStarted
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.report.formats.ndjson import line
from mcptest.report.journal import INCOMPLETE

if sys.platform == "win32":
    pytest.skip("signals of POSIX", allow_module_level=True)

TESTS = 50


def suite(tmp_path, stop_at):
    """Tests that pass, one after the other; the one to stop at waits for somebody at a pipe."""
    names = [f"t{number:02d}" for number in range(TESTS)]
    tools = [{"name": name, "tool": "echo", "args": {"text": name}} for name in names]
    tools[stop_at] = {"name": names[stop_at], "tool": "hang", "timeout": "60s"}
    server = {"command": COMMAND, "env": {"MARK": str(tmp_path / "mark")}}
    path = tmp_path / "fifty.mcptest.yml"
    path.write_text(json.dumps({"server": server, "run_options": {"jobs": 1}, "tools": tools}))
    return path


@pytest.mark.parametrize("done", [1, 7, 49])
def test_a_kill_after_the_k_th_test_leaves_k_results(tmp_path, done):
    os.mkfifo(tmp_path / "mark")
    journal = tmp_path / "journal.ndjson"
    path = suite(tmp_path, done)
    process = subprocess.Popen(
        [sys.executable, "-m", "mcptest", "run", str(path), "--report", f"ndjson={journal}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert (tmp_path / "mark").read_text() == "hanging"  # waits until the test is under way
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=20)
    run = read_run(journal)
    assert [case.name for case in run.cases] == [f"t{number:02d}" for number in range(done)]
    assert run.summary.passed == done
    assert run.notes == (INCOMPLETE,)


def test_a_journal_cut_at_any_byte_keeps_every_line_before_it(tmp_path):
    """What a crash of the machine may leave: a prefix."""
    cases = [CaseResult(f"tools::s::{n}", str(n), Lane.TOOLS, "s", Status.PASSED) for n in range(5)]
    events = [RunStarted("run", "2026-01-01T00:00:00Z", None, 5), *map(CaseFinished, cases)]
    lines = [line(event) for event in events]
    whole = "".join(lines).encode()
    journal = tmp_path / "journal.ndjson"
    for cut in range(len(lines[0]), len(whole) + 1, 7):
        journal.write_bytes(whole[:cut])
        complete = whole[:cut].count(b"\n") - 1
        found = len(read_run(journal).cases)
        assert found in {complete, complete + 1}  # the last line may be whole but for its end
        assert found >= complete


def test_a_line_separator_inside_a_text_is_no_end_of_a_line(tmp_path):
    odd = "a\u2028b\u0085c\x0cd"
    result = CaseResult(f"tools::s::{odd}", odd, Lane.TOOLS, "s", Status.PASSED)
    events = [RunStarted("run", "2026-01-01T00:00:00Z", None, 1), CaseFinished(result)]
    text = "".join(
        json.dumps(json.loads(line(event)), ensure_ascii=False) + "\n" for event in events
    )
    journal = tmp_path / "journal.ndjson"
    journal.write_text(text, encoding="utf-8", newline="\n")
    assert [case.name for case in read_run(journal).cases] == [odd]
