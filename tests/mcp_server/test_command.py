"""``mcptest mcp-server`` as a process: its grade, its transports, its end."""

import json
import re
import signal
import subprocess
import sys

import pytest
from tests.mcp_server.conftest import TINY, call, opening

from mcptest.cli.main import run

SERVER = [sys.executable, "-m", "mcptest", "mcp-server"]


@pytest.fixture
def started():
    """A server process; killed when the test forgot it."""
    processes = []

    def start(*options, **more):
        process = subprocess.Popen(
            [*SERVER, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **more,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def graded(capsys, *which):
    code = run(["compliance", "run", "--strict", "--format", "json", *which])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("version", ["v2025-11-25", "v2026-07-28"])
def test_it_has_the_best_grade_over_stdio(capsys, version):
    code, document = graded(capsys, "--spec-version", version, "--", *SERVER, "--enable-writes")
    assert (code, document["compliance"]["grade"]) == (0, "A+"), document["summary"]


@pytest.mark.parametrize("version", ["v2025-11-25", "v2026-07-28"])
def test_it_has_the_best_grade_over_http(capsys, started, version):
    process = started("--http", "0")
    url = re.search(rb"http://\S+", process.stdout.readline())[0].decode()
    code, document = graded(capsys, "--spec-version", version, "--call-delay", "0", "--url", url)
    assert (code, document["compliance"]["grade"]) == (0, "A+"), document["summary"]


def test_a_run_is_answered_with_progress_and_the_process_ends_with_its_input(started, tmp_path):
    suite = f"server: {{command: {json.dumps(TINY)}}}\n"
    suite += "tools:\n  - {name: a, tool: echo, args: {text: a}}\n"
    (tmp_path / "a.mcptest.yml").write_text(suite)
    process = started("--enable-writes", "--root", str(tmp_path))
    asked = call("run_suite", {"path": "a.mcptest.yml"}, _meta={"progressToken": 7})
    said = b"".join(json.dumps(m).encode() + b"\n" for m in (opening("2025-11-25"), asked))
    process.stdin.write(said)
    process.stdin.flush()
    first, progress, answer = (json.loads(process.stdout.readline()) for _ in range(3))
    assert first["result"]["serverInfo"]["name"] == "mcptest"
    assert progress["params"] == {"progressToken": 7, "progress": 1, "total": 1, "message": "a"}
    assert answer["result"]["structuredContent"]["verdict"] == "held"
    out, err = process.communicate(timeout=25)
    assert (process.returncode, out, err) == (0, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_it_with_its_code(started, number, code):
    process = started()
    process.stdin.write(json.dumps(opening("2025-11-25")).encode() + b"\n")
    process.stdin.flush()
    assert b"mcptest" in process.stdout.readline()
    process.send_signal(number)
    assert process.wait(25) == code
    assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize(
    ("options", "exit_code", "code"),
    [
        (["--http", "0", "--enable-writes"], 5, "agent-http-writes"),
        (["--http", "0.0.0.0:0"], 5, "agent-http-host"),
        (["--http", "x"], 2, "mock-bad-address"),
        (["--root", "/no/such/folder"], 2, "agent-root"),
    ],
)
def test_what_would_be_dangerous_is_refused(capsys, options, exit_code, code):
    assert run(["mcp-server", *options]) == exit_code
    assert f"error[{code}]" in capsys.readouterr().err
