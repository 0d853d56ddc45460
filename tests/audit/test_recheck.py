"""A tool that stops working is found; one that rejects generated arguments is not blamed."""

import json
import sys
from pathlib import Path

import pytest

from mcptest.cli.main import run

SERVER = Path(__file__).resolve().parents[1] / "servers/relapsing.py"
AGAIN = "rejected valid call repeated"


def audited(capsys, words, *options):
    server = [sys.executable, str(SERVER), *words.split()]
    code = run(["audit", "--skip", "fuzz", *options, "--format", "json", "--", *server])
    return code, json.loads(capsys.readouterr().out)


def found_in(document):
    return {
        finding["id"]: finding
        for case in document["cases"]
        for finding in case["findings"]
        if finding["id"].startswith("PROBE-")
    }


def repetitions(document):
    return [start["reason"] for start in document["starts"]].count(AGAIN)


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("locked", 'the tool stopped working after tools/call "get_weather" with {"city": {'),
        ("once", "the tool works only once per process: tool error: the cursor is closed"),
    ],
)
def test_a_tool_that_stops_working_fails_with_both_responses(capsys, word, words):
    code, document = audited(capsys, word)
    finding = found_in(document)["PROBE-STOPPED-WORKING"]

    assert (code, finding["severity"]) == (1, "error")
    assert finding["message"].startswith(words)
    assert finding["expected"]["result"]["content"][0]["text"] == "fine"
    assert finding["actual"]["result"]["isError"] is True
    assert repetitions(document) == 1


@pytest.mark.parametrize("word", ["locked", "once"])
def test_a_process_that_only_agreed_to_revisions_shows_the_same(capsys, word):
    code, document = audited(capsys, f"{word} agrees")

    assert code == 1
    assert found_in(document)["PROBE-STOPPED-WORKING"]["severity"] == "error"
    assert (len(document["starts"]), repetitions(document)) == (5, 0)
    assert len(document["servers"][0]["speaks"]) == 4


def test_what_cannot_be_reproduced_is_a_warning(capsys):
    code, document = audited(capsys, "listed")

    assert code == 0
    assert found_in(document)["PROBE-STOPPED-LIKELY"]["severity"] == "warning"
    assert repetitions(document) == 1


def test_a_tool_that_always_rejects_generated_arguments_is_only_rejected(capsys):
    code, document = audited(capsys, "picky")

    assert (code, set(found_in(document))) == (0, {"PROBE-REJECTED"})
    assert repetitions(document) == 1


@pytest.mark.parametrize("word", ["fine", "busy"])
def test_a_right_server_is_not_started_once_more(capsys, word):
    code, document = audited(capsys, word)

    assert (code, repetitions(document)) == (0, 0)


@pytest.mark.parametrize("word", ["locked", "once"])
def test_a_tool_that_may_be_called_once_is_not_called_again(capsys, word):
    _, document = audited(capsys, f"{word} unknown")

    assert repetitions(document) == 0


def test_no_more_calls_are_made_than_the_plan_says(capsys):
    _, plan = audited(capsys, "locked", "--dry-run")
    _, document = audited(capsys, "locked")
    made = [call["tool"] for call in document["calls"] if call["called"]]

    for tool in ("get_weather", "list_cities"):
        assert made.count(tool) <= sum(c["most"] for c in plan["calls"] if c["tool"] == tool)


def fuzzed(capsys, word, *options):
    server = [sys.executable, str(SERVER), word]
    stages = ["--only", "valid-calls", "--only", "fuzz"]
    code = run(["audit", *stages, *options, "--format", "json", "--", *server])
    return code, json.loads(capsys.readouterr().out)


def test_a_tool_that_stops_working_when_another_is_fuzzed_names_both(capsys):
    code, document = fuzzed(capsys, "odd")
    (case,) = [case for case in document["cases"] if case["status"] == "failed"]
    (finding,) = case["findings"]

    assert (code, case["lane"], case["name"]) == (1, "fuzz", "get_weather")
    assert finding["id"] == "PROBE-STOPPED-WORKING"
    assert finding["message"].startswith("list_cities stopped working after get_weather was called")


@pytest.mark.parametrize("word", ["fine", "busy", "picky"])
def test_tools_that_go_on_working_are_not_blamed_after_a_fuzz(capsys, word):
    code, document = fuzzed(capsys, word)

    assert (code, "PROBE-STOPPED-WORKING" in found_in(document)) == (0, False)


def test_a_fuzz_makes_no_more_calls_than_the_plan_says(capsys):
    _, plan = fuzzed(capsys, "odd", "--dry-run")
    _, document = fuzzed(capsys, "odd")
    made = [call["tool"] for call in document["calls"] if call["called"]]

    for tool in ("get_weather", "list_cities"):
        assert made.count(tool) <= sum(c["most"] for c in plan["calls"] if c["tool"] == tool)
