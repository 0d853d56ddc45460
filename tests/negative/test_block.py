"""``negative_path:`` in a suite."""

import asyncio
import json
import sys

import pytest

from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.errors import FileProblemsError
from mcptest.negative.sample import SAMPLE
from mcptest.plan import build_cases, load_suite, suite_schema
from mcptest.wire.target import StdioTarget

SUITE = """
server: {{command: "true"}}
tools:
  - name: search rejects bad requests
    tool: search
    args: {{query: x}}
    tags: [bad]
    {block}
"""


def cases_of(tmp_path, block):
    path = tmp_path / "mcptest.yml"
    path.write_text(SUITE.format(block=block))
    suite = load_suite(path, env={})
    return build_cases(suite)[0], suite


def test_a_test_with_negative_path_makes_one_case_and_no_plain_call(tmp_path):
    (case,), suite = cases_of(tmp_path, "negative_path: {}")
    assert case.id == "negative_path::default::search rejects bad requests"
    assert case.lane == "negative_path"
    assert case.tags == ("bad",)
    assert any("preview" in note for note in suite.notes)


def test_a_skip_is_kept(tmp_path):
    (case,), _ = cases_of(tmp_path, "negative_path: {}\n    skip: later")
    assert case.skip.detail == "later"


def test_an_unknown_probe_is_a_load_error_with_a_suggestion(tmp_path):
    with pytest.raises(FileProblemsError) as caught:
        cases_of(tmp_path, "negative_path: {checks: [wrong_typ]}")
    (problem,) = caught.value.problems
    assert problem.code == "suite-unknown-probe"
    assert "wrong_type" in problem.hint


@pytest.mark.parametrize("block", ["negative_path: {checks: []}", "negative_path: {cheks: [all]}"])
def test_other_mistakes_are_load_errors_too(block, tmp_path):
    with pytest.raises(FileProblemsError):
        cases_of(tmp_path, block)


def test_the_schema_marks_the_block_as_preview():
    text = str(suite_schema())
    assert "negative_path" in text
    assert "x-preview" in text


def test_a_suite_runs_the_block_against_a_real_process(tmp_path):
    mock = tmp_path / "mock.json"
    mock.write_text(json.dumps(SAMPLE))
    (case,), _ = cases_of(tmp_path, "negative_path: {}")
    target = StdioTarget((sys.executable, "-m", "mcptest.mock", str(mock)))
    plan = RunPlan(command="run", cases=[case], servers={"default": Server("default", target)})
    finished = asyncio.run(run(plan, lambda event: None))
    assert [(c.status, c.targets["negative_path.checks_run"]) for c in finished.cases] == [
        ("passed", 5)
    ]


def test_expectations_of_the_other_block_are_left_to_it(tmp_path):
    block = (
        "negative_path: {checks: [all]}\n"
        "    expect:\n"
        "      - {target: negative_path.failures, matcher: {range: {max: 1}}}\n"
        "      - {target: fuzz.crashes, matcher: {exact: 0}}"
    )
    (case, *_), _ = cases_of(tmp_path, block)
    assert [one.target.text for one in case.expect] == ["negative_path.failures"]
