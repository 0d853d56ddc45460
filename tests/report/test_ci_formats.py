"""What CI services read: within their limits, and in their grammar."""

import gzip
import json
import random
import re
from dataclasses import replace

import jsonschema_rs
import pytest
from tests.report.sample import NASTY, nasty_finding, nasty_run, result

from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import Status
from mcptest.report.formats.github import render as github
from mcptest.report.formats.gitlab import render as gitlab
from mcptest.report.formats.sarif import render as sarif

# As docs.github.com describes workflow commands: ::name key=value,key=value::message
COMMAND = re.compile(
    r"::(?P<name>error|warning|notice) (?P<given>[a-zA-Z]+=[^,:\r\n]*(?:,[a-zA-Z]+=[^,:\r\n]*)*)"
    r"::(?P<message>[^\r\n]*)"
)
# As docs.gitlab.com describes the members of a code quality report.
ISSUE = {
    "type": "object",
    "required": ["description", "check_name", "fingerprint", "location", "severity"],
    "additionalProperties": False,
    "properties": {
        "description": {"type": "string", "minLength": 1},
        "check_name": {"type": "string", "minLength": 1},
        "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
        "location": {
            "type": "object",
            "required": ["path", "lines"],
            "properties": {
                "path": {"type": "string", "not": {"pattern": r"^(\./|/)"}, "minLength": 1},
                "lines": {
                    "type": "object",
                    "required": ["begin"],
                    "properties": {"begin": {"type": "integer", "minimum": 1}},
                },
            },
        },
    },
}


def many(count):
    grave = Finding("late", Severity.ERROR, "the last one is the gravest")
    notes = tuple(Finding("n", Severity.NOTE, f"note {n}") for n in range(count))
    return nasty_run(cases=(result("many", Status.FAILED, findings=(*notes, grave)),))


def test_more_results_than_code_scanning_shows_are_cut_the_gravest_kept_and_that_is_said():
    run = json.loads(sarif(many(6_000)))["runs"][0]
    assert len(run["results"]) == 5_000
    assert run["results"][0]["ruleId"] == "late"
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("1001 of 6001 results are omitted")


def test_as_many_as_are_shown_are_left_in_their_order_and_nothing_is_said():
    run = json.loads(sarif(many(4_999)))["runs"][0]
    assert run["results"][-1]["ruleId"] == "late"
    assert "toolExecutionNotifications" not in run["invocations"][0]


@pytest.mark.untraced
def test_the_largest_sarif_is_within_ten_megabytes():
    noise = random.Random(1)
    text = "".join(chr(noise.randrange(33, 126)) for _ in range(70_000))
    findings = tuple(Finding("n", Severity.ERROR, text[n:], help=text[n:]) for n in range(100))
    written = sarif(nasty_run(cases=(result("x", Status.FAILED, findings=findings),)))
    assert 50 * len(gzip.compress(written.encode())) < 20 * 1024 * 1024  # five thousand of them
    assert json.loads(written)["runs"][0]["results"][0]["message"]["text"].count("…")


def test_no_fingerprint_is_there_twice_and_each_is_the_same_again():
    twice = nasty_run(cases=(result("x", Status.FAILED, findings=(nasty_finding(),) * 3),))
    prints = [issue["fingerprint"] for issue in json.loads(gitlab(twice))]
    assert len(set(prints)) == 3
    assert prints == [issue["fingerprint"] for issue in json.loads(gitlab(twice))]
    results = json.loads(sarif(twice))["runs"][0]["results"]
    assert prints == [each["partialFingerprints"]["mcptest/v1"] for each in results]


def test_a_code_quality_report_has_what_gitlab_reads():
    inside = nasty_finding(where=replace(nasty_finding().where, file="./suites/a.yml"))
    run = nasty_run(cases=(*nasty_run().cases, result("x", Status.FAILED, findings=(inside,))))
    issues = json.loads(gitlab(run))
    check = jsonschema_rs.validator_for({"type": "array", "items": ISSUE})
    assert [str(error) for error in check.iter_errors(issues)] == []
    assert issues[-1]["location"]["path"] == "suites/a.yml"


def test_an_annotation_is_one_command_within_its_limits():
    long = nasty_finding(message=NASTY * 2_000, help=NASTY * 2_000)
    run = nasty_run(cases=(result(NASTY * 50, Status.FAILED, findings=(long, nasty_finding())),))
    *commands, summary = github(run).splitlines()
    assert summary.startswith("mcptest: ")
    for command in commands:
        found = COMMAND.fullmatch(command)
        assert found, command[:200]
        given = dict(pair.split("=", 1) for pair in found["given"].split(","))
        assert set(given) == {"title", "file", "line", "col"}
        assert len(given["title"]) <= 4 * 255
        assert len(found["message"].encode()) < 64 * 1024


@pytest.mark.parametrize("text", ["a:b,c%d", "a\r\nb", "::error::x"])
def test_what_would_end_a_property_or_a_line_is_escaped(text):
    finding = Finding("x", Severity.NOTE, text)
    line = github(nasty_run(cases=(result(text, findings=(finding,)),))).splitlines()[0]
    found = COMMAND.fullmatch(line)
    assert found["name"] == "notice"
    assert found["message"].replace("%0A", "\n").replace("%25", "%") == text.replace("\r", "\\x0d")
