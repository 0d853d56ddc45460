"""What HTTP said around a message."""

import json

from tests.auth.guarded import Guarded
from tests.auth.site import site
from tests.ui.conftest import TINY, stdio
from tests.wire.http_kit import linked, request, run
from tests.wire.test_sse_legacy import linked as legacy

from mcptest.model.redaction import Redactor
from mcptest.suite.load import ServerSpec
from mcptest.ui.messages.heads import HttpHeads
from mcptest.ui.offered import OfferedServer
from mcptest.wire.target import HttpTarget
from mcptest.wire.transcript import TappedHead

KEY = "planted-access-token"


def guarded(server, **headers):
    server.issued[KEY] = ""
    target = HttpTarget(server.url, {"Authorization": f"Bearer {KEY}", **headers})
    return OfferedServer("far", ServerSpec(name="far", target=target))


def test_a_message_over_http_has_the_headers_of_its_request_and_response(page):
    with site() as here:

        async def look(client):
            await client.value("connect", server="far")
            await client.call("far", name="get_x")
            frames = client.hub.frames.newest(99)
            called = [one.number for one in frames if one.method == "tools/call"]
            for number in called:  # the request and its response share a stream
                frame = await client.value("frame", number=number)
                sent, received = frame["http"]
                assert (sent["direction"], sent["line"]) == ("sent", "POST /mcp")
                assert sent["headers"]["X-Mine"] == "seen"
                assert sent["headers"]["MCP-Protocol-Version"] == "2025-11-25"
                assert sent["headers"]["Authorization"] == "[redacted]"
                assert (received["direction"], received["line"]) == ("received", "200")
                assert received["headers"]["content-type"] == "application/json"
                assert KEY not in json.dumps(frame)
            assert len(called) == 2
            await client.value("disconnect", server="far")
            kept = await client.value("frame", number=called[0])
            assert len(kept["http"]) == 2  # also when the session is over

        page(look, guarded(Guarded(here), **{"X-Mine": "seen"}))


def test_a_message_of_a_process_has_no_headers(page):
    async def look(client):
        await client.value("connect", server="tiny")
        frame = await client.value("frame", number=client.hub.frames.newest(1)[0].number)
        assert frame["http"] == []

    page(look, stdio("tiny", *TINY))


def test_headers_are_kept_within_a_bound():
    kept = HttpHeads(limit=4_000)
    for number in range(20):
        kept.add(1, TappedHead(f"post:{number}", "POST /mcp", {"X-Long": "x" * 400}))
    plain = Redactor(())
    assert kept.document(1, "post:0", plain) == []
    assert len(kept.document(1, "post:19", plain)) == 1
    for _ in range(20):
        kept.add(1, TappedHead("get", "GET /mcp", {}))
    assert len(kept.document(1, "get", plain)) == 8


def test_every_request_tells_its_stream_and_heads():
    async def look():
        async with linked("healthy") as (_, link):
            heads = []
            link.transcript.head_tap = heads.append
            await link.exchange(request(), timeout=5)
            await link.send("OPTIONS")
            assert [(one.stream, one.is_response) for one in heads] == [
                ("post:1", False),
                ("post:1", True),
                ("probe:OPTIONS", False),
                ("probe:OPTIONS", True),
            ]

    run(look())


def test_the_old_transport_tells_them_as_well():
    async def look():
        async with legacy() as (_, link):
            heads = []
            link.transcript.head_tap = heads.append
            await link.exchange(request(), timeout=5)
            assert [(one.stream, one.line[:4]) for one in heads] == [
                ("post:1", "POST"),
                ("post:1", "202"),
            ]

    run(look())
