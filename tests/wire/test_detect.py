"""Which revisions a server speaks."""

from __future__ import annotations

import pytest

from mcptest.errors import TargetHandshakeError, TargetStartError
from mcptest.model.spec_version import HANDSHAKE_VERSIONS, Era
from mcptest.wire import detect as subject
from mcptest.wire.detect import detect
from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget, StdioTarget


def server(handshake=(), stateless=()):
    def reply(message):
        if "id" not in message:
            return []
        envelope = {"jsonrpc": "2.0", "id": message["id"]}
        asked = message.get("params", {}).get("protocolVersion")
        if message["method"] == "initialize" and handshake:
            version = asked if asked in handshake else handshake[-1]
            return [envelope | {"result": {"protocolVersion": version, "capabilities": {}}}]
        if message["method"] == "server/discover" and stateless:
            return [envelope | {"result": {"supportedVersions": [*stateless, *handshake]}}]
        return [envelope | {"error": {"code": -32601, "message": "no"}}]

    return reply


@pytest.mark.parametrize(
    ("handshake", "stateless", "eras"),
    [
        (("2024-11-05", "2025-06-18"), (), (Era.HANDSHAKE,)),
        (("2025-11-25",), ("2026-07-28",), (Era.HANDSHAKE, Era.STATELESS)),
        ((), ("2026-07-28",), (Era.STATELESS,)),
    ],
)
def test_every_revision_is_asked_for(run, serving, handshake, stateless, eras):
    found = run(detect(serving(server(handshake, stateless))))
    assert found.eras == eras
    assert [version.wire for version in found.speaks] == [*handshake, *stateless]
    assert found.notes == ()


def test_revisions_that_a_refusal_lists_are_found(run, serving):
    spoken = ["2024-11-05", "2025-06-18"]
    agree = server(spoken)

    def reply(message):
        asked = message.get("params", {}).get("protocolVersion")
        if message["method"] != "initialize" or asked in spoken:
            return agree(message)
        data = {"supported": spoken, "requested": asked}
        error = {"code": -32602, "message": "Unsupported protocol version", "data": data}
        return [{"jsonrpc": "2.0", "id": message["id"], "error": error}]

    found = run(detect(serving(reply)))
    assert [version.wire for version in found.speaks] == spoken


HANDSHAKES = [version.wire for version in HANDSHAKE_VERSIONS]


def test_a_process_that_agrees_again_is_started_once_for_its_era(run, peer, tmp_path):
    log = tmp_path / "starts"
    found = run(detect(peer("fine", env={"LOG_OF_STARTS": str(log)})))
    assert found.eras == (Era.HANDSHAKE,)
    assert [version.wire for version in found.speaks] == HANDSHAKES
    assert len(log.read_text().splitlines()) == 2  # an era each


@pytest.mark.parametrize("second", ["hangs", "exits", "refuses", "the-same"])
def test_a_process_that_does_not_agree_again_is_started_afresh_for_each(
    run, peer, tmp_path, second, monkeypatch
):
    monkeypatch.setattr(subject, "_BRIEF", 0.2)
    log = tmp_path / "starts"
    found = run(detect(peer(f"once-then-{second}", env={"LOG_OF_STARTS": str(log)})))
    assert [version.wire for version in found.speaks] == HANDSHAKES
    assert found.notes == ()
    assert len(log.read_text().splitlines()) == len(HANDSHAKES) + 1


def test_each_era_is_looked_at_before_anything_else_is_asked(run, serving):
    seen = []

    async def look(session):
        sent = [entry for entry in session.transcript.entries if entry.direction == "sent"]
        said = [entry.message["method"] for entry in sent]
        seen.append((session.version.wire, said, session.limits.timeout))

    target = serving(server(("2024-11-05", "2025-06-18"), ("2026-07-28",)))
    run(detect(target, limits=Limits(timeout=20.0), look=look))
    assert seen == [
        ("2025-06-18", ["initialize", "notifications/initialized"], 20.0),
        ("2026-07-28", ["server/discover"], 20.0),
    ]


@pytest.mark.parametrize("at_once", [1, 2])
def test_no_more_conversations_are_open_than_may_be(run, serving, at_once):
    healthy = server(("2025-06-18",), ("2026-07-28",))
    target = serving(healthy)
    now, most = 0, 0

    async def serve(pipe):
        nonlocal now, most
        now += 1
        most = max(most, now)
        try:
            await target.serve(pipe)
        finally:
            now -= 1

    run(detect(MemoryTarget(serve), at_once=at_once))
    assert most == at_once


def test_a_server_that_speaks_nothing_is_a_handshake_error(run, serving):
    with pytest.raises(TargetHandshakeError):
        run(detect(serving(server())))


def test_a_hang_is_not_asked_five_times(run, serving):
    healthy = server(stateless=("2026-07-28",))

    def hangs_on_initialize(message):
        return [] if message["method"] == "initialize" else healthy(message)

    found = run(detect(serving(hangs_on_initialize), limits=Limits(timeout=0.1, grace=0.1)))
    assert found.eras == (Era.STATELESS,)
    assert len(found.notes) == 1


def test_a_command_that_does_not_start_is_told_as_such(run):
    with pytest.raises(TargetStartError):
        run(detect(StdioTarget(("/nowhere/at/all",))))


def test_a_server_that_answers_anything_with_nothing_is_not_stateless(run, serving):
    handshake = server(handshake=("2025-06-18",))

    def agreeable(message):
        if message["method"] == "server/discover":
            return [{"jsonrpc": "2.0", "id": message["id"], "result": {}}]
        return handshake(message)

    assert run(detect(serving(agreeable))).eras == (Era.HANDSHAKE,)
