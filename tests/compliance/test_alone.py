"""Which exchanges of a rule another client sees again with one message."""

import pytest

from mcptest.compliance.corpus.rule import Observe
from mcptest.compliance.judge.alone import with_conditions
from mcptest.model.finding import Exchange
from mcptest.model.json import MISSING

ANSWERED = Exchange({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, {"id": 1, "result": {}})
REFUSED = Exchange(ANSWERED.request, {"id": 1, "error": {}})
UNANSWERED = Exchange(ANSWERED.request, MISSING)
LIST = {"as": "probe", "request": {"method": "tools/list"}}
SENT = {"as": "probe", "send": {"id": 1}}
RAW = {"as": "probe", "raw": "{"}
LIVE = {"as": "alive", "live": True}


def alone(shown, *steps, **more):
    return with_conditions(Observe(steps=steps, **more), shown).alone


@pytest.mark.parametrize(
    ("shown", "views", "expected"),
    [
        (ANSWERED, ("calls",), True),
        (REFUSED, ("odd-gets",), True),
        (UNANSWERED, ("calls",), False),
        (ANSWERED, ("shapes",), True),
        (REFUSED, ("shapes",), False),
        (ANSWERED, ("transcript",), False),
    ],
)
def test_an_item_of_a_view_counts_if_each_is_one_request(shown, views, expected):
    assert alone(shown, views=views) is expected


@pytest.mark.parametrize(
    ("steps", "shown", "expected"),
    [
        ((LIST,), ANSWERED, True),
        ((LIST,), UNANSWERED, False),
        ((LIST, LIVE), ANSWERED, False),
        ((LIST, LIST), ANSWERED, False),
        ((SENT, LIVE), UNANSWERED, True),
        ((RAW, LIVE), UNANSWERED, True),
        ((RAW, LIST), UNANSWERED, False),
        (({**LIST, "meta": {"x": 1}},), ANSWERED, False),
    ],
)
def test_steps_count_if_they_are_one_message(steps, shown, expected):
    assert alone(shown, *steps) is expected


def test_what_needs_another_client_or_no_session_does_not_count():
    assert alone(ANSWERED, LIST, on="bare") is False
    assert alone(ANSWERED, LIST, client={"capabilities": {}}) is False


def test_only_the_first_message_of_a_cold_start_is_sent_without_a_session():
    early = Exchange({"id": "mcptest-too-early", "method": "tools/list"}, {"result": {}})
    found = with_conditions(Observe(views=("cold-start",)), early)
    assert (found.alone, found.bare) == (True, True)
    later = Exchange({"id": "mcptest-nameless", "method": "initialize"}, {"result": {}})
    assert with_conditions(Observe(views=("cold-start",)), later).alone is False


def test_a_header_is_kept_unless_it_is_secret_or_not_known_yet():
    def seen(headers):
        return with_conditions(Observe(steps=({**LIST, "headers": headers},)), ANSWERED)

    foreign = seen({"Origin": "http://evil.example"})
    assert (foreign.alone, foreign.headers) == (True, (("Origin", "http://evil.example"),))
    for hidden in ({"Authorization": "Bearer x"}, {"Mcp-Session-Id": "${session.id}"}, {"A": None}):
        assert (seen(hidden).alone, seen(hidden).headers) == (False, ())
