"""The mock pinned to 2024-11-05 over HTTP speaks HTTP+SSE."""

from __future__ import annotations

import asyncio

import pytest
from tests.compliance.peer import http

from mcptest.errors import TargetHandshakeError
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.limits import Limits
from mcptest.wire.reply import ReplyKind
from mcptest.wire.session import open_session

OLDEST = SpecVersion.V2024_11_05


def conversation(overrides, steps):
    """What ``steps`` returns from an open session on the mock."""

    async def body(target):
        session = await open_session(target, version=OLDEST, limits=Limits(timeout=20))
        try:
            return await steps(session)
        finally:
            await session.close()

    with http(overrides, OLDEST) as target:
        return asyncio.run(body(target))


async def list_tools(session):
    return session.link.transport.name, await session.request("tools/list")


def test_a_session_opens_by_the_stream_and_answers_come_on_it():
    transport, reply = conversation((), list_tools)
    assert transport == "sse"
    assert (reply.kind, reply.http.status) == (ReplyKind.ANSWERED, 202)
    assert reply.http.body == b""


def test_an_override_changes_what_the_stream_brings():
    changes = [{"on": "tools/list", "patch": [{"op": "replace", "path": "/result", "value": {}}]}]
    assert conversation(changes, list_tools)[1].result == {}


def test_an_override_can_answer_in_the_body_of_the_post():
    _, reply = conversation(
        [{"on": "tools/list", "sse": False, "status": 200}],
        _impatient,
    )
    assert reply.http.content_type == "application/json"


async def _impatient(session):
    return None, await session.request("tools/list", timeout=1.5)


def test_an_override_can_send_bytes_of_its_own():
    raw = 'event: message\ndata: {"jsonrpc":"2.0","id":${request.id},"result":{"raw":1}}\n\n'
    assert conversation([{"on": "tools/list", "raw": raw}], list_tools)[1].result == {"raw": 1}


@pytest.mark.parametrize("change", [{"status": 404}, {"content_type": "text/plain"}])
def test_a_stream_that_is_refused_or_is_none_opens_no_session(change):
    with pytest.raises(TargetHandshakeError):
        conversation([{"on": "GET", **change}], list_tools)


def test_other_verbs_and_addresses_are_refused():
    async def look(session):
        replies = [
            await session.link.send("DELETE"),
            await session.link.send("POST", path="/mcp/messages/none", body=b"{}"),
            await session.link.send("GET", headers={"Origin": "http://evil.example"}),
        ]
        return [reply.http.status for reply in replies]

    assert conversation((), look) == [405, 404, 403]
