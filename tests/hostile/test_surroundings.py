"""Odd surroundings: closed input, proxies, clocks that jump, a run that is put to sleep."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from tests.cli.conftest import COMMAND

from mcptest.engine.clock import SystemClock

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and handles of POSIX")
SLOW = """
import os, sys
sys.argv[0] = {tiny!r}
source = open({tiny!r}).read().replace("time.sleep(60)", "open(os.environ['GO']).read()")
exec(compile(source, {tiny!r}, "exec"))
"""


@posix
@pytest.mark.parametrize(
    "argv",
    [["validate", "SUITE"], ["run", "SUITE"], ["tools", "--", *COMMAND], ["schema"]],
    ids=lambda argv: argv[0],
)
def test_a_closed_input_is_never_missed(suite, argv):
    path = suite("tools:\n  - {name: a, tool: echo, args: {text: a}}\n")
    words = [word.replace("SUITE", str(path)) for word in argv]
    code = "import os, sys; os.close(0); from mcptest.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, timeout=25, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_loopback_never_goes_through_a_proxy_and_a_proxy_is_named(cli, monkeypatch):
    """Nobody listens at either address, so each complaint says where it went."""
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://user:geheim@127.0.0.1:1")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    near = cli("tools", "--url", "http://127.0.0.1:2/mcp", "--timeout", "5s")
    assert near.code == 3
    assert "proxy" not in near.err
    far = cli("tools", "--url", "http://server.example/mcp", "--timeout", "5s")
    assert far.code == 3
    assert "through the proxy http://" in far.err
    assert "127.0.0.1:1" in far.err
    assert "geheim" not in far.err


def test_a_clock_that_is_set_back_changes_no_duration(cli, suite, monkeypatch):
    now = iter(range(2_000_000_000, 0, -86_400))
    monkeypatch.setattr(time, "time", lambda: float(next(now)))
    monkeypatch.setattr(
        SystemClock, "now", lambda _: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time()))
    )
    path = suite("tools:\n  - {name: a, tool: echo, args: {text: a}}\n")
    said = cli("run", path, "--format", "json")
    assert said.code == 0
    document = json.loads(said.out)
    spans = [document["duration_ms"], *(case["duration_ms"] for case in document["cases"])]
    assert all(0 <= span < 25_000 for span in spans)


@posix
def test_a_run_that_is_put_to_sleep_finds_its_limits_where_they_were(suite, tmp_path):
    """Stopped for longer than the limit, and answered only after that."""
    for name in ("mark", "go"):
        os.mkfifo(tmp_path / name)
    script = tmp_path / "slow.py"
    script.write_text(SLOW.format(tiny=COMMAND[1]))
    env = {name.upper(): str(tmp_path / name) for name in ("mark", "go")}
    server = {"command": [sys.executable, str(script)], "env": env, "timeout": "5s"}
    path = suite(
        "tools:\n  - {name: a, tool: hang,"
        " expect: [{target: error.code, matcher: {exact: -32602}}]}\n",
        server=f"server: {json.dumps(server)}\n",
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "mcptest", "run", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,  # one that is not orphaned, or the system would not let it stop
    )
    try:
        assert (tmp_path / "mark").read_text() == "hanging"
        process.send_signal(signal.SIGTSTP)
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        time.sleep(5.2)
        process.send_signal(signal.SIGCONT)
        time.sleep(0.2)
        (tmp_path / "go").write_text("")
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert (process.returncode, err) == (0, b"")
    assert b"1 passed" in out
