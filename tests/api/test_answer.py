"""Matchers of the suites in plain asserts."""

import pytest
from tests.api.bench import records

import mcptest
from mcptest.api.answer import Answer, answer_of
from mcptest.match.matcher import MatchContext
from mcptest.wire.reply import Reply, ReplyKind


def reply(**members):
    return Reply(ReplyKind.ANSWERED, "tools/call", **members)


SUM = Answer(reply(result={"content": [{"type": "text", "text": "3"}]}))


@pytest.mark.parametrize(
    ("target", "matcher"),
    [
        ("text", {"exact": "3"}),
        ("text", {"regex": "^[0-9]$"}),
        ("result.content", {"length": 1}),
        ("result.isError", "absent"),
        ("$.result.content[*].type", {"contains": "text"}),
        ("text", {"not": {"contains": "4"}}),
    ],
)
def test_a_matcher_that_holds_is_true(target, matcher):
    held = SUM.matches(target, matcher)
    assert held
    assert held.difference is None
    assert target in repr(held)


def test_a_matcher_that_does_not_hold_is_false_and_says_why():
    held = SUM.matches("text", {"contains": "4"})
    assert not held
    assert repr(held) == '<text does not contain "4": "3">'


def test_long_values_come_with_their_difference():
    long = Answer(reply(result={"structuredContent": {"rows": ["a" * 90, "b"]}}))
    held = long.matches("result.structuredContent", {"exact": {"rows": ["a" * 90, "c"]}})
    assert not held
    assert '-    "c"' in held.difference


def test_any_value_can_be_matched():
    assert mcptest.matches([1, 2], {"length": 2})
    assert not mcptest.matches({"a": 1}, {"schema": {"required": ["b"]}})


@pytest.mark.parametrize(
    ("target", "matcher", "code"),
    [("result.[", {"exact": 1}, "bad-target"), ("text", {"contain": "3"}, "bad-matcher")],
)
def test_what_cannot_be_read_is_refused(target, matcher, code):
    with pytest.raises(mcptest.UsageError) as caught:
        SUM.matches(target, matcher)
    assert caught.value.code == code


def test_an_answer_shows_what_it_is():
    assert repr(SUM) == '<Answer to tools/call: {"content": [{"text": "3", "type": "text"}]}>'
    failed = Answer(reply(error={"code": -32601, "message": "no"}))
    assert repr(failed) == '<Answer to tools/call: {"code": -32601, "message": "no"}>'


def test_content_of_the_wrong_kind_is_no_content():
    assert Answer(reply(result={"content": "text"})).content == []


def test_a_result_that_is_no_object_is_no_answer():
    with pytest.raises(mcptest.NoAnswerError) as caught:
        answer_of(reply(result=5), MatchContext())
    assert caught.value.code == "reply-malformed"


def test_a_snapshot_is_kept_where_the_client_says(tmp_path):
    from mcptest.suite.snapshots import SnapshotFolder

    def store():
        return SnapshotFolder(
            tmp_path / "test_it.py", update=False, store_new=True, redact=lambda value: value
        )

    with mcptest.Client(records(), name="first", snapshots=store()) as mcp:
        assert mcp.call("search_records", query="alpha").matches("result", "snapshot")
    with mcptest.Client(records(), name="first", snapshots=store()) as mcp:
        assert mcp.call("search_records", query="alpha").matches("result", "snapshot")
        assert not mcp.call("search_records", query="beta").matches("result", "snapshot")
