"""Relations between two calls, and calls around which something goes wrong."""

import pytest
from tests.calls.bench import cases_of, only_finding, run_suite, verdicts
from tests.calls.stateful import Shelf

from mcptest.calls.nested.comparison import (
    COMPARISONS,
    not_less,
    not_more,
    same,
    same_items,
    subset,
    superset,
)
from mcptest.errors import FileProblemsError
from mcptest.model.json import MISSING


def one_test(name, tool, rest, args="{}"):
    return f"tools: [{{name: {name}, tool: {tool}, args: {args}, {rest}}}]"


SUITES = {
    "double-apply": one_test(
        "idempotent",
        "add_item",
        "relations: [{holds: idempotent, read: {tool: list_items}}]",
        "{item: a}",
    ),
    "order-dependence": one_test(
        "order", "find", "relations: [{holds: same, args: {words: [b, a]}}]", "{words: [a, b]}"
    ),
    "unstable-ids": """
        setup: [{tool: add_item, args: {item: a}}]
        tools:
          - {name: ids, tool: list_items, relations: [{holds: same}]}
        """,
    "lost-update": one_test(
        "both count",
        "increment",
        "resilience: {fault: concurrent, after: [{tool: total_of, expect:"
        " [{target: result.structuredContent.total, matcher: {exact: 2}}]}]}",
        "{by: 1}",
    ),
    "cancel-dies": one_test(
        "cancelled", "increment", "resilience: {fault: cancel, read: {tool: list_items}}", "{by: 1}"
    ),
}
LOST = one_test(
    "lost reply",
    "add_item",
    "resilience: {fault: lost_reply, read: {tool: list_items}}",
    "{item: a}",
)


@pytest.mark.parametrize("fault", SUITES)
def test_a_planted_fault_is_found_and_a_healthy_server_passes(tmp_path, fault):
    broken = run_suite(tmp_path, SUITES[fault], target=Shelf(fault).target())
    assert "failed" in verdicts(broken), fault
    healthy = run_suite(tmp_path, SUITES[fault], target=Shelf().target())
    assert set(verdicts(healthy)) == {"passed"}


def test_a_lost_reply_proves_that_a_call_is_applied_twice_or_not(tmp_path):
    found = only_finding(run_suite(tmp_path, LOST, target=Shelf("double-apply").target()))
    assert found.id == "applied-twice"
    assert (found.expected["count"], found.actual["count"]) == (1, 2)
    healthy = run_suite(tmp_path, LOST, target=Shelf().target())
    assert verdicts(healthy) == ["passed"]
    assert healthy.cases[0].targets["resilience.applied_twice"] is False


def test_what_is_expected_of_the_repeated_call_is_judged_by_the_test(tmp_path):
    text = LOST.replace(
        "resilience:",
        "expect: [{target: resilience.applied_twice, matcher: {exact: true}},"
        " {target: result.structuredContent.added, matcher: {exact: a}}], resilience:",
    )
    run = run_suite(tmp_path, text, target=Shelf("double-apply").target())
    assert verdicts(run) == ["passed"]


def test_without_a_read_a_lost_reply_says_what_is_missing(tmp_path):
    run = run_suite(
        tmp_path,
        one_test("x", "add_item", "resilience: lost_reply", "{item: a}"),
        target=Shelf().target(),
    )
    assert verdicts(run) == ["passed"]
    assert "resilience.read" in run.cases[0].notes[0]


def test_steps_before_and_after_share_captured_values(tmp_path):
    text = """
        tools:
          - name: all around
            tool: add_item
            args: {item: "${name}"}
            resilience:
              fault: lost_reply
              before:
                - {tool: reverse, args: {text: cba}, capture: {name: result.structuredContent.text}}
              read: {tool: list_items}
              after:
                - tool: list_items
                  expect:
                    - {target: "result.structuredContent.items[0].name", matcher: {exact: "${name}"}}
        """
    run = run_suite(tmp_path, text, target=Shelf().target())
    assert verdicts(run) == ["passed"]
    wrong = run_suite(tmp_path, text.replace("items[0]", "items[1]"), target=Shelf().target())
    assert only_finding(wrong).message.startswith("after step 1: ")
    first = run_suite(tmp_path, text.replace("text: cba", "txt: x"), target=Shelf().target())
    assert "before step 1" in first.cases[0].findings[0].message or first.exit_code != 0


def test_a_restart_in_the_middle_is_followed_by_a_new_session(tmp_path):
    text = one_test(
        "restarted",
        "increment",
        "resilience: {fault: restart, after: [{tool: total_of, expect:"
        " [{target: result.structuredContent.total, matcher: {range: {min: 0, max: 1}}}]}]}",
        "{by: 1}",
    )
    assert verdicts(run_suite(tmp_path, text, target=Shelf().target())) == ["passed"]


@pytest.mark.parametrize("fault", ["cancel", "{fault: restart}"])
def test_a_response_that_is_ignored_cannot_be_checked(tmp_path, fault):
    expect = "expect: [{target: text, matcher: present}]"
    text = one_test("x", "increment", f"{expect}, resilience: {fault}", "{by: 1}")
    with pytest.raises(FileProblemsError) as caught:
        cases_of(tmp_path, text)
    [problem] = caught.value.problems
    assert (problem.code, problem.where.line) == ("suite-bad-value", 2)
    assert "its response is ignored" in problem.message
    assert "resilience.after" in problem.hint
    cases_of(tmp_path, text.replace(fault, "concurrent"))


