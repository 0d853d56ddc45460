"""The mock's port: who may talk to it, and that nothing a client sends ends or blocks it."""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.hostile.bombardment import PING, bombard, request, send

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"


def start(*options):
    command = [sys.executable, "-m", "mcptest", "mock", "--tools-from", str(RECORDS), "--http"]
    child = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    line = child.stdout.readline().decode()
    assert line.startswith("listening on http://"), line
    return child, int(line.rsplit(":", 1)[1].split("/")[0])


def end(child):
    child.kill()
    child.communicate(timeout=20)


@pytest.fixture
def listen():
    started = []

    def listening(*options):
        started.append(start(*options))
        return started[-1]

    yield listening
    for child, _ in started:
        end(child)


@pytest.fixture(scope="module")
def port():
    """One listener for everything: whatever a test does to it, the next must find it alive."""
    child, number = start("0")
    yield number
    assert child.poll() is None
    end(child)


def status(port, **parts):
    return asyncio.run(send(port, request(port, **parts), patience=10))


def alive(port):
    """A request without a session is refused as such: the guard let it in, the mock answered."""
    return status(port) == "400"


def test_only_our_own_names_are_let_in(port):
    ours = (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}")
    assert {status(port, host=name.encode()) for name in ours} == {"400"}
    foreign = [
        "evil.example",
        f"evil.example:{port}",
        f"127.0.0.1.evil.example:{port}",
        f"localhost.evil.example:{port}",
        "127.0.0.1",
        f"127.0.0.1:{port + 1}",
        f"user@127.0.0.1:{port}",
        f"127.0.0.1:{port}@evil.example",
        f"evil.example#127.0.0.1:{port}",
        f"127.0.0.1:{port}/",
        f"0.0.0.0:{port}",
        f"169.254.169.254:{port}",
        f"[::ffff:127.0.0.1]:{port}",
        f"2130706433:{port}",
        "",
        "[",
    ]
    assert {name: status(port, host=name.encode()) for name in foreign} == dict.fromkeys(
        foreign, "403"
    )


def test_a_request_without_a_host_or_with_two_is_not_served(port):
    bare = request(port).replace(b"Host: 127.0.0.1:%d\r\n" % port, b"")
    assert asyncio.run(send(port, bare, patience=10)) in {"400", "403"}
    twice = request(port, more=b"Host: evil.example\r\n")
    assert asyncio.run(send(port, twice, patience=10)) in {"400", "403"}


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "https://127.0.0.1:%d", "file://", "http://127.0.0.1"],
)
def test_a_page_from_elsewhere_is_refused(port, origin):
    said = (origin % port if "%d" in origin else origin).encode()
    for verb in (b"POST", b"GET", b"DELETE", b"OPTIONS"):
        assert status(port, verb=verb, more=b"Origin: %s\r\n" % said) == "403"


def test_no_page_is_invited(port):
    """No answer allows another origin to read it, not even a preflight's."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
        plain.sendall(
            request(port, verb=b"OPTIONS", more=b"Origin: http://127.0.0.1:%d\r\n" % port)
        )
        assert b"access-control-allow-origin" not in plain.recv(65536).lower()


@pytest.mark.parametrize(
    "path", [b"/", b"/etc/passwd", b"/mcp/../../etc/passwd", b"/%2e%2e/x", b"//x"]
)
def test_no_path_is_a_file(port, path):
    assert status(port, verb=b"GET", path=path) in {"404", "405", "400"}


@pytest.mark.parametrize("spelling", ["0.0.0.0:0", "0:0", "0x0:0", "0.0:0", "00.0.0.0:0"])
def test_every_spelling_of_everywhere_is_warned_of(listen, spelling):
    child, port = listen(spelling)
    assert status(port, host=b"192.0.2.7:%d" % port) == "400"
    assert status(port, host=b"evil.example:%d" % port) == "403"
    child.kill()
    assert b"is reachable from other machines" in child.communicate(timeout=20)[1]


@pytest.mark.parametrize("spelling", ["0", "127.0.0.1:0", "127.1:0", "localhost:0"])
def test_loopback_is_the_default_and_needs_no_warning(listen, spelling):
    child, port = listen(spelling)
    assert alive(port)
    child.kill()
    assert child.communicate(timeout=20)[1] == b""


def test_limits_on_headers_and_body(port):
    assert status(port, more=b"X: " + b"y" * 70_000 + b"\r\n") == "400"
    assert status(port, body=b" " * (16 * 1024 * 1024 + 1)) == "413"
    assert status(port, body=b"[" * 100_000) == "400"
    assert alive(port)


def test_many_idle_clients_do_not_keep_others_out_for_ever(port):
    """Past the limit a client is told to come later; when others leave it is served."""
    idle = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(80)]
    try:
        assert status(port) in {"503", "400"}
    finally:
        for plain in idle:
            plain.close()
    for _ in range(50):
        if alive(port):
            return
    raise AssertionError("nobody is served any more")


def test_a_thousand_fuzzed_requests_leave_it_alive(port):
    statuses = asyncio.run(bombard(port, 1000, seed=7))
    assert sum(statuses.values()) == 1000
    assert alive(port)
    assert not {code for code in statuses if code.startswith("5")} - {"503"}


def test_one_bad_client_does_not_disturb_another(port):
    async def both():
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request(port)[:-10])  # the rest of the body never comes
        good = await send(port, request(port, body=PING), patience=10)
        writer.transport.abort()
        return good

    assert asyncio.run(both()) == "400"
