"""``{use: NAME}`` and what overrides may say about the HTTP request around a message."""

from __future__ import annotations

import pytest

from mcptest.errors import UsageError
from mcptest.mock.envelope import IncomingMessage, MessageKind
from mcptest.mock.meaning.scene import HttpSide
from mcptest.mock.overrides.draft import DraftReply
from mcptest.mock.overrides.override import OverrideBook
from mcptest.mock.overrides.read import parse_overrides

NOTHING = IncomingMessage(MessageKind.NOTHING)


def applied(overrides, side):
    return OverrideBook(parse_overrides(overrides)).apply(NOTHING, DraftReply(status=404), side)


def test_a_protected_server_is_one_override():
    book = OverrideBook(parse_overrides([{"use": "protected"}, {"on": "auth", "flaw": "expiry"}]))
    assert book.protects
    assert book.flaws == {"expiry"}
    assert not OverrideBook(parse_overrides([])).protects


def test_an_unknown_flaw_is_an_error():
    with pytest.raises(UsageError):
        parse_overrides([{"on": "auth", "flaw": "nothing"}])


def test_the_query_can_be_asked_for():
    overrides = [{"on": "GET", "when": {"http": {"query": "a=1"}}, "status": 200}]
    assert applied(overrides, HttpSide("GET", {}, 404, "/", "a=1")).status == 200
    assert applied(overrides, HttpSide("GET", {}, 404, "/", "")).status == 404


@pytest.mark.parametrize("data", [{"use": "nothing"}, {"use": "protected", "on": "GET"}])
def test_an_unknown_set_or_one_with_company_is_an_error(data):
    with pytest.raises(UsageError) as caught:
        parse_overrides([data])
    assert caught.value.code == "mock-override-invalid"
