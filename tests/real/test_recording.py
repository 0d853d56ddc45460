"""Real clients with real servers through the recorder: the same bytes, the same end, green suites."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from tests.real.conftest import REAL, free_port, listening
from tests.real.servers import new_repository, node_server, python_of, script_of, served

from mcptest.recording.format.read import read_recording

pytestmark = pytest.mark.real
HERE = Path(__file__).parent
MCPTEST = [sys.executable, "-m", "mcptest"]
PLACES = re.compile(rb"(?i)(host|origin): [^\r\n]*")


def everything(_folder):
    calls = [
        ["echo", {"message": "hello"}],
        ["get-sum", {"a": 2, "b": 3}],
        ["get-structured-content", {"location": "New York"}],
        ["get-annotated-message", {"messageType": "success", "includeImage": False}],
        ["echo", {"message": "again"}],
        ["get-sum", {"a": "x"}],
    ]
    return ["node", node_server("server-everything"), "stdio"], calls


def filesystem(folder):
    (folder / "a.txt").write_text("first\nsecond\n")
    calls = [
        ["list_allowed_directories", {}],
        ["read_text_file", {"path": str(folder / "a.txt")}],
        ["list_directory", {"path": str(folder)}],
        ["read_text_file", {"path": str(folder / "missing.txt")}],
        ["create_directory", {"path": str(folder / "made")}],
        ["list_directory", {"path": str(folder)}],
    ]
    return ["node", node_server("server-filesystem"), str(folder)], calls


def git(folder):
    place = str(new_repository(folder))
    calls = [
        ["git_status", {"repo_path": place}],
        ["git_log", {"repo_path": place, "max_count": 1}],
        ["git_diff_unstaged", {"repo_path": place}],
        ["git_status", {"repo_path": str(folder / "nowhere")}],
    ]
    return [script_of("mcp-server-git")], calls


def python_client(calls, *target):
    return [python_of("py1"), str(HERE / "recorded_client.py"), json.dumps(calls), *target]


def typescript_client(calls, *target):
    if shutil.which("node") is None or not (REAL / "node").exists():
        pytest.skip("the TypeScript SDK is not installed; run make test-real")
    script = str(HERE / "recorded_client.cjs")
    return ["node", script, str(REAL / "node"), json.dumps(calls), *target]


def inspector_client(calls, *target):
    """The Inspector makes one call in a run."""
    program = REAL / "clients/node_modules/.bin/mcp-inspector"
    if not program.exists():
        pytest.skip("the Inspector is not installed; run make test-real")
    name, arguments = calls[0]
    pairs = [word for key, value in arguments.items() for word in ("--tool-arg", f"{key}={value}")]
    how = ["--method", "tools/call", "--tool-name", name, *pairs]
    return [
        str(program),
        "--cli",
        *([*target, *how] if len(target) == 1 else [*how, "--", *target]),
    ]


SERVERS = {"everything": everything, "filesystem": filesystem, "git": git}
CLIENTS = {
    "Python SDK": python_client,
    "TypeScript SDK": typescript_client,
    "Inspector": inspector_client,
}


def output_of(command, **more):
    done = subprocess.run(command, capture_output=True, timeout=120, check=False, **more)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("client", CLIENTS)
def test_a_session_over_stdio_is_the_same_with_and_without(tmp_path, client, server):
    folder = tmp_path / "home"
    folder.mkdir()
    command, calls = SERVERS[server](folder)
    file = tmp_path / "session.ndjson"
    heard = wiretapped(tmp_path, file, partial(CLIENTS[client], calls), command)
    replayed = [*MCPTEST, "mock", "--from-recording", str(file)]
    assert output_of(CLIENTS[client](calls, *replayed)) == heard
    green(tmp_path, file, command)


def wiretapped(tmp_path, file, client, command):
    """What the client said at its end, with the same bytes on both sides of the recorder."""
    tap = [sys.executable, str(HERE / "wiretap.py")]
    record = [*MCPTEST, "record", "-o", str(file), "--"]
    outer, inner = str(tmp_path / "outer"), str(tmp_path / "inner")
    heard = output_of(client(*tap, outer, *record, *tap, inner, *command))
    for way in ("in", "out"):
        passed = Path(f"{outer}.{way}").read_bytes()
        assert passed
        assert passed == Path(f"{inner}.{way}").read_bytes()
    assert not read_recording(file).problems
    return heard


def green(tmp_path, file, command):
    """The suite that is made of the recording passes with the server and without it."""
    suite = tmp_path / "made.mcptest.yml"
    tapes = tmp_path / "tapes"
    tapes.mkdir(exist_ok=True)
    shutil.copy(file, tapes / "default.ndjson")
    output_of(
        [
            *MCPTEST,
            "scaffold",
            "--from-recording",
            str(file),
            "--force",
            "-o",
            str(suite),
            "--",
            *command,
        ]
    )
    assert "passed" in output_of([*MCPTEST, "run", str(suite)]).decode()
    assert "passed" in output_of([*MCPTEST, "run", str(suite), "--replay", str(tapes)]).decode()


@contextmanager
def recorder(file, url):
    """The address of a recorder in front of an HTTP server."""
    command = [*MCPTEST, "record", "-o", str(file), "--url", url, "--listen", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.communicate(timeout=40)


@contextmanager
def tapped(log, port):
    """A port whose traffic to another one is kept."""
    mine = free_port()
    command = [sys.executable, str(HERE / "wiretap.py"), str(log), str(mine), f"127.0.0.1:{port}"]
    with listening(command, mine):
        yield mine


def kept(log, way):
    """What passed on every connection that said anything, but for what a proxy must change."""
    files = sorted(log.parent.glob(f"{log.name}-*.{way}"))
    return sorted(PLACES.sub(b"", raw) for file in files if (raw := file.read_bytes()))


def port_of(url):
    return int(url.split(":")[2].split("/")[0])


@pytest.mark.parametrize("server", ["everything", "everything by HTTP+SSE", "mcp 1.x", "mcp 2.x"])
@pytest.mark.parametrize("client", CLIENTS)
def test_a_session_over_http_is_the_same_with_and_without(tmp_path, client, server):
    calls = everything(tmp_path)[1] if "everything" in server else [["add", {"a": 1, "b": 2}]]
    file = tmp_path / "session.ndjson"
    with served(server) as url, tapped(tmp_path / "inner", port_of(url)) as inside:
        path = url.rpartition("/")[2]
        with (
            recorder(file, f"http://127.0.0.1:{inside}/{path}") as middle,
            tapped(tmp_path / "outer", port_of(middle)) as outside,
        ):
            heard = output_of(CLIENTS[client](calls, f"http://127.0.0.1:{outside}/{path}"))
        assert output_of(CLIENTS[client](calls, url)) == heard
    for way in ("in", "out"):
        assert kept(tmp_path / "outer", way) == kept(tmp_path / "inner", way)
    recording = read_recording(file)
    assert not recording.problems
    bodies = b"".join(kept(tmp_path / "inner", "in"))
    asked = [
        f.message["method"]
        for f in recording.frames
        if f.sender == "client" and isinstance(f.message, dict) and "method" in f.message
    ]
    assert "tools/call" in asked
    assert all(method.encode() in bodies for method in asked)
    with replay_over_http(file) as address:
        again = address.replace("/mcp", f"/{path}")
        assert output_of(CLIENTS[client](calls, again)) == heard


@contextmanager
def replay_over_http(file):
    """The address of a recording that is served back."""
    command = [*MCPTEST, "mock", "--from-recording", str(file), "--http", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_planted_secrets_are_in_no_recording(tmp_path):
    secrets = [f"planted-{number}-{os.urandom(6).hex()}" for number in range(4)]
    file = tmp_path / "session.ndjson"
    command, _ = everything(tmp_path)
    calls = [
        ["echo", {"message": secrets[0]}],
        ["get-env", {}],
        ["echo", {"message": "x", "api_key": secrets[1]}],
        ["echo", {"message": secrets[1]}],
    ]
    environment = {**os.environ, "MY_PASSWORD": secrets[0], "SERVICE_TOKEN": secrets[2]}
    record = [
        "env",
        f"MY_PASSWORD={secrets[0]}",
        f"SERVICE_TOKEN={secrets[2]}",
        *MCPTEST,
        "record",
        "-o",
        str(file),
        "--",
    ]
    output_of(python_client(calls, *record, *command, "--api-key", secrets[3]), env=environment)
    text = file.read_text()
    assert "tools/call" in text
    assert [secret for secret in secrets if secret in text] == []
