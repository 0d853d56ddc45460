"""Clients that crash, hang, flood, leave children behind or do not speak MCP at all."""

import asyncio
import json
import sys

import pytest

from mcptest.client.cases import ClientTrial
from mcptest.client.log import MOST_ENTRIES, ClientLog
from mcptest.client.play import Showing, play, staged
from mcptest.client.scenario import find_scenario
from mcptest.client.starting import ClientEnding, CommandStarter
from mcptest.model.spec_version import SpecVersion

VERSION = SpecVersion.V2025_11_25
STDIO = """
import json, os, shlex, subprocess, time
server = subprocess.Popen(
    shlex.split(os.environ["MCPTEST_COMMAND"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
def send(message):
    server.stdin.write(json.dumps(message).encode() + b"\\n")
    server.stdin.flush()
info = {"name": "hostile", "version": "1"}
params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}
send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
server.stdout.readline()
send({"jsonrpc": "2.0", "method": "notifications/initialized"})
"""
SOCKET = """
import os, socket
from urllib.parse import urlsplit
address = urlsplit(os.environ["MCPTEST_URL"])
line = socket.create_connection((address.hostname, address.port))
"""


def tried(code, over="http", seconds=20.0):
    """What is said of a client that is this program: findings, why it was skipped, notes."""
    showing = Showing(find_scenario("ping"), VERSION, over, seconds)
    starter = CommandStarter((sys.executable, "-c", code))
    log, ending = asyncio.run(play(showing, starter))
    seen = ClientTrial(VERSION, starter, [showing]).judged(showing, log, ending)
    found = {finding.id for finding in seen.findings}
    return found, seen.skip and seen.skip.detail, seen.notes


def test_a_hanging_client_is_not_blamed_for_our_signals():
    found, _, notes = tried(f"{STDIO}\ntime.sleep(60)", "stdio", seconds=1.0)
    assert found == set()
    assert notes == ("the client was stopped after 1 s",)


def test_a_crash_is_named():
    found, skip, notes = tried("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert (found, skip) == (set(), "the client was killed by SIGKILL before it connected")
    assert notes == ("the client was killed by SIGKILL",)


def test_an_exit_code_is_named_with_the_last_line_of_stderr():
    found, skip, notes = tried(f"{STDIO}\nserver.stdin.close(); server.wait(); exit('no')", "stdio")
    assert (found, skip) == (set(), None)
    assert notes == ("the client failed (exit code 1): no",)


def test_processes_that_are_left_behind_are_named():
    code = "import subprocess; subprocess.Popen(['sleep', '60'], start_new_session=True)"
    found, _, notes = tried(code)
    assert found == set()
    assert notes == ("the client left 1 process running when it exited",)


def test_a_client_that_does_nothing_gives_no_verdict():
    assert tried("") == (set(), "the client never connected", ())


@pytest.mark.parametrize("said", [b"\x16\x03\x01\x02\x00\r\n\r\n", b"hello\r\n\r\n"])
def test_bytes_that_are_not_http_are_named(said):
    found, skip, _ = tried(f"{SOCKET}\nline.sendall({said!r}); line.recv(100)")
    assert found == set()
    assert skip == "the client did not speak HTTP (illegal request line)"


def test_garbage_on_stdio_is_found_and_nothing_is_made_of_it():
    garbage = b"hello\n\xff\xfe\n{}\nnull\n[[]]\n" + b"[" * 1000 + b"\n"
    found, skip, _ = tried(
        f"{STDIO}\nserver.stdin.write({garbage!r}); server.stdin.close()", "stdio"
    )
    assert skip is None
    assert {"CLIENT-001", "CLIENT-007"} <= found <= {"CLIENT-001", "CLIENT-006", "CLIENT-007"}


def test_a_flood_on_one_connection_is_cut_off():
    head = b"GET /mcp HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"
    flood = f"""
{SOCKET}
line.sendall({head!r})
try:
    while True:
        line.sendall(b"x" * 1_000_000)
except OSError:
    print("cut off")
"""
    found, skip, notes = tried(flood)
    assert (found, skip, notes) == (set(), None, ())


def flooded():
    """The log of a client that opens a session and then pings without end."""
    log = ClientLog(transport="stdio", revision=VERSION.value, era=VERSION.era.value)
    for number in range(MOST_ENTRIES + 10):
        log.heard({"jsonrpc": "2.0", "id": number, "method": "ping"}, 1, None)
    return log


def test_what_a_flood_left_out_of_the_log_is_not_held_against_the_client():
    showing = Showing(find_scenario("unknown-notification"), VERSION, "stdio")
    trial = ClientTrial(VERSION, CommandStarter(()), [showing])
    log = flooded()
    log.fact("oddities", what="something", n=len(log.entries), own=False)
    seen = trial.judged(showing, log, ClientEnding(status=0))
    assert len(log.entries) == MOST_ENTRIES
    assert seen.findings == ()
    assert seen.notes == ("the client sent more than mcptest keeps; what came later is not judged",)


def test_big_messages_fill_the_log_too():
    async def whole():
        async with staged(Showing(find_scenario("plain"), VERSION, "stdio")) as (stage, _):
            talk, text = stage.converse(), "x" * 8_000_000
            for number in range(12):
                message = {"jsonrpc": "2.0", "id": number, "method": "ping", "params": {"x": text}}
                stage.read(json.dumps(message).encode(), talk)
            return stage.log

    log = asyncio.run(whole())
    assert log.full
    assert len(log.entries) == 8
