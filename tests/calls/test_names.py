"""Names that the server does not have: the nearest one that it has is suggested."""

import pytest
from tests.calls.bench import cases_of, only_finding, run_suite, verdicts

from mcptest.calls.unknown_names import unknown_names
from mcptest.errors import FileProblemsError
from mcptest.match.bind import matcher_names
from mcptest.match.other_names import OTHER_NAMES


def test_the_nearest_tool_is_suggested(tmp_path):
    run = run_suite(tmp_path, "tools: [{name: x, tool: serch_records, args: {query: a}}]")
    assert only_finding(run).message.endswith('did you mean "search_records"?')


def test_the_nearest_argument_is_suggested(tmp_path):
    run = run_suite(tmp_path, "tools: [{name: x, tool: search_records, args: {qury: a}}]")
    assert only_finding(run).help == (
        'search_records has no argument "qury"; did you mean "query"?'
    )


def test_a_call_that_fails_for_another_reason_is_told_as_before(tmp_path):
    run = run_suite(tmp_path, "tools: [{name: x, tool: search_records, args: {query: 1}}]")
    assert only_finding(run).help == "if you expect this error, assert it under `expect`"
    assert unknown_names("x", {}, {}) is None


def test_a_tool_like_no_other_is_told_with_those_that_there_are(tmp_path):
    run = run_suite(tmp_path, "tools: [{name: x, tool: zzzz}]")
    assert "it has search_records, delete_record" in only_finding(run).message


def problem_of(folder, text, env=None):
    with pytest.raises(FileProblemsError) as caught:
        cases_of(folder, text, env=env)
    [problem] = caught.value.problems
    return problem


def test_a_matcher_by_the_name_of_another_tool_is_suggested(tmp_path):
    text = "tools: [{name: x, tool: y, expect: [{target: text, matcher: {equals: 1}}]}]"
    problem = problem_of(tmp_path, text)
    assert (problem.code, problem.hint) == ("suite-unknown-matcher", 'did you mean "exact"?')
    assert set(OTHER_NAMES.values()) <= set(matcher_names())
    assert not set(OTHER_NAMES) & set(matcher_names())


def test_a_variable_of_the_environment_is_suggested(tmp_path):
    text = "tools: [{name: x, tool: y, args: {token: '${TOKEN}'}}]"
    problem = problem_of(tmp_path, text, env={"TOKEN": "x"})
    assert problem.hint.startswith("did you mean ${env.TOKEN}?")
    assert problem_of(tmp_path, text).hint.startswith("did you mean ${env.TOKEN}?")
    assert "env." not in problem_of(tmp_path, text.replace("TOKEN", "token")).hint


@pytest.mark.parametrize(
    ("test", "message"),
    [
        (
            "{tool: y, negative_path: {}, expect: [{target: negative_path.failure, matcher: {exact: 0}}]}",
            '"negative_path" has no target "failure"',
        ),
        (
            "{tool: y, expect: [{target: negative_path.failures, matcher: {exact: 0}}]}",
            'the target "negative_path.failures" needs a "negative_path" block in this test',
        ),
    ],
)
def test_targets_of_a_block_are_checked_at_load(tmp_path, test, message):
    problem = problem_of(tmp_path, f"tools: [{{name: x, {test[1:]}]")
    assert (problem.code, problem.message) == ("suite-bad-target", message)


def test_a_stray_key_of_a_root_is_refused(tmp_path):
    path = tmp_path / "checks.yml"
    path.write_text(
        "server: {command: x, client: {roots: [{uri: 'file:///a', nam: b}]}}\ntools: []\n"
    )
    from mcptest.plan import load_suite

    [problem] = load_suite(path, env={}).problems
    assert (problem.code, problem.hint) == ("suite-unknown-key", 'did you mean "name"?')


def test_a_negative_test_needs_a_valid_call(tmp_path):
    text = """
        tools:
          - name: x
            tool: search_records
            args: {query: a, limit: 1000}
            negative_path: {checks: [unknown_tool]}
        """
    found = only_finding(run_suite(tmp_path, text))
    assert found.id == "negative-args"
    text = text.replace("1000", "10")
    assert verdicts(run_suite(tmp_path, text)) == ["passed"]
