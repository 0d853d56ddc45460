"""A server that runs only once at a time gets the same verdicts from ``run``, ``probe`` and ``fuzz``."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from mcptest.cli.main import run
from mcptest.engine.run import RunPlan
from mcptest.engine.server import Server
from mcptest.engine.stepwise import Stepwise
from mcptest.model.outcome import Status
from mcptest.plan import build_cases, load_suite
from mcptest.wire.limits import Limits
from mcptest.wire.target import StdioTarget

COUNTED = Path(__file__).resolve().parents[1] / "servers/counted.py"
SUITE = """
server:
  command: [{python}, {server}, {log}, {how}]
  timeout: 4s
tools:
  - {{ name: the time, tool: get_time, args: {{}} }}
  - name: bad requests
    tool: get_time
    args: {{}}
    negative_path: {{ checks: [unknown_tool, extra_field, double_initialize] }}
  - name: odd input
    tool: get_weather
    args: {{}}
    fuzz: {{ cases: 3, seed: 1 }}
  - {{ name: the weather, tool: get_weather, args: {{}} }}
compliance:
  - {{ name: TOOL-002, server: default }}
"""
WAYS = ["alone", "queue", "usurp"]
pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the server locks a file with fcntl"
)


def told(capsys, *words):
    code = run([*words, "--format", "json"] if "--" not in words else list(words))
    return code, json.loads(capsys.readouterr().out)


def suite_for(folder, how):
    path = folder / "alone.mcptest.yml"
    path.write_text(
        SUITE.format(python=sys.executable, server=COUNTED, log=folder / "log", how=how),
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("how", WAYS)
def test_a_suite_with_bad_input_passes(capsys, tmp_path, how):
    code, document = told(capsys, "run", str(suite_for(tmp_path, how)))
    assert {case["name"]: case["status"] for case in document["cases"]} == {
        "the time": "passed",
        "bad requests": "passed",
        "odd input": "passed",
        "the weather": "passed",
        "TOOL-002": "passed",
    }
    assert code == 0
    assert sum("does not run twice" in note for note in document["notes"]) == 1


@pytest.mark.parametrize("command", [["fuzz", "--cases", "3", "--seed", "1"], ["probe"]])
@pytest.mark.parametrize("how", WAYS)
def test_the_commands_pass(capsys, tmp_path, monkeypatch, how, command):
    monkeypatch.chdir(tmp_path)
    server = [sys.executable, str(COUNTED), str(tmp_path / "log"), how]
    words = [*command, "--timeout", "4s", "--format", "json", "--", *server]
    code, document = told(capsys, *words)
    assert (code, document["summary"]["passed"]) == (0, 2)


def test_a_server_that_runs_twice_is_started_once_for_each_need(capsys, tmp_path):
    code, document = told(capsys, "run", str(suite_for(tmp_path, "free")))
    assert (code, [note for note in document["notes"] if "twice" in note]) == (0, [])
    starts = (tmp_path / "log").read_text().count(" start")
    assert starts == len(("shared", "bad requests", "double_initialize", "odd input"))


@pytest.mark.parametrize("how", WAYS)
def test_one_case_at_a_time_passes_as_well(tmp_path, how):
    suite = load_suite(suite_for(tmp_path, how), env={})
    cases, _ = build_cases(suite)
    target = StdioTarget((sys.executable, str(COUNTED), str(tmp_path / "log"), how))
    server = Server("default", target, limits=Limits(timeout=4.0))

    async def one_by_one():
        steps = Stepwise(RunPlan(command="run", cases=cases, servers={"default": server}))
        try:
            return [(await steps.run(case)).status for case in cases]
        finally:
            await steps.close()
            assert steps.stray() == []

    assert asyncio.run(one_by_one()) == [Status.PASSED] * len(cases)
