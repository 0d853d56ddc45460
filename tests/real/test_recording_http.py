"""Stdio servers behind an HTTP gateway, old transports and both eras, through the recorder."""

import json
import os
import shutil
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from tests.real.conftest import REAL, free_port, listening
from tests.real.servers import STDIO, python_of, served
from tests.real.test_recording import (
    CLIENTS,
    MCPTEST,
    SERVERS,
    green,
    kept,
    output_of,
    port_of,
    recorder,
    replay_over_http,
    tapped,
    wiretapped,
)

from mcptest.recording.format.read import read_recording

pytestmark = pytest.mark.real
HERE = Path(__file__).parent


@contextmanager
def behind_a_gateway(command):
    """The address of a stdio server that FastMCP serves over Streamable HTTP."""
    port = free_port()
    gateway = [python_of("fastmcp"), str(HERE / "fastmcp_gateway.py"), str(port), *command]
    with listening(gateway, port):
        yield f"http://127.0.0.1:{port}/mcp"


def recorded(tmp_path, url, client):
    """What the client said at its end, with the same bytes on both sides of the recorder."""
    file, path = tmp_path / "session.ndjson", url.rpartition("/")[2]
    with (
        tapped(tmp_path / "inner", port_of(url)) as inside,
        recorder(file, f"http://127.0.0.1:{inside}/{path}") as middle,
        tapped(tmp_path / "outer", port_of(middle)) as outside,
    ):
        heard = output_of(client(f"http://127.0.0.1:{outside}/{path}"))
    for way in ("in", "out"):
        assert kept(tmp_path / "outer", way)
        assert kept(tmp_path / "outer", way) == kept(tmp_path / "inner", way)
    assert not read_recording(file).problems
    return file, heard


def green_over_http(tmp_path, file, url):
    """The suite that is made of the recording passes with the server and without it."""
    suite, tapes = tmp_path / "made.mcptest.yml", tmp_path / "tapes"
    tapes.mkdir()
    shutil.copy(file, tapes / "default.ndjson")
    scaffold = ["scaffold", "--from-recording", str(file), "-o", str(suite), "--url", url]
    output_of([*MCPTEST, *scaffold])
    assert "passed" in output_of([*MCPTEST, "run", str(suite)]).decode()
    assert "passed" in output_of([*MCPTEST, "run", str(suite), "--replay", str(tapes)]).decode()


@pytest.mark.parametrize("server", ["filesystem", "git"])
@pytest.mark.parametrize("client", CLIENTS)
def test_a_stdio_server_behind_a_gateway_is_the_same_with_and_without(tmp_path, client, server):
    folder = tmp_path / "home"
    folder.mkdir()
    command, calls = SERVERS[server](folder)
    with behind_a_gateway(command) as url:
        run = partial(CLIENTS[client], calls)
        file, heard = recorded(tmp_path, url, run)
        with replay_over_http(file) as address:
            assert output_of(run(address)) == heard
        green_over_http(tmp_path, file, url)


@pytest.mark.parametrize("server", ["everything", "everything by HTTP+SSE", "mcp 2.x"])
def test_a_suite_from_an_http_session_is_green_with_and_without(tmp_path, server):
    calls = SERVERS["everything"](tmp_path)[1] if "every" in server else [["add", {"a": 1, "b": 2}]]
    with served(server) as url:
        file, _ = recorded(tmp_path, url, partial(CLIENTS["Python SDK"], calls))
        green_over_http(tmp_path, file, url)


def resuming_client(url):
    if shutil.which("node") is None or not (REAL / "node").exists():
        pytest.skip("the TypeScript SDK is not installed; run make test-real")
    return ["node", str(HERE / "resuming_client.cjs"), str(REAL / "node"), url]


def test_a_stream_that_breaks_is_resumed_through_the_recorder_and_by_the_replay(tmp_path):
    with served("everything") as url:
        file, heard = recorded(tmp_path, url, resuming_client)
    assert b"completed" in heard
    asked = [frame.http["headers"] for frame in read_recording(file).frames if frame.http]
    assert any("last-event-id" in headers for headers in asked)
    with replay_over_http(file) as address:
        assert output_of(resuming_client(address)) == heard


def stateless_client(*target):
    calls = [["add", {"a": 1, "b": 2}], ["add", {"a": "x"}]]
    return [python_of("py2"), str(HERE / "stateless_client.py"), json.dumps(calls), *target]


def is_stateless(file):
    """Whether the session had no handshake."""
    asked = {
        frame.message.get("method")
        for frame in read_recording(file).frames
        if frame.sender == "client" and isinstance(frame.message, dict)
    }
    return "server/discover" in asked and "initialize" not in asked


def test_a_stateless_session_over_http_is_the_same_with_and_without(tmp_path):
    with served("mcp 2.x") as url:
        file, heard = recorded(tmp_path, url, stateless_client)
        assert is_stateless(file)
        with replay_over_http(file) as address:
            assert output_of(stateless_client(address)) == heard
        green_over_http(tmp_path, file, url)


def test_a_stateless_session_over_stdio_is_the_same_with_and_without(tmp_path):
    file = tmp_path / "session.ndjson"
    command = STDIO["mcp 2.x"]()
    heard = wiretapped(tmp_path, file, stateless_client, command)
    assert is_stateless(file)
    replayed = [*MCPTEST, "mock", "--from-recording", str(file)]
    assert output_of(stateless_client(*replayed)) == heard
    green(tmp_path, file, command)


def test_planted_secrets_are_in_no_http_recording(tmp_path):
    bearer, key, argument = (f"planted-{os.urandom(8).hex()}" for _ in range(3))
    file = tmp_path / "session.ndjson"
    headers = ["--header", f"Authorization: Bearer {bearer}", "--header", f"X-Api-Key: {key}"]
    with served("everything") as url, recorder(file, url) as middle:
        for said in (bearer, key, argument):
            call = ["call", "echo", f"message={said}", f"password={argument}", "--url", middle]
            assert b"Echo: " in output_of([*MCPTEST, *call, *headers])
    text = file.read_text()
    assert "tools/call" in text
    assert [secret for secret in (bearer, key, argument) if secret in text] == []
