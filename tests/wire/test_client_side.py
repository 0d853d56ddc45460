"""Our answers to a server's requests."""

from __future__ import annotations

import pytest

from mcptest.wire.client_side import ClientRefusal, ClientSide


def ask(client: ClientSide, method: str) -> dict:
    return client.answer({"jsonrpc": "2.0", "id": "q", "method": method})


def test_ping_is_always_answered():
    assert ask(ClientSide(), "ping") == {"jsonrpc": "2.0", "id": "q", "result": {}}


@pytest.mark.parametrize("method", ["roots/list", "elicitation/create", "tasks/get", "x"])
def test_what_was_not_declared_is_refused_and_recorded(method):
    client = ClientSide()
    assert ask(client, method)["error"]["code"] == -32601
    assert [(asked.method, asked.declared) for asked in client.asked] == [(method, False)]


@pytest.mark.parametrize(
    ("capability", "method"),
    [
        ("roots", "roots/list"),
        ("sampling", "sampling/createMessage"),
        ("elicitation", "elicitation/create"),
    ],
)
def test_a_declared_capability_has_an_answer(capability, method):
    client = ClientSide({capability: {}})
    assert ask(client, method)["result"]
    assert client.asked[0].declared


def test_an_answer_may_be_set_or_be_an_error():
    client = ClientSide(
        {"roots": {}, "sampling": {}},
        {
            "roots/list": {"roots": [1]},
            "sampling/createMessage": ClientRefusal(-1, "user said no"),
        },
    )
    assert ask(client, "roots/list")["result"] == {"roots": [1]}
    assert ask(client, "sampling/createMessage")["error"] == {"code": -1, "message": "user said no"}


def test_the_record_is_bounded():
    client = ClientSide()
    for _ in range(1200):
        ask(client, "ping")
    assert len(client.asked) == 1000


def test_a_person_may_answer_later_what_was_declared():
    taken, sent = [], []

    def by_hand(message, send):
        taken.append((message, send))
        return message["method"] != "roots/list"

    client = ClientSide({"elicitation": {}, "roots": {}}, by_hand=by_hand)
    for method in ("elicitation/create", "roots/list", "ping", "sampling/createMessage"):
        client.respond({"jsonrpc": "2.0", "id": method, "method": method}, sent.append)
    assert [message["method"] for message, _ in taken] == ["elicitation/create", "roots/list"]
    assert [one["id"] for one in sent] == ["roots/list", "ping", "sampling/createMessage"]
    assert sent[0]["result"] == {"roots": []}
    taken[0][1]({"id": "elicitation/create", "result": {"action": "accept"}})
    assert sent[-1]["result"] == {"action": "accept"}
    assert [one.method for one in client.asked][:2] == ["elicitation/create", "roots/list"]


def test_a_client_that_declares_tasks_and_keeps_none_refuses_to_speak_of_them():
    client = ClientSide({"tasks": {"list": {}}})
    assert client.declares("tasks/get")
    told = client.answer({"jsonrpc": "2.0", "id": 1, "method": "tasks/list"})
    assert told["error"]["code"] == -32601
    assert client.answer({"jsonrpc": "2.0", "id": 2, "method": "ping"})["result"] == {}
