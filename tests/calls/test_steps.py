"""Steps: one session, and values that travel."""

import pytest
from tests.calls.bench import only_finding, run_suite, verdicts

from mcptest.errors import FileProblemsError

CALL = {"on": "tools/call"}


def steps(*lines):
    return "tools:\n  - name: journey\n    steps:\n" + "".join(
        f"      - {line}\n" for line in lines
    )


FIND = (
    "{tool: search_records, args: {query: alpha}, capture: {id: 'result.structuredContent.ids[0]'}}"
)


def test_a_later_step_uses_what_an_earlier_one_gave(tmp_path):
    delete = (
        "{tool: delete_record, args: {id: '${id}'},"
        " expect: [{target: text, matcher: {exact: 'deleted ${id}'}}]}"
    )
    run = run_suite(tmp_path, steps(FIND, delete))
    assert verdicts(run) == ["passed"]
    assert run.cases[0].targets["steps"] == 2


def test_a_captured_value_keeps_its_type(tmp_path):
    take = (
        "{tool: search_records, args: {query: alpha}, capture:"
        " {all: result.structuredContent, n: result.structuredContent.ids}}"
    )
    use = (
        "{tool: search_records, args: {query: alpha}, expect:"
        " [{target: result.structuredContent, matcher: {exact: '${all}'}},"
        " {target: result.structuredContent.ids, matcher: {exact: '${n}'}}]}"
    )
    assert verdicts(run_suite(tmp_path, steps(take, use))) == ["passed"]


def test_steps_may_read_resources_and_get_prompts(tmp_path):
    run = run_suite(
        tmp_path,
        steps(
            "{tool: search_records, args: {query: alpha}, capture: {q: result.structuredContent.query}}",
            "{uri: 'records://by-id/${q}', expect: [{target: text, matcher: {contains: '${q}'}}]}",
            "{prompt: summarise, args: {query: '${q}'}}",
        ),
    )
    assert verdicts(run) == ["passed"]


def test_nothing_to_capture_is_a_finding(tmp_path):
    missing = "{tool: search_records, args: {query: a}, capture: {id: result.nothing}}"
    found = only_finding(run_suite(tmp_path, steps(missing)))
    assert found.id == "capture"
    assert found.message.startswith("step 1: cannot capture id")


def test_the_first_step_that_fails_ends_the_test_and_is_named(tmp_path):
    wrong = "{tool: delete_record, args: {id: nope}}"
    run = run_suite(tmp_path, steps(FIND, wrong, FIND.replace("id:", "more:")))
    found = only_finding(run)
    assert found.message.startswith("step 2: ")
    assert found.where.line == 6


def test_an_expectation_that_does_not_hold_is_named_with_its_step(tmp_path):
    wrong = (
        "{tool: search_records, args: {query: a},"
        " expect: [{target: result.structuredContent.ids, matcher: {contains: '${id}x'}}]}"
    )
    found = only_finding(run_suite(tmp_path, steps(FIND, wrong)))
    assert found.message.startswith("step 2: result.structuredContent.ids")
    assert found.expected == {"contains": "r-1x"}


def test_a_step_has_a_limit_of_its_own(tmp_path):
    slow = "{tool: search_records, args: {query: a}, timeout: 50ms}"
    run = run_suite(tmp_path, steps(slow), {**CALL, "silent": True})
    assert only_finding(run).id == "server-hung"


def test_a_step_may_be_limited_in_time_only(tmp_path):
    step = "{tool: search_records, args: {query: a}, expect: {max_duration_ms: 0}}"
    assert only_finding(run_suite(tmp_path, steps(step))).expected == {"range": {"max": 0}}


def test_a_crash_within_steps_is_a_crash(tmp_path):
    run = run_suite(tmp_path, steps(FIND), {**CALL, "exit": 1})
    assert only_finding(run).id == "server-crashed"


def test_a_value_used_before_it_is_captured_is_the_suite_s_mistake(tmp_path):
    early = "{tool: delete_record, args: {id: '${id}'}}"
    with pytest.raises(FileProblemsError) as caught:
        run_suite(tmp_path, steps(early, FIND))
    assert caught.value.code == "suite-unset-variable"


def test_a_captured_value_that_makes_no_target_fails_the_step(tmp_path):
    use = (
        "{tool: search_records, args: {query: a},"
        " expect: [{target: 'result.${all}', matcher: {present: true}}]}"
    )
    take = "{tool: search_records, args: {query: a}, capture: {all: result.structuredContent}}"
    run = run_suite(tmp_path, steps(take, use))
    assert verdicts(run) == ["failed"]
