"""How often an audit and a grade start a server, and that nothing of it is left behind."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.tagged import left_behind

from mcptest.audit.survey import survey
from mcptest.cli.main import run
from mcptest.compliance.revisions.judged import find_revisions
from mcptest.engine.pool import Pool
from mcptest.engine.server import Server
from mcptest.model.spec_version import SpecVersion
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator
from mcptest.wire.limits import Limits
from mcptest.wire.target import StdioTarget

ROOT = Path(__file__).resolve().parents[2]
COUNTED = ROOT / "tests/servers/counted.py"
RECORDS = ROOT / "examples/mocks/records.yml"
AUDIT, GRADE = ["audit"], ["compliance", "run"]


def judged(capsys, command, *server):
    code = run([*command, "--format", "json", "--", *server])
    return code, json.loads(capsys.readouterr().out)


def counted(log, *words):
    return [sys.executable, str(COUNTED), str(log), *words]


def starts_in(log):
    return sum(line.endswith(" start") for line in log.read_text().splitlines())


def verdicts(document):
    return {
        case["id"]: (case["status"], (case["skip"] or {}).get("reason"))
        for case in document["cases"]
    }


@pytest.mark.untraced
@pytest.mark.parametrize("words", [(), ("subscribe",)])
@pytest.mark.parametrize(("command", "most"), [(AUDIT, 5), (GRADE, 4)])
def test_a_good_server_is_started_few_times_and_each_start_has_a_reason(
    capsys, tmp_path, command, most, words
):
    log = tmp_path / "log"
    code, document = judged(capsys, command, *counted(log, *words))

    assert code == 0
    assert validator(document_schema("run")).errors(document) == []
    assert len(document["starts"]) == starts_in(log) == most
    assert all(start["reason"] and start["ms"] > 0 for start in document["starts"])
    assert "started ahead, not needed" not in {start["reason"] for start in document["starts"]}


def test_a_stateless_server_is_graded_with_four_starts(capsys):
    mock = [sys.executable, "-m", "mcptest.mock", str(RECORDS)]
    _, document = judged(capsys, GRADE, *mock)

    assert document["compliance"]["spec_version"] == "v2026-07-28"
    assert len(document["starts"]) == 4


def test_a_server_of_both_eras_is_audited_with_five_starts(capsys):
    _, document = judged(capsys, AUDIT, sys.executable, "-m", "mcptest.mock", str(RECORDS))

    assert document["servers"][0]["speaks"][0] == "2024-11-05"
    assert len(document["starts"]) == 5


def test_the_number_of_starts_stands_on_the_last_line(capsys, tmp_path):
    run([*AUDIT, "--", *counted(tmp_path / "log")])
    assert capsys.readouterr().out.splitlines()[-1].endswith(", 5 server starts")


@pytest.mark.untraced
@pytest.mark.skipif(sys.platform == "win32", reason="the server locks a file with fcntl")
@pytest.mark.parametrize("command", [AUDIT, GRADE])
def test_a_server_that_runs_only_once_at_a_time_gets_the_same_verdicts(capsys, tmp_path, command):
    code, free = judged(capsys, command, *counted(tmp_path / "free"))
    alone_code, alone = judged(capsys, command, *counted(tmp_path / "alone", "alone"))

    assert (code, alone_code) == (0, 0)
    assert verdicts(alone) == verdicts(free)
    assert any("does not run twice" in note for note in alone["notes"])
    assert len(alone["starts"]) <= 50


@pytest.mark.timeout(90)
@pytest.mark.skipif(sys.platform == "win32", reason="the server locks a file with fcntl")
@pytest.mark.parametrize("how", ["alone", "queue", "usurp"])
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("pin", [None, SpecVersion.V2025_06_18])
def test_a_server_that_runs_only_once_at_a_time_is_noticed_before_the_run(
    tmp_path, how, pin, every
):
    target = StdioTarget(tuple(counted(tmp_path / "log", how)))
    limits = Limits(timeout=4.0)

    async def look():
        async with Pool(target, limits) as pool:
            server = Server("default", target, limits=limits, pool=pool, version=pin)
            return await find_revisions(server, pin=pin, every=every), pool.alone

    found, alone = asyncio.run(look())
    assert (alone, found.refusal, found.notes) == (True, None, ())
    newest = [(pin or SpecVersion.V2025_11_25).wire]
    every_one = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    assert [version.wire for version in found.versions] == (every_one if every else newest)


@pytest.mark.skipif(sys.platform == "win32", reason="the server locks a file with fcntl")
@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("pin", [None, SpecVersion.V2025_06_18])
def test_the_survey_of_an_audit_notices_it_as_well(tmp_path, pin, thorough):
    target = StdioTarget(tuple(counted(tmp_path / "log", "usurp")))
    limits = Limits(timeout=4.0)

    async def look():
        async with Pool(target, limits) as pool:
            server = Server("default", target, limits=limits, pool=pool, version=pin)
            return await survey(server, thorough=thorough, more=1), pool.alone

    seen, alone = asyncio.run(look())
    assert (alone, seen.trouble, seen.notes) == (True, None, ())
    assert [tool.name for tool in seen.tools] == ["get_time", "get_weather"]
    assert len(seen.speaks) == 4
    assert len(seen.graded) == (4 if thorough else 1)


def test_a_server_that_ends_when_it_is_asked_for_another_era_is_graded(capsys, tmp_path):
    code, document = judged(capsys, GRADE, *counted(tmp_path / "log", "strict"))

    assert code == 0
    assert document["compliance"]["spec_version"] == "v2025-11-25"
    assert len(document["starts"]) <= 7


@pytest.mark.parametrize("command", [AUDIT, GRADE])
def test_a_server_that_exits_when_asked_is_not_started_ahead_and_the_time_is_told(capsys, command):
    server = "import sys, time; sys.stdin.readline(); time.sleep(0.05); raise SystemExit(1)"
    code, document = judged(capsys, command, sys.executable, "-c", server)

    assert code == 1
    assert len(document["starts"]) <= 4
    assert document["duration_ms"] >= 50


def interrupted_when(log, tag, number, *words):
    """Send the signal as soon as the log has so many starts; the exit code."""
    command = [sys.executable, "-m", "mcptest", *AUDIT, "--", *counted(log, *words, tag)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 20
        while not log.exists() or starts_in(log) < number:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        return process.wait(timeout=20)
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_an_audit_that_is_interrupted_leaves_no_process_behind(tmp_path, tag, number):
    assert interrupted_when(tmp_path / "log", tag, number) == 130
    assert left_behind(tag, within=20) == []


@pytest.mark.parametrize("command", [AUDIT, GRADE])
def test_a_server_that_exits_at_once_is_told_and_leaves_nothing(capsys, tmp_path, tag, command):
    code, document = judged(capsys, command, *counted(tmp_path / "log", "gone", tag))

    assert code == 1
    assert document["compliance"]["grade"] is None
    assert "nothing to do" in json.dumps(document["cases"])
    assert left_behind(tag) == []
