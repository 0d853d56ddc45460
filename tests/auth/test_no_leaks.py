"""Planted tokens and secrets are found in no file, report, log or process list."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.auth.guarded import Guarded

from mcptest.cli.main import run

# Whole commands; traced, the audit alone would take four seconds of processor time.
pytestmark = pytest.mark.untraced
SECRET = "planted-client-secret"
OAUTH = ("--oauth", "client-credentials", "--client-id", "ci", "--client-secret-env", "PLANTED")
COMMANDS = (
    ("audit", "--report", "json=a.json", "--report", "html=a.html", "--report", "ndjson=a.ndjson"),
    ("compliance", "run", "--report", "junit=c.xml", "--report", "sarif=c.sarif"),
    ("tools", "--format", "json"),
    ("probe", "--report", "markdown=p.md", "--report", "agent=p.txt"),
    ("doctor", "--format", "json"),
    ("call", "get_x", "--format", "json"),
)


def planted(guarded) -> set[str]:
    return {SECRET, *guarded.issued}


def leaks(folder: Path, secrets: set[str]) -> list[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    texts = {str(path): path.read_bytes() for path in files}
    return [name for name, text in texts.items() if any(each.encode() in text for each in secrets)]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_no_token_is_written_or_printed(here, monkeypatch, tmp_path, capfd, command):
    guarded = Guarded(here)
    guarded.lives = 10  # each is renewed, so that many are seen
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLANTED", SECRET)
    code = run([*command, "--url", guarded.url, *OAUTH])
    out, err = capfd.readouterr()
    assert code in {0, 1}, err
    assert len(guarded.issued) > 1
    assert not [each for each in planted(guarded) if each in out + err]
    assert leaks(tmp_path, planted(guarded)) == []


def test_a_refusal_that_repeats_the_token_is_masked(here, monkeypatch, tmp_path, capfd):
    from tests.auth.site import Says

    guarded = Guarded(here)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLANTED", SECRET)
    said = lambda ask: Says(  # noqa: E731
        401, {"error": ask.headers.get("authorization")}, {"WWW-Authenticate": guarded.challenge}
    )
    here.at("POST /mcp", said)
    assert run(["audit", "--report", "json=a.json", "--url", guarded.url, *OAUTH]) == 3
    out, err = capfd.readouterr()
    assert not [each for each in planted(guarded) if each in out + err]
    assert leaks(tmp_path, planted(guarded)) == []


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
def test_no_secret_is_in_the_process_list(here, tmp_path):
    guarded = Guarded(here)
    command = [sys.executable, "-m", "mcptest", "tools", "--url", guarded.url, *OAUTH]
    env = {**os.environ, "PLANTED": SECRET, "XDG_STATE_HOME": str(tmp_path)}
    seen: set[bytes] = set()
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) as process:
        seen |= _command_lines()
        done = threading.Event()
        threading.Thread(target=lambda: (process.wait(), done.set()), daemon=True).start()
        while not done.wait(0.02):
            seen |= _command_lines()
    assert process.returncode == 0
    assert guarded.issued
    assert any(guarded.url.encode() in line for line in seen)
    assert not [line for line in seen for each in planted(guarded) if each.encode() in line]


def _command_lines() -> set[bytes]:
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.add(path.read_bytes())
        except OSError:
            continue
    return found
