"""What a case keeps of what it said: in order, in a few words, within a bound."""

import pytest

from mcptest.engine.conversation import MOST, Conversation, outcome_of
from mcptest.model.json import MISSING
from mcptest.wire.link import Outgoing
from mcptest.wire.reply import Reply, ReplyKind


class Ticking:
    """A second for every look."""

    def __init__(self):
        self.now_is = 0.0

    def seconds(self):
        self.now_is += 1
        return self.now_is

    def now(self):
        return ""


def out(method, params=MISSING):
    return Outgoing(b"", method, {"method": method, "params": params})


def answered(**members):
    return Reply(ReplyKind.ANSWERED, "x", duration_ms=2.5, **members)


def test_it_is_kept_in_the_order_of_sending_whoever_answers_first():
    conversation = Conversation(Ticking(), 0.0)
    first = conversation.asked(out("tools/call", {"name": "slow"}))
    second = conversation.asked(out("resources/read", {"uri": "a:b"}))
    second(answered(result={}))
    first(answered(result={"isError": True}))
    assert [(s.method, s.about, s.outcome, s.at_ms) for s in conversation.said] == [
        ("tools/call", "slow", "tool-error", 1000.0),
        ("resources/read", "a:b", "result", 2000.0),
    ]


def test_what_had_no_answer_when_the_case_ended_has_no_outcome():
    conversation = Conversation(Ticking(), 0.0)
    conversation.asked(out("ping"))
    assert conversation.said[0].outcome is None


def test_only_the_first_are_kept_and_all_are_counted():
    conversation = Conversation(Ticking(), 0.0)
    for _ in range(MOST + 5):
        conversation.asked(out("ping"))(answered(result={}))
    assert len(conversation.said) == MOST
    assert conversation.total == MOST + 5


def test_the_first_ending_counts():
    conversation = Conversation(Ticking(), 0.0)
    ended = conversation.asked(out("ping"))
    ended(Reply(ReplyKind.TIMED_OUT, "ping"))
    ended(answered(result={}))
    assert conversation.said[0].outcome == "timed-out"


@pytest.mark.parametrize("params", [MISSING, None, [], {"name": 3}, {"uri": "x"}])
def test_what_it_was_about_is_told_only_where_it_is_a_name(params):
    conversation = Conversation(Ticking(), 0.0)
    conversation.asked(out("tools/call", params))
    assert conversation.said[0].about is None


def test_long_names_are_cut():
    conversation = Conversation(Ticking(), 0.0)
    conversation.asked(out("tools/call", {"name": "n" * 1000}))
    conversation.asked(out("m" * 1000))
    assert len(conversation.said[0].about) == len(conversation.said[1].method) == 200


def test_bytes_that_are_no_message_have_no_subject():
    conversation = Conversation(Ticking(), 0.0)
    conversation.asked(Outgoing(b"{", ""))
    assert conversation.said[0].about is None


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (answered(result={"isError": False}), "result"),
        (answered(result=[]), "result"),
        (answered(error={"code": -32602}), "error -32602"),
        (answered(error="odd"), "error"),
        (Reply(ReplyKind.CLOSED, "x"), "closed"),
    ],
)
def test_an_outcome_is_a_word(reply, said):
    assert outcome_of(reply) == said
