"""Which revisions a server speaks."""

from __future__ import annotations

import pytest

from mcptest.errors import TargetHandshakeError, TargetStartError
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.wire.detect import detect
from mcptest.wire.limits import Limits
from mcptest.wire.target import StdioTarget


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


def test_a_process_is_started_afresh_for_each(run, peer):
    found = run(detect(peer("fine")))
    assert found.eras == (Era.HANDSHAKE,)
    assert SpecVersion.V2024_11_05 in found.speaks


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
