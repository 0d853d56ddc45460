"""A slow tool is called once in an audit, reported as slow, and left alone after that."""

import json
import sys
from pathlib import Path

import pytest

from mcptest.cli.main import run

COUNTED = Path(__file__).parents[1] / "servers/counted.py"


def audited(capsys, log, *flags):
    command = [sys.executable, str(COUNTED), str(log), "slow"]
    run(["audit", "--format", "json", *flags, "--", *command])
    return json.loads(capsys.readouterr().out)


def calls_of(log, tool):
    return sum(line.endswith(f" call {tool}") for line in log.read_text().splitlines())


@pytest.mark.parametrize("stages", [(), ("--skip", "compliance")])
def test_a_slow_tool_is_called_once_and_reported(capsys, tmp_path, stages):
    log = tmp_path / "log"
    document = audited(capsys, log, "--slow-after", "2s", *stages)

    assert calls_of(log, "get_weather") == 1
    assert calls_of(log, "get_time") > 1
    cases = {case["id"].split("::")[0] + " " + case["name"]: case for case in document["cases"]}
    probed = cases["probe get_weather"]
    assert probed["status"] == "warned"
    assert [finding["id"] for finding in probed["findings"]] == ["PROBE-TOO-SLOW"]
    for lane in ("negative_path", "fuzz"):
        assert cases[f"{lane} get_weather"]["skip"]["reason"] == "budget-exhausted"
        assert cases[f"{lane} get_time"]["skip"] is None


def test_without_a_stage_of_valid_calls_it_is_called_once_as_well(capsys, tmp_path):
    log = tmp_path / "log"
    audited(capsys, log, "--slow-after", "2s", "--only", "negative", "--only", "fuzz")
    assert calls_of(log, "get_weather") == 1


def test_a_limit_of_a_request_that_is_shorter_is_a_hang_as_before(capsys, tmp_path):
    document = audited(capsys, tmp_path / "log", "--timeout", "2s", "--only", "probe")
    found = [finding["id"] for case in document["cases"] for finding in case["findings"]]
    assert found == ["PROBE-HANG"]