def test_a_destructive_tool_needs_more_than_the_block(tmp_path):
    text = one_test(
        "x",
        "delete_record",
        "resilience: {fault: lost_reply, read: {uri: 'records://all'}}",
        "{id: r-1}",
    )
    run = run_suite(tmp_path, text)
    assert run.cases[0].skip.reason == "refused-by-policy"


def test_an_unknown_tool_fails_the_call(tmp_path):
    text = one_test("x", "nothing", "resilience: lost_reply", "{id: r-1}")
    assert verdicts(run_suite(tmp_path, text)) == ["failed"]
    text = one_test("x", "nothing", "relations: [{holds: same}]", "{id: r-1}")
    assert verdicts(run_suite(tmp_path, text)) == ["failed"]


RELATIONS = [
    ("search_records", "{query: a}", "{holds: same}", True),
    ("search_records", "{query: a}", "{holds: same, args: {query: b}}", False),
    (
        "search_records",
        "{query: a}",
        "{holds: same, args: {query: b}, target: result.structuredContent.ids, unordered: true}",
        True,
    ),
    (
        "search_records",
        "{query: a}",
        "{holds: subset, args: {limit: 1}, target: result.structuredContent.ids}",
        True,
    ),
    (
        "search_records",
        "{query: a}",
        "{holds: monotonic, args: {limit: 9}, target: result.structuredContent.ids}",
        True,
    ),
    ("search_records", "{query: a}", "{holds: superset, target: result.nothing}", False),
]


@pytest.mark.parametrize(("tool", "args", "relation", "holds"), RELATIONS)
def test_relations_hold_or_not(tmp_path, tool, args, relation, holds):
    run = run_suite(tmp_path, one_test("x", tool, f"relations: [{relation}]", args))
    assert verdicts(run) == ["passed" if holds else "failed"]


def test_an_inverse_gives_back_an_argument_or_the_state(tmp_path):
    back = one_test(
        "there and back",
        "reverse",
        "relations: [{holds: inverse, capture: {t: result.structuredContent.text},"
        " args: {text: '${t}'}, argument: text, target: result.structuredContent.text}]",
        "{text: abc}",
    )
    assert verdicts(run_suite(tmp_path, back, target=Shelf().target())) == ["passed"]
    undo = one_test(
        "undo",
        "add_item",
        "relations: [{holds: inverse, tool: remove_item, args: {item: a}, read: {tool: list_items}}]",
        "{item: a}",
    )
    assert verdicts(run_suite(tmp_path, undo, target=Shelf().target())) == ["passed"]
    wrong = undo.replace("args: {item: a}, read", "args: {item: b}, read")
    found = only_finding(run_suite(tmp_path, wrong, target=Shelf().target()))
    assert found.message == "inverse: the state changed: it is different after both calls"
    lost = back.replace("capture: {t: result.structuredContent.text}", "capture: {t: result.no}")
    assert only_finding(run_suite(tmp_path, lost, target=Shelf().target())).id == "capture"


@pytest.mark.parametrize(
    "relation",
    [
        "{holds: inverse}",
        "{holds: same, argument: x}",
        "{holds: subset, read: {tool: x}}",
        "{holds: equal}",
        "{holds: same, arg: {}}",
    ],
)
def test_a_relation_that_makes_no_sense_is_a_problem(tmp_path, relation):
    with pytest.raises(FileProblemsError):
        cases_of(tmp_path, one_test("x", "y", f"relations: [{relation}]"))


@pytest.mark.parametrize(
    ("comparison", "first", "second", "holds"),
    [
        (same, 1, 1.0, True),
        (same, MISSING, 1, False),
        (same, 1, MISSING, False),
        (same_items, [1, 2], [2, 1], True),
        (same_items, [1, 1], [1], False),
        (same_items, "a", "a", True),
        (subset, {"a": 1, "b": 2}, {"a": 1}, True),
        (subset, "x\ny", "y", True),
        (subset, [1], [1, 1], False),
        (subset, 1, [], False),
        (superset, [1], [1, 2], True),
        (superset, [1], True, False),
        (not_less, 1, 2, True),
        (not_less, [1], [], False),
        (not_less, True, 2, False),
        (not_more, 2, 1, True),
        (not_more, 1, MISSING, False),
    ],
)
def test_two_values_are_compared(comparison, first, second, holds):
    assert (comparison(first, second) is None) is holds
    assert comparison in {*COMPARISONS.values(), same_items, not_more}


def test_captured_values_of_hooks_and_escapes_reach_relations(tmp_path):
    text = """
        setup: [{tool: reverse, args: {text: cba}, capture: {name: result.structuredContent.text}}]
        tools:
          - name: one
            tool: reverse
            args: {text: "${name} $${x}"}
            expect: [{target: result.structuredContent.text, matcher: {exact: "}x{$ ${name}"}}]
            relations:
              - {holds: same}
        """
    run = run_suite(tmp_path, text, target=Shelf().target())
    assert "}x{$ abc" in str(run.cases[0].findings[0].expected)
    right = text.replace('"}x{$ ${name}"', '"}x{$ cba"')
    assert verdicts(run_suite(tmp_path, right, target=Shelf().target())) == ["passed"]


def test_how_many_relations_hold_can_be_expected(tmp_path):
    text = one_test(
        "x",
        "search_records",
        "expect: [{target: relations.broken, matcher: {exact: 1}}],"
        " relations: [{holds: same}, {holds: same, args: {query: b}}]",
        "{query: a}",
    )
    run = run_suite(tmp_path, text)
    assert verdicts(run) == ["passed"]
    assert run.cases[0].targets == {"relations.checked": 2, "relations.broken": 1}
