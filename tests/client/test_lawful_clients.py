"""Clients that are merely different get no finding, in any scenario."""

import asyncio
from functools import partial

import pytest
from tests.client import lawful, more_lawful
from tests.client.trial import confirmed, judged, side_by_side

from mcptest.client.log import ClientLog
from mcptest.client.play import Showing, play, staged
from mcptest.client.scenario import all_scenarios, find_scenario
from mcptest.client.turn import Turn
from mcptest.client.view import Sight
from mcptest.mock.envelope import read_message
from mcptest.model.spec_version import SpecVersion

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
V2024, V2025_03, V2025_06, V2025_11, V2026 = [
    version for version in SpecVersion if version is not SpecVersion.DRAFT
]
ERAS = (V2024, V2025_11, V2026)
HABITS = [
    *((lawful.Verbose, 1, version) for version in ERAS),
    *((lawful.Restless, 1, version) for version in (V2024, V2025_03, V2025_11, V2026)),
    *((lawful.Free, 2, version) for version in ERAS),
    *((lawful.Silent, 2, version) for version in (V2024, V2025_06)),
    (lawful.Slow, 1, V2025_11),
    (lawful.Batching, 1, V2025_03),
    (lawful.Polyglot, 1, V2025_06),
    *((kind, 1, V2025_11) for kind in more_lawful.KINDS),
    *((kind, 1, V2026) for kind in (more_lawful.Curious, more_lawful.Alphabet)),
]


@pytest.mark.parametrize(("kind", "sessions", "version"), HABITS)
def test_an_unusual_client_breaks_no_rule_in_any_scenario(kind, sessions, version):
    played = [
        (scenario, transport)
        for scenario in all_scenarios()
        for transport in ("stdio", "http")
        if scenario.fits(version, transport)
    ]
    starter = lawful.lawful(kind, sessions=sessions)
    tries = [partial(judged, scenario, version, over, starter) for scenario, over in played]
    seen = confirmed(tries, lambda _, found: found)
    names = [f"{scenario.name} over {over}" for scenario, over in played]
    assert {name: found for name, (found, _) in zip(names, seen, strict=True) if found} == {}


@pytest.mark.parametrize("over", ["stdio", "http"])
def test_a_batch_is_answered_with_a_batch(over):
    got = []

    class Watching(lawful.Batching):
        def _receive(self, message):
            got.append(message)
            super()._receive(message)

    async def whole():
        scenario = find_scenario("json-responses" if over == "http" else "plain")
        showing = Showing(scenario, V2025_03, over, seconds=20)
        return await play(showing, lawful.lawful(Watching))

    asyncio.run(whole())
    opening, *rest = got
    assert isinstance(opening, dict)
    assert rest
    assert all(isinstance(one, list) and len(one) == 1 for one in rest)


def test_a_message_that_is_nested_too_deeply_for_us_is_not_held_against_the_client():
    async def heard(raw):
        async with staged(Showing(find_scenario("plain"), V2025_11, "http")) as (stage, _):
            assert stage.read(raw, stage.converse()) == []
            return len(stage.log.of("garbled"))

    assert asyncio.run(heard(b"[" * 500 + b"]" * 500)) == 0
    assert asyncio.run(heard(b"[[")) == 1


def test_a_client_that_leaves_after_404_needs_no_new_session():
    starter = lawful.lawful(lawful.Leaving)
    [(found, looked)] = side_by_side(
        [judged(find_scenario("session-lost"), V2025_11, "http", starter)]
    )
    assert found == {}
    assert "CLIENT-089" not in looked


@pytest.mark.parametrize(
    ("name", "version"),
    [("http-errors", V2025_11), ("redirect", V2025_11), ("unknown-result-type", V2026)],
)
def test_a_client_may_give_up_after_a_failure_of_the_server(name, version):
    starter = lawful.lawful(lawful.Leaving)
    [(found, _)] = side_by_side([judged(find_scenario(name), version, "http", starter)])
    assert found == {}


@pytest.mark.parametrize("over", ["stdio", "http"])
@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("errors", V2025_11),
        ("pagination", V2025_11),
        ("unknown-result-type", V2026),
        ("no-result-type", V2026),
    ],
)
def test_a_client_may_repeat_what_it_did(name, version, over):
    starter = lawful.lawful(more_lawful.Curious)
    [(found, _)] = side_by_side([judged(find_scenario(name), version, over, starter)])
    assert found == {}


def test_a_client_that_closed_the_connection_was_not_silent():
    class Channel:
        def __init__(self):
            self.is_gone = asyncio.Event()

        async def send(self, message):
            pass

    async def waited(*, gone):
        async with staged(Showing(find_scenario("ping"), V2025_11, "http")) as (stage, _):
            channel = Channel()
            if gone:
                channel.is_gone.set()
            incoming = read_message(b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}')
            turn = Turn(stage, stage.converse(), incoming, channel, number=1, place=1)
            await turn.ask("ping", seconds=0.01)
            return [entry["event"] for entry in stage.log.of("event")]

    assert asyncio.run(waited(gone=True)) == []
    assert asyncio.run(waited(gone=False)) == ["waited"]


def test_a_ping_that_crossed_the_opening_needs_no_headers():
    log = ClientLog(transport="http", revision=V2025_11.value, era="handshake")
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a"}}
    opening = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    log.heard(opening, 1, log.http("POST", "/mcp", {}))
    log.happened("session", session="abc", conversation=1)
    log.told({"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25"}}, 1)
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    log.heard(ping, 1, log.http("POST", "/mcp", {}))
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    log.heard(ready, 1, log.http("POST", "/mcp", {}))
    later = Sight(log).see("http")["later"]
    assert [item["method"] for item in later] == ["notifications/initialized"]
