"""A fleet that is interrupted or killed: what finished is kept, nothing is left behind or done twice."""

import json
import os
import signal
import subprocess
import sys

import pytest
from tests.cli.conftest import COMMAND
from tests.tagged import left_behind

if sys.platform == "win32":
    pytest.skip("signals of POSIX", allow_module_level=True)

TIMEOUT = 25


@pytest.fixture
def running(tmp_path, tag):
    """A fleet of which one server has finished and one has just been started and says nothing."""
    mark = tmp_path / "mark"
    os.mkfifo(mark)
    body = f"open({str(mark)!r}, 'w').close(); import time; time.sleep(120)"
    servers = {
        "quick": {"command": COMMAND},
        "mute": {"command": [sys.executable, "-c", body, tag], "timeout": "60s"},
        "later": {"command": COMMAND},
    }
    (tmp_path / "fleet.yml").write_text(json.dumps({"fleet": "x", "servers": servers}))
    words = ["fleet", "run", "--only", "lint", "--jobs", "1", "--out", "r"]
    process = subprocess.Popen(
        [sys.executable, "-m", "mcptest", *words],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    mark.read_text()
    yield process
    process.kill()
    process.communicate(timeout=TIMEOUT)


def rows(tmp_path):
    document = json.loads((tmp_path / "r" / "fleet.json").read_text())
    return document, {row["name"]: row["status"] for row in document["servers"]}


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["INT", "TERM"]
)
def test_a_signal_ends_the_servers_and_keeps_what_finished(running, tmp_path, tag, number, code):
    running.send_signal(number)
    out, _ = running.communicate(timeout=TIMEOUT)
    assert running.returncode == code
    document, found = rows(tmp_path)
    assert found == {"quick": "passed", "mute": "not-run", "later": "not-run"}
    assert (document["interrupted"], document["exit_code"]) == (True, code)
    assert "1 passed, 2 not-run" in out
    assert left_behind(tag, within=TIMEOUT) == []


def test_a_run_that_is_killed_is_resumed_and_does_nothing_twice(
    running, tmp_path, tag, cli, monkeypatch
):
    running.kill()
    running.communicate(timeout=TIMEOUT)
    assert left_behind(tag, within=TIMEOUT) == []
    monkeypatch.chdir(tmp_path)
    first = (tmp_path / "r" / "journal.ndjson").read_text().splitlines()
    servers = json.loads((tmp_path / "fleet.yml").read_text())
    servers["servers"]["mute"] = {"command": COMMAND}
    (tmp_path / "fleet.yml").write_text(json.dumps(servers))
    said = cli("fleet", "run", "--only", "lint", "--out", "r", "--resume")
    assert said.code == 0
    document, found = rows(tmp_path)
    assert found == {"quick": "passed", "mute": "passed", "later": "passed"}
    assert document["servers"][0] == json.loads(first[1])["server"]
    lines = [
        json.loads(line) for line in (tmp_path / "r" / "journal.ndjson").read_text().splitlines()
    ]
    ended = [line["server"]["name"] for line in lines if line["event"] == "server-finished"]
    assert sorted(ended) == ["later", "mute", "quick"]
