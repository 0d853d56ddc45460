"""The HTTP proxy: bodies and streams pass as they are, strangers are refused, sessions are told."""

import asyncio
import gzip
import json
import signal
import time
from contextlib import asynccontextmanager

import pytest

from mcptest.cli import recording_http
from mcptest.cli.main import run as mcptest
from mcptest.interruption.signals import Interrupted, run_interruptible
from mcptest.mock.http.guard import Guard
from mcptest.mock.http.listen import listen
from mcptest.recording.format.read import read_recording
from mcptest.recording.format.redact import FrameRedactor
from mcptest.recording.format.write import RecordingWriter, new_part, open_recording
from mcptest.recording.proxy.http import HttpProxy
from mcptest.recording.proxy.http_frames import HttpFrames
from mcptest.recording.proxy.http_heads import Upstream
from mcptest.recording.proxy.looking_selector import LookingSelector
from mcptest.recording.proxy.scribe import RecordingJob, start_scribe
from mcptest.recording.proxy.tap import Kind, Parcel
from mcptest.wire.http.address import parse_address

SECRET = "planted-secret-value"


def response(body=b"", *, headers=(), status="200 OK"):
    lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def request(body=b"", *, port, method="POST", path="/mcp", headers=()):
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers]
    lines += [f"Content-Length: {len(body)}"] if body else []
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class RealServer:
    """Says what a test tells it to, and remembers what it was sent."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.heard = b""

    async def handle(self, reader, writer):
        while data := await reader.read(65536):
            self.heard += data
            if self.answers:
                writer.write(self.answers.pop(0))
                await writer.drain()
        writer.close()


@asynccontextmanager
async def proxied(path, server, headers=None, *, gone=False, passed=lambda _kind: None):
    """The port of a proxy in front of ``server``, recording to ``path``."""
    real = await asyncio.start_server(server.handle, "127.0.0.1", 0)
    port = real.sockets[0].getsockname()[1]
    if gone:
        real.close()
        await real.wait_closed()
    listener = listen("127.0.0.1", 0)
    mine = listener.getsockname()[1]
    header, redactor, begun = new_part("http", {}), FrameRedactor(), time.monotonic()
    writer = RecordingWriter(open_recording(path))
    make = lambda: HttpFrames(header.part, begun, redactor)  # noqa: E731
    scribe = start_scribe(RecordingJob(writer, header, make), fork=False)
    upstream = Upstream(parse_address(f"http://127.0.0.1:{port}/mcp"), None, headers or {})
    proxy = HttpProxy(upstream, Guard("127.0.0.1", mine), scribe.tap, passed)
    task = asyncio.ensure_future(proxy.serve(listener))
    try:
        yield mine, port
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        real.close()
        await asyncio.to_thread(scribe.finish)


async def ask(port, raw, until):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(raw)
    found = b""
    while not found.endswith(until):
        part = await asyncio.wait_for(reader.read(65536), 20)
        if not part:
            break
        found += part
    writer.close()
    return found


def frames_of(path):
    return read_recording(path).frames


def test_head_and_body_arrive_in_one_piece(tmp_path):
    class Once(RealServer):
        async def handle(self, reader, writer):
            self.first = await reader.read(65536)
            writer.write(response(b"{}"))
            writer.close()

    async def main():
        server = Once()
        async with proxied(tmp_path / "x.ndjson", server) as (mine, _port):
            assert await ask(mine, request(b'{"id": 1}', port=mine), b"{}") == response(b"{}")
        assert server.first.endswith(b'\r\n\r\n{"id": 1}')

    asyncio.run(main())


def test_a_client_that_only_listens_after_its_request_gets_the_response(tmp_path):
    async def main():
        async with proxied(tmp_path / "x.ndjson", RealServer(response(b"{}"))) as (mine, _port):
            reader, writer = await asyncio.open_connection("127.0.0.1", mine)
            writer.write(request(b'{"id": 1}', port=mine))
            writer.write_eof()  # before the proxy has reached the server
            assert await asyncio.wait_for(reader.read(), 20) == response(b"{}")
            writer.close()

    asyncio.run(main())


def test_a_client_with_a_connection_for_each_request_is_served(tmp_path):
    async def main():
        body = b"x" * 1_000_000
        server = RealServer(response(b"1"), response(body), response(b"3"))
        async with proxied(tmp_path / "x.ndjson", server) as (mine, port):
            for number, expected in enumerate([b"1", body, b"3"]):
                given = await ask(mine, request(b"%d" % number, port=mine), expected)
                assert given == response(expected)
            server.answers = []
        assert server.heard == b"".join(request(b"%d" % n, port=port) for n in range(3))

    asyncio.run(main())
    sent = [frame for frame in frames_of(tmp_path / "x.ndjson") if frame.sender == "client"]
    assert [frame.message for frame in sent] == [0, 1, 2]


def test_a_server_that_leaves_between_two_connections_is_told(tmp_path):
    class Leaving(RealServer):
        async def handle(self, reader, writer):
            await reader.read(65536)
            writer.write(response(b"{}"))
            writer.close()
            self.listening.close()

    async def main():
        server, start = Leaving(), asyncio.start_server

        async def remember(*given):
            server.listening = await start(*given)
            return server.listening

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(asyncio, "start_server", remember)
            async with proxied(tmp_path / "x.ndjson", server) as (mine, _port):
                assert await ask(mine, request(b"1", port=mine), b"{}") == response(b"{}")
                assert (await ask(mine, request(b"2", port=mine), b"?")).startswith(b"HTTP/1.1 502")

    asyncio.run(main())


def test_the_proxy_listens_again_after_it_ran_out_of_descriptors():
    class Full:
        closed = False

        def fileno(self):
            return -1 if self.closed else 0

        def accept(self):
            raise OSError(24, "too many open files")

    class Loop:
        readers, later = [], []

        def add_reader(self, listener, *_call):
            self.readers.append(listener)

        def remove_reader(self, listener):
            self.readers.remove(listener)

        def call_later(self, _seconds, *call):
            self.later.append(call)

    upstream = Upstream(parse_address("http://127.0.0.1:1/mcp"), None, {})
    proxy, loop, full = HttpProxy(upstream, Guard("127.0.0.1", 2), None), Loop(), Full()
    proxy._listen(loop, full)
    proxy._accept(loop, full)
    assert loop.readers == []
    [(listen_again, *given)] = loop.later
    listen_again(*given)
    assert loop.readers == [full]
    full.closed = True
    proxy._accept(loop, full)
    listen_again(*given)
    assert loop.readers == []


def test_two_clients_of_one_proxy_have_sessions_of_their_own():
    frames, found = HttpFrames("p", 0.0, FrameRedactor()), []
    hello = request(b'{"id": 1, "method": "initialize"}', port=1)
    for channel in (1, 2):
        found += frames.feed(came(hello, Kind.CLIENT, channel))
    for channel in (2, 1):
        given = response(b'{"id": 1}', headers=[f"MCP-Session-ID: s{channel}"])
        found += frames.feed(came(given, Kind.SERVER, channel))
    for channel, session in ((3, "s1"), (1, "s2"), (3, "s2")):  # connections are not sessions
        more = request(b"{}", port=1, headers=[f"mcp-session-id: {session}"])
        found += frames.feed(came(more, Kind.CLIENT, channel))
    one, two = found[0].session, found[1].session
    assert one != two
    assert [frame.session for frame in found] == [one, two, two, one, one, two, two]


def test_a_session_passes_through_a_loop_that_looks(tmp_path):
    selector = LookingSelector()

    async def main():
        server = RealServer(response(b"{}"), response(b"[]"))
        async with proxied(tmp_path / "x.ndjson", server, passed=selector.passed) as (mine, _port):
            assert await ask(mine, request(b'{"id": 1}', port=mine), b"{}") == response(b"{}")
            assert await ask(mine, request(b'{"id": 2}', port=mine), b"[]") == response(b"[]")

    run_interruptible(main(), selector)
    assert len(frames_of(tmp_path / "x.ndjson")) == 4


def test_a_request_and_its_response_pass_and_are_told(tmp_path):
    async def main():
        body = json.dumps({"id": 1, "params": {"token": SECRET}}).encode()
        answer = response(
            json.dumps({"id": 1, "text": f"it was {SECRET}"}).encode(),
            headers=["Content-Type: application/json", f"Mcp-Session-Id: s-{SECRET}"],
        )
        server = RealServer(answer, response(status="202 Accepted"))
        async with proxied(path, server, {"X-Extra": "given"}) as (mine, port):
            headers = [f"Authorization: Bearer {SECRET}x", "X-Extra: own", "Accept: */*"]
            assert await ask(mine, request(body, port=mine, headers=headers), b"}") == answer
            again = request(body, port=mine, headers=[f"Mcp-Session-Id: s-{SECRET}"])
            await ask(mine, again, b"\r\n\r\n")
        assert f"Host: 127.0.0.1:{port}".encode() in server.heard
        assert b"X-Extra: given" in server.heard
        assert b"own" not in server.heard
        assert body in server.heard

    path = tmp_path / "x.ndjson"
    asyncio.run(main())
    first, second, third, fourth = frames_of(path)
    assert (first.http["method"], first.http["path"], first.stream) == ("POST", "/mcp", "http-1")
    assert second.http["status"] == 200
    assert len({frame.session for frame in (first, second, third, fourth)}) == 1
    assert third.stream == fourth.stream == "http-2"
    assert SECRET not in path.read_text()


def test_events_are_passed_at_once_and_told_one_by_one(tmp_path):
    async def main():
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        event = b'id: 7\nretry: 10\ndata: {"method": "x"}\n\n'
        answer = head + b"%x\r\n%s\r\n" % (len(event), event)
        async with proxied(path, RealServer(answer)) as (mine, _):
            asked = request(port=mine, method="GET", headers=["Accept: text/event-stream"])
            assert await ask(mine, asked, b"\n\n\r\n") == answer  # while the stream is still open

    path = tmp_path / "x.ndjson"
    asyncio.run(main())
    _, head, event = frames_of(path)
    assert (head.http["status"], head.event) == (200, None)
    assert (event.event, event.message) == ({"id": "7", "retry": 10}, {"method": "x"})


def test_http_with_sse_is_one_session(tmp_path):
    async def main():
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        place = f"/messages?session_id={SECRET}"
        opened = head + f"event: endpoint\ndata: {place}\n\n".encode()
        async with proxied(path, RealServer(opened, response(status="202 Accepted"))) as (mine, _):
            asked = request(
                port=mine, method="GET", path="/sse", headers=["Accept: text/event-stream"]
            )
            await ask(mine, asked, b"\n\n")
            await ask(mine, request(b"{}", port=mine, path=place), b"\r\n\r\n")

    path = tmp_path / "x.ndjson"
    asyncio.run(main())
    found = frames_of(path)
    assert len({frame.session for frame in found}) == 1
    assert [frame.text for frame in found if frame.event] == ["/messages?session_id=[redacted]"]
    assert SECRET not in path.read_text()


@pytest.mark.parametrize("header", ["Host: evil.example", "Origin: http://evil.example"])
def test_a_page_from_elsewhere_is_refused(tmp_path, header):
    async def main():
        server = RealServer()
        async with proxied(tmp_path / "x.ndjson", server) as (mine, _):
            found = await ask(mine, request(port=mine, headers=[header]), b"server\n")
        assert found.startswith(b"HTTP/1.1 403 ")
        assert server.heard == b""

    asyncio.run(main())


def test_an_origin_of_ours_becomes_the_server_s_own(tmp_path):
    async def main():
        server = RealServer(response())
        async with proxied(tmp_path / "x.ndjson", server) as (mine, port):
            own = request(port=mine, headers=[f"Origin: http://127.0.0.1:{mine}"])
            await ask(mine, own, b"\r\n\r\n")
        assert f"Origin: http://127.0.0.1:{port}".encode() in server.heard

    asyncio.run(main())


def test_a_server_that_is_not_there_is_told_to_the_client_and_the_file(tmp_path):
    async def main():
        server = RealServer()
        async with proxied(path, server, gone=True) as (mine, _):
            found = await ask(mine, request(port=mine), b"nothing")
        assert found.startswith(b"HTTP/1.1 502 ")

    path = tmp_path / "x.ndjson"
    asyncio.run(main())
    assert "server-unreachable" in [frame.code for frame in frames_of(path)]


def told(*parcels):
    frames = HttpFrames("p", 0.0, FrameRedactor())
    found = [frame for parcel in parcels for frame in frames.feed(parcel)]
    return [*found, *frames.finish()]


def came(raw, kind=Kind.SERVER, channel=1):
    return Parcel(kind, channel, 1.0, raw)


def test_a_compressed_body_is_read_or_left_out():
    body = gzip.compress(json.dumps({"password": SECRET}).encode())
    packed = response(body, headers=["Content-Encoding: gzip"])
    [frame] = told(came(packed))
    assert frame.message == {"password": "[redacted]"}
    for encoding, raw in (("br", b"abc"), ("gzip", b"not gzip")):
        [frame] = told(came(response(raw, headers=[f"Content-Encoding: {encoding}"])))
        assert frame.code == "body-encoded"


def test_what_is_not_http_is_kept_as_it_is():
    [frame] = told(came(b"hello\r\n\r\n", Kind.CLIENT))
    assert (frame.code, frame.text) == ("not-http", "hello\r\n\r\n")


def test_a_body_without_length_ends_with_its_connection():
    closed = Parcel(Kind.CLOSED, 1, 2.0, b"")
    asked = came(request(port=1), Kind.CLIENT)
    found = told(asked, came(b"HTTP/1.1 200 OK\r\n\r\n{}"), closed)
    assert [frame.message for frame in found[1:]] == [{}]
    missed = told(Parcel(Kind.MISSED, 0, 2.0, b""))
    assert [frame.code for frame in missed] == ["frames-missing"]


def test_a_body_that_is_too_long_is_left_out(monkeypatch):
    monkeypatch.setattr("mcptest.recording.proxy.http_frames.LARGEST", 3)
    [frame] = told(came(response(b"12345")))
    assert frame.code == "body-too-long"


CLOSED = Parcel(Kind.CLOSED, 1, 2.0, b"")
EVENTS = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_a_client_that_leaves_inside_its_request_is_told():
    [frame] = told(came(request(b'{"id": 1, "method"', port=1)[:-3], Kind.CLIENT), CLOSED)
    assert (frame.sender, frame.code) == ("client", "body-incomplete")
    assert frame.text == '{"id": 1, "meth'


@pytest.mark.parametrize(
    "raw",
    [
        response(b'{"id": 1}')[:-4],
        b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n3',
    ],
)
def test_a_server_that_leaves_inside_its_response_is_told(raw):
    asked = came(request(b"{}", port=1), Kind.CLIENT)
    *_, frame = told(asked, came(raw), CLOSED)
    assert (frame.sender, frame.code, frame.stream) == ("server", "body-incomplete", "http-1")
    assert frame.text == '{"id"'


def test_an_event_that_was_cut_is_left_out_and_told():
    asked = came(request(b"{}", port=1), Kind.CLIENT)
    for rest, codes in ((b"", []), (b'b\r\ndata: {"id"\r\n', ["event-incomplete"])):
        found = told(asked, came(EVENTS + b"a\r\ndata: 1\r\n\r\n\r\n" + rest), CLOSED)
        assert [frame.message for frame in found if frame.event] == [1]
        assert [frame.code for frame in found if frame.code] == codes


def test_an_event_that_is_too_long_is_told(monkeypatch):
    monkeypatch.setattr("mcptest.recording.proxy.http_frames.LARGEST", 5)
    found = told(came(EVENTS + b"c\r\ndata: 12345\n\n\r\n"), CLOSED)
    assert [frame.code for frame in found if frame.code] == ["body-too-long"]


def test_an_interim_response_belongs_to_the_request_that_waits():
    asked = came(request(b"{}", port=1), Kind.CLIENT)
    found = told(asked, came(b"HTTP/1.1 100 Continue\r\n\r\n" + response(b"{}")))
    assert [frame.http.get("status") for frame in found[1:]] == [200]
    assert found[1].stream == "http-1"


def test_the_command_listens_and_records(tmp_path, monkeypatch, capsys):
    seen = []

    def once(serving, _selector):
        seen.append(serving)
        serving.close()
        stopped = Interrupted()
        stopped.signal = signal.SIGTERM
        return None, stopped

    monkeypatch.setattr(recording_http, "run_interruptible", once)
    path = tmp_path / "x.ndjson"
    line = ["record", "-o", str(path), "--url", "http://127.0.0.1:1/mcp", "--listen", "0"]
    assert mcptest(line) == 143
    assert "listening on http://127.0.0.1:" in capsys.readouterr().out
    assert read_recording(path).server == {"url": "http://127.0.0.1:1/mcp"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (["--url", "http://127.0.0.1:1/mcp", "-o", "x"], "record-listen"),
        (["--listen", "0", "-o", "x", "--", "server"], "record-listen"),
        (["--", "server"], "record-no-file"),
    ],
)
def test_options_that_do_not_fit_are_refused(line, code, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert mcptest(["record", *line]) == 2
    assert code in capsys.readouterr().err
