"""A conversation, over memory where the process does not matter."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from mcptest.errors import TargetConnectError, TargetHandshakeError
from mcptest.model.json import MISSING
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.wire import session as session_module
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.reply import HttpFacts, Reply, ReplyKind
from mcptest.wire.session import open_session
from mcptest.wire.target import HttpTarget, MemoryTarget, StdioTarget
from mcptest.wire.transport import STREAMABLE_HTTP

INIT = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "m", "version": "1"},
    "instructions": "be kind",
}
MODERN = {
    "supportedVersions": ["2026-07-28", "2099-01-01"],
    "capabilities": {"tools": {}},
    "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "m", "version": "2"}},
}


def result(message, value):
    return {"jsonrpc": "2.0", "id": message.get("id"), "result": value}


def error(message, code, **more):
    return {
        "jsonrpc": "2.0",
        "id": message.get("id"),
        "error": {"code": code, "message": "no", **more},
    }


def legacy(message, *, init=INIT, other=lambda message: [result(message, {"seen": message})]):
    if "id" not in message:
        return []
    return [result(message, init)] if message["method"] == "initialize" else other(message)


def modern(message, *, found=MODERN):
    if message["method"] == "initialize":
        return [error(message, -32601)]
    if message["method"] == "server/discover":
        return [result(message, found)]
    return [result(message, {"seen": message})] if "id" in message else []


async def opened(target, act, **more):
    session = await open_session(target, **more)
    try:
        return await act(session) if act else session
    finally:
        await session.close()


def refused(run, target, **more) -> TargetHandshakeError:
    with pytest.raises(TargetHandshakeError) as caught:
        run(opened(target, None, **more))
    return caught.value


def test_the_handshake_gives_what_the_server_said(run, serving):
    session = run(opened(serving(legacy), None))
    assert (session.era, session.version) == (Era.HANDSHAKE, SpecVersion.V2025_11_25)
    assert session.capabilities == {"tools": {}}
    assert session.info == {"name": "m", "version": "1"}
    assert session.instructions == "be kind"
    assert session.opening.ok
    facts = session.facts("x")
    assert (facts.transport, facts.protocol_version, facts.speaks) == (
        "memory", "2025-11-25", ("2025-11-25",),
    )  # fmt: skip
    said = [
        entry.message.get("method")
        for entry in session.transcript.entries
        if entry.direction == "sent"
    ]
    assert said == ["initialize", "notifications/initialized"]


def test_a_counter_offer_is_taken_when_nothing_is_pinned(run, serving):
    older = serving(lambda message: legacy(message, init=INIT | {"protocolVersion": "2024-11-05"}))
    assert run(opened(older, None)).version is SpecVersion.V2024_11_05
    assert refused(run, older, version=SpecVersion.V2025_06_18).code == "handshake-version"


def refusing(*listed):
    """Rejects other revisions with the error that the specification shows."""

    def reply(message):
        asked = message.get("params", {}).get("protocolVersion")
        if message["method"] == "initialize" and asked not in listed:
            return [error(message, -32602, data={"supported": [*listed], "requested": asked})]
        init = {**INIT, "protocolVersion": asked}
        return legacy(message, init=init, other=lambda message: [error(message, -32601)])

    return reply


@pytest.mark.parametrize("odd", [(), ("2026-07-28", "1999-01-01", 7)])
def test_a_refusal_that_lists_revisions_is_followed(run, serving, odd):
    target = serving(refusing("2024-11-05", "2025-06-18", "2025-03-26", *odd))
    assert run(open_session(target)).version.wire == "2025-06-18"


@pytest.mark.parametrize("listed", [(), ("1999-01-01",), (7, None), ("2099-01-01",)])
def test_a_refusal_that_lists_nothing_we_know_stays(run, serving, listed):
    with pytest.raises(TargetHandshakeError) as caught:
        run(open_session(serving(refusing(*listed))))
    assert caught.value.code == "handshake-refused"


def test_a_pin_is_not_given_up_for_a_listed_revision(run, serving):
    with pytest.raises(TargetHandshakeError) as caught:
        run(open_session(serving(refusing("2025-06-18")), version=SpecVersion.V2025_11_25))
    assert caught.value.code == "handshake-refused"


def test_a_pin_is_asked_for_by_its_name(run, serving):
    def echo(message):
        asked = message.get("params", {}).get("protocolVersion")
        return legacy(message, init=INIT | {"protocolVersion": asked})

    session = run(opened(serving(echo), None, version=SpecVersion.V2025_03_26))
    assert session.version is SpecVersion.V2025_03_26


@pytest.mark.parametrize(
    ("init", "code"),
    [
        (None, "handshake-malformed"),
        ([], "handshake-malformed"),
        ({}, "handshake-malformed"),
        ({"protocolVersion": 5}, "handshake-malformed"),
        ({"protocolVersion": "1999-01-01"}, "handshake-version"),
        ({"protocolVersion": "2026-07-28"}, "handshake-version"),
    ],
)
def test_a_handshake_that_cannot_be_used_says_why(run, serving, init, code):
    caught = refused(run, serving(lambda message: legacy(message, init=init)))
    assert caught.code == code
    assert isinstance(caught.reply, Reply)


def test_a_poor_handshake_is_left_to_the_rules(run, serving):
    def poor(message):
        if "id" not in message:
            return []
        init = {"protocolVersion": "2025-11-25", "capabilities": 5, "instructions": 5}
        return [{"id": message["id"], "result": init}]

    session = run(opened(serving(poor), None))
    assert (session.capabilities, session.info, session.instructions) == ({}, None, None)
    assert session.opening.kind is ReplyKind.MALFORMED


def test_a_server_that_refuses_the_handshake_is_met_in_the_stateless_era(run, serving):
    async def act(session):
        return session, await session.request("tools/list"), await session.notify("notifications/x")

    session, reply, _ = run(opened(serving(modern), act))
    assert (session.era, session.version) == (Era.STATELESS, SpecVersion.V2026_07_28)
    assert session.info == {"name": "m", "version": "2"}
    assert session.speaks == (SpecVersion.V2026_07_28,)
    meta = reply.result["seen"]["params"]["_meta"]
    assert meta["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
    assert meta["io.modelcontextprotocol/clientCapabilities"] == {}
    assert meta["io.modelcontextprotocol/clientInfo"]["name"] == "mcptest"


def test_meta_of_the_caller_stays_and_exchange_adds_none(run, serving):
    async def act(session):
        given = await session.request("x", {"a": 1, "_meta": {"progressToken": 7}})
        plain = await session.exchange({"jsonrpc": "2.0", "id": "q", "method": "y"}, id="q")
        return given.result["seen"]["params"], plain.result["seen"]

    given, plain = run(opened(serving(modern), act, version=SpecVersion.DRAFT))
    assert given["a"] == 1
    assert given["_meta"]["progressToken"] == 7
    assert len(given["_meta"]) == 4
    assert plain == {"jsonrpc": "2.0", "id": "q", "method": "y"}


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (lambda m: result(m, MODERN | {"supportedVersions": ["2099-01-01"]}), "handshake-version"),
        (lambda m: error(m, -32022, data={"supported": ["2099-01-01"]}), "handshake-version"),
        (lambda m: error(m, -32022), "handshake-version"),
        (lambda m: error(m, -32601), "handshake-refused"),
        (lambda m: result(m, 5), "handshake-malformed"),
    ],
)
def test_discovery_that_cannot_be_used_says_why(run, serving, answer, code):
    target = serving(lambda message: [answer(message)])
    assert refused(run, target, version=SpecVersion.V2026_07_28).code == code


def test_discovery_without_a_list_of_versions_is_left_to_the_rules(run, serving):
    poor = serving(lambda message: modern(message, found={"supportedVersions": 5}))
    session = run(opened(poor, None))
    assert session.speaks == (SpecVersion.V2026_07_28,)
    assert session.info is None


def test_when_both_eras_are_refused_the_first_refusal_is_told(run, serving):
    caught = refused(run, serving(lambda message: [error(message, -32603)]))
    assert caught.code == "handshake-refused"
    assert "initialize" in caught.message
    assert caught.hint


@pytest.mark.parametrize(
    ("mode", "code"),
    [
        ("exit-at-start", "handshake-crashed"),
        ("exit-zero", "handshake-crashed"),
        ("raise-in-init", "handshake-crashed"),
        ("init-hang", "handshake-timeout"),
        ("init-next-id", "handshake-timeout"),
        ("init-error", "handshake-refused"),
        ("init-null", "handshake-malformed"),
    ],
)
def test_each_way_to_fail_at_the_start_has_its_code(run, peer, quick, mode, code):
    limits = quick if code == "handshake-timeout" else Limits()
    caught = refused(run, peer(mode), limits=limits)
    assert caught.code == code
    if mode == "exit-at-start":
        assert "exited with code 3" in caught.message
        assert "no config" in caught.message
    if mode == "raise-in-init":
        assert "ZeroDivisionError" in caught.message


def test_a_peer_in_memory_that_raises_is_a_crash_with_its_words(run):
    async def serve(pipe):
        await pipe.receive()
        raise RuntimeError("oh no")

    caught = refused(run, MemoryTarget(serve))
    assert caught.code == "handshake-crashed"
    assert "oh no" in caught.message


def test_a_peer_in_memory_that_does_not_end_is_ended(run):
    async def serve(pipe):
        message = json.loads(await pipe.receive())
        await pipe.send(json.dumps(result(message, INIT)).encode())
        assert await pipe.receive()
        assert await pipe.receive() is None
        assert await pipe.receive() is None
        await asyncio.Event().wait()

    async def story():
        session = await open_session(MemoryTarget(serve), limits=Limits(grace=0.05))
        first = await session.close()
        return first, await session.close(), session.alive(), await session.request("ping")

    first, again, alive, reply = run(story())
    assert first == again
    assert first.how == "kill"
    assert not alive
    assert reply.kind is ReplyKind.CLOSED


def test_a_request_carries_params_only_when_there_are_any(run, serving):
    async def act(session):
        bare = await session.request("x")
        full = await session.request("x", {"a": None}, timeout=5)
        return bare.result["seen"], full.result["seen"]

    bare, full = run(opened(serving(legacy), act))
    assert "params" not in bare
    assert full["params"] == {"a": None}
    assert bare["id"] != full["id"]


def test_an_error_is_an_answer(run, serving):
    target = serving(lambda message: legacy(message, other=lambda m: [error(m, -32602)]))
    reply = run(opened(target, lambda session: session.request("x")))
    assert reply.kind is ReplyKind.ANSWERED
    assert not reply.ok
    assert reply.error_code == -32602
    assert reply.result is MISSING


def test_bytes_are_sent_as_they_are(run, serving):
    seen = []

    async def serve(pipe):
        while (raw := await pipe.receive()) is not None:
            seen.append(raw)
            if b'"initialize"' in raw:
                await pipe.send(json.dumps(result(json.loads(raw), INIT)).encode())

    async def act(session):
        return await session.exchange(b"{bad"), await session.exchange([1], timeout=1)

    first, second = run(opened(MemoryTarget(serve), act))
    assert first.kind is second.kind is ReplyKind.ACCEPTED
    assert seen[2:] == [b"{bad", b"[1]"]


def test_a_request_out_of_time_is_cancelled_but_initialize_is_not(run, serving):
    target = serving(lambda message: legacy(message, other=lambda m: []))

    async def act(session):
        await session.request("initialize", timeout=0.01)
        await session.request("slow", timeout=0.01)
        return [entry.message for entry in session.transcript.entries if entry.direction == "sent"]

    sent = run(opened(target, act))[2:]
    # The peer answers the second initialize, so only the slow one is cancelled.
    assert [message["method"] for message in sent] == [
        "initialize",
        "slow",
        "notifications/cancelled",
    ]


def test_schemas_of_listed_tools_travel_with_their_calls(run, serving, monkeypatch):
    schema = {"type": "object"}
    listed = {"tools": [{"name": "t", "inputSchema": schema}, 5, {}]}

    def server(message):
        return [result(message, listed)] if message["method"] == "tools/list" else modern(message)

    async def act(session):
        carried = []
        exchange = session.link.exchange

        async def spy(out, *, timeout):
            carried.append(out.schema)
            return await exchange(out, timeout=timeout)

        session.link.exchange = spy
        await session.list_all("tools")
        await session.request("tools/call", {"name": "t"})
        await session.request("tools/call", {"name": "other"})
        await session.request("ping")
        return carried

    assert run(opened(serving(server), act)) == [MISSING, schema, MISSING, MISSING]


class FakeLink:
    """An HTTP link as far as opening goes: it answers every request with one fixed reply."""

    def __init__(self, reply: Reply) -> None:
        self.transport = STREAMABLE_HTTP
        self.reply = reply
        self.version = None
        self.transcript = None
        self.closed = False

    async def exchange(self, out, *, timeout):
        return self.reply

    async def close(self):
        self.closed = True


def http_refusal(status: int) -> Reply:
    return Reply(
        ReplyKind.REFUSED, "initialize", problem=f"status {status}",
        http=HttpFacts(status, {}, "text/plain"),
    )  # fmt: skip


def test_http_falls_back_to_the_older_transport_and_tells_the_first_refusal(run, monkeypatch):
    opened_as = []

    async def open_link(target, *, limits, client):
        opened_as.append(target.transport)
        if target.transport == "sse":
            raise TargetConnectError("connect-refused", "no")
        return FakeLink(http_refusal(404))

    monkeypatch.setattr(session_module, "open_link", open_link)
    assert refused(run, HttpTarget("http://x")).code == "http-not-found"
    assert opened_as == [None, None, "sse"]
    opened_as.clear()
    assert (
        refused(run, HttpTarget("http://x"), version=SpecVersion.V2024_11_05).code
        == "http-not-found"
    )
    assert opened_as == [None, "sse"]
    opened_as.clear()
    assert (
        refused(run, HttpTarget("http://x", transport="streamable-http")).code == "http-not-found"
    )
    assert opened_as == ["streamable-http"] * 2
    with pytest.raises(TargetConnectError):
        run(open_session(HttpTarget("http://x", transport="sse")))


def test_missing_credentials_are_told_at_once(run, monkeypatch):
    links = []

    async def open_link(target, *, limits, client):
        links.append(FakeLink(http_refusal(401)))
        return links[-1]

    monkeypatch.setattr(session_module, "open_link", open_link)
    caught = refused(run, HttpTarget("http://x"))
    assert caught.code == "http-unauthorized"
    assert "--bearer-env" in caught.hint
    assert [link.closed for link in links] == [True]


def test_http_in_the_stateless_era_needs_no_cancellation_message(run, serving):
    target = serving(lambda message: modern(message) if message["method"] != "slow" else [])

    async def act(session):
        session.link.transport = STREAMABLE_HTTP
        await session.request("slow", timeout=0.01)
        return session.transcript.entries[-1].message["method"]

    assert run(opened(target, act)) == "slow"


def test_declared_capabilities_are_sent(run, serving):
    client = ClientSide({"roots": {}})
    session = run(opened(serving(legacy), None, client=client))
    assert session.opening.request["params"]["capabilities"] == {"roots": {}}


def test_what_came_instead_of_an_answer_is_shown(run):
    words = "import sys; print('usage: other-thing'); sys.exit(2)"
    caught = refused(run, StdioTarget((sys.executable, "-c", words)))
    assert caught.code == "handshake-crashed"
    assert "usage: other-thing" in caught.message


def test_an_address_that_never_answers_is_not_told_about_standard_input(run, monkeypatch):
    async def open_link(target, *, limits, client):
        return FakeLink(Reply(ReplyKind.TIMED_OUT, "initialize", problem="no response within 1 s"))

    monkeypatch.setattr(session_module, "open_link", open_link)
    caught = refused(run, HttpTarget("http://x"))
    assert caught.code == "handshake-timeout"
    assert "standard input" not in caught.hint


def test_a_program_that_echoes_its_input_is_told_from_a_server_that_refuses(run):
    code = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
    caught = refused(run, StdioTarget((sys.executable, "-S", "-E", "-c", code)))
    assert caught.code == "handshake-malformed"
    assert "echoes" in caught.message


@pytest.mark.parametrize(("url", "has"), [("http://x/mcp", False), ("https://x/mcp", True)])
def test_only_an_encrypted_address_has_a_certificate(url, has):
    assert any(layer.id == "tls" for layer in HttpTarget(url).layers) == has
