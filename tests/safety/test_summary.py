"""What was done to the servers, in one line."""

from mcptest.model.run import CallRecord, ServerFacts
from mcptest.safety.summary import STRANGE_TOOL, offered_tools, summarize_calls


def record(tool, *, called=True, decision="Execute", kind="ReadOnly"):
    return CallRecord("s", tool, kind, decision, "probe", called=called)


def test_a_tool_that_nobody_offers_is_not_counted():
    calls = [record("search"), record(STRANGE_TOOL)]

    assert summarize_calls(calls) == "called 1 tool with generated arguments"
    assert summarize_calls([record(STRANGE_TOOL)]) is None


def test_what_was_not_selected_is_not_a_gap():
    said = summarize_calls([record("search")], offered=9, selected=2, all_calls=True)

    assert said == "called 1 of 9 tools; 1 not called by any check; 7 not selected by --tool"


def test_what_was_refused_and_what_the_budget_left_is_told():
    calls = [
        record("search"),
        record("drop", called=False, decision="Refuse", kind="Destructive"),
        record("add", called=False, decision="ExecuteOnce"),
    ]

    assert (
        summarize_calls(calls)
        == "called 1 of 3 tools with generated arguments; 1 not called: destructive; 1 not called: budget used up"
    )


def test_what_a_flag_held_back_is_not_called_destructive():
    calls = [
        record("search", called=False, decision="Refuse"),
        record("add", called=False, decision="GenerateOnly"),
    ]

    assert summarize_calls(calls) == (
        "called 0 of 2 tools with generated arguments; 1 not called: --call-only; 1 written but not called: --call-only"
    )


def test_a_tool_that_nobody_offers_does_not_hide_those_after_it():
    assert (
        summarize_calls([record(STRANGE_TOOL), record("search")])
        == "called 1 tool with generated arguments"
    )


def test_tools_that_nobody_tried_count_among_what_the_servers_offer():
    calls = [record("search"), CallRecord("s@v2025-06-18", "search", "ReadOnly", "Execute", "x")]
    facts = [
        ServerFacts("s", "stdio", tools=26),
        ServerFacts("s@v2025-06-18", "stdio", tools=26),
        ServerFacts("odd@host", "stdio", tools=1),
    ]
    assert offered_tools(facts) == 27
    said = summarize_calls(calls, offered=26, all_calls=True)
    assert said == "called 1 of 26 tools; 25 not called by any check"
    assert summarize_calls(calls, offered=26) == "called 1 tool with generated arguments"


def test_tools_listed_for_some_clients_only_count_apart():
    calls = [
        record("search"),
        record("drop", called=False, decision="Refuse", kind="Destructive"),
        record("sample"),
    ]
    said = summarize_calls(calls, offered=2, listed={"search", "drop"}, all_calls=True)

    assert said == (
        "called 1 of 2 tools, plus 1 that is listed only for a client with more capabilities "
        "(sample); 1 not called: destructive"
    )
