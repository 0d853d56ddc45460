"""Resources, prompts, coverage and performance."""

import pytest
from tests.calls.bench import only_finding, run_suite, verdicts

from mcptest.calls.performance import percentile
from mcptest.errors import ExitCode
from mcptest.model.outcome import SkipReason

SEARCH = "tools:\n  - {name: search, tool: search_records, args: {query: alpha}}\n"


def test_a_resource_is_read(tmp_path):
    text = """
        resources:
          - name: all
            uri: records://all
            expect:
              - {target: text, matcher: {contains: r-1 alpha}}
              - {target: "result.contents[0].uri", matcher: {exact: "records://all"}}
          - {name: missing, uri: "records://none"}
    """
    run = run_suite(tmp_path, text)
    assert verdicts(run) == ["passed", "failed"]
    assert run.cases[1].id == "resources::default::missing"


def test_a_prompt_is_got_with_its_arguments(tmp_path):
    text = """
        prompts:
          - name: names the query
            prompt: summarise
            args: {query: alpha}
            expect:
              - {target: text, matcher: {contains: alpha}}
          - {name: lacks it, prompt: summarise}
    """
    run = run_suite(tmp_path, text)
    assert verdicts(run) == ["passed", "failed"]


def test_coverage_below_its_floor_is_an_exit_of_its_own(tmp_path):
    run = run_suite(tmp_path, SEARCH + "coverage: {tools: 100}\n")
    assert verdicts(run) == ["passed", "failed"]
    assert run.exit_code == ExitCode.BELOW_FLOOR
    found = only_finding(run, 1)
    assert (found.id, found.expected, found.actual) == ("coverage", 100, 50.0)
    assert found.help == "not called: delete_record"


def test_coverage_at_its_floor_passes_and_keeps_the_share(tmp_path):
    run = run_suite(tmp_path, SEARCH + "coverage: {tools: 50}\n")
    assert run.exit_code == ExitCode.OK
    assert run.cases[1].targets == {"tools": 50.0}


def test_a_failed_test_is_graver_than_a_floor(tmp_path):
    text = SEARCH + "  - {name: bad, tool: nobody}\ncoverage: {tools: 100}\n"
    assert run_suite(tmp_path, text).exit_code == ExitCode.FAILED


def test_steps_count_as_calls(tmp_path):
    text = SEARCH + "  - {name: two, steps: [{tool: delete_record, args: {id: r-1}}]}\n"
    assert run_suite(tmp_path, text + "coverage: {tools: 100}\n").exit_code == ExitCode.OK


def test_tools_that_cannot_be_listed_are_not_covered(tmp_path):
    broken = {"on": "tools/list", "error": {"code": -32603, "message": "no"}}
    text = (
        "tools:\n  - name: x\n    tool: search_records\n    args: {query: a}\n"
        "    expect: [{target: error, matcher: {absent: true}}]\ncoverage: {tools: 100}\n"
    )
    run = run_suite(tmp_path, text, broken)
    assert verdicts(run) == ["passed", "failed", "failed"]
    assert run.cases[-1].findings[0].id == "list-failed"
    assert run.exit_code != ExitCode.OK


def test_a_server_without_tools_is_covered(tmp_path):
    empty = {"on": "tools/list", "result": {"tools": []}}
    text = "resources: [{name: a, uri: 'records://all'}]\ncoverage: {tools: 100}\n"
    assert run_suite(tmp_path, text, empty).exit_code == ExitCode.OK


def test_latency_has_a_limit(tmp_path):
    fast = run_suite(tmp_path, SEARCH + "performance: {p95_latency_ms: 60000}\n")
    assert verdicts(fast) == ["passed", "passed"]
    slow = run_suite(tmp_path, SEARCH + "performance: {p95_latency_ms: 0}\n")
    assert only_finding(slow, 1).id == "performance"
    assert slow.exit_code == ExitCode.FAILED


def test_latency_of_nothing_is_not_judged(tmp_path):
    text = "resources: [{name: a, uri: 'records://all'}]\nperformance: {p95_latency_ms: 1}\n"
    run = run_suite(tmp_path, text)
    assert run.cases[1].skip.reason is SkipReason.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("durations", "share", "found"),
    [([5], 0.95, 5), (range(1, 101), 0.95, 95), ([3, 1, 2], 0.5, 2), ([1, 2], 0.0, 1)],
)
def test_a_percentile_is_the_nearest_rank(durations, share, found):
    assert percentile(list(durations), share) == found
