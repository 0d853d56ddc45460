"""Signals: what had finished is kept, and nothing is left behind."""

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


@pytest.fixture
def mark(tmp_path):
    path = tmp_path / "mark"
    os.mkfifo(path)
    return path


@pytest.fixture
def start():
    started = []

    def popen(*argv, **more):
        process = subprocess.Popen(
            [sys.executable, "-m", "mcptest", *map(str, argv)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **more,
        )
        started.append(process)
        return process

    yield popen
    for process in started:
        process.kill()
        process.communicate(timeout=20)


@pytest.fixture
def hanging(tmp_path, tag, mark):
    server = {"command": [*COMMAND, tag], "env": {"MARK": str(mark)}}
    tools = [
        {"name": "done", "tool": "echo", "args": {"text": "a"}},
        {"name": "hangs", "tool": "hang", "serial": True},
        {"name": "never", "tool": "echo", "args": {"text": "a"}},
    ]
    path = tmp_path / "s.mcptest.yml"
    path.write_text(json.dumps({"server": server, "tools": tools}))
    return path


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["INT", "TERM"]
)
def test_an_interrupted_run_keeps_what_finished_and_leaves_nothing(
    start, hanging, mark, tag, tmp_path, number, code
):
    reports = [f"--report={name}={tmp_path / name}" for name in ("json", "junit", "ndjson")]
    process = start("run", hanging, "--jobs", "1", *reports)
    mark.read_text()
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert process.returncode == code
    assert err == ""
    assert "pass  tools: done" in out
    assert out.rstrip().endswith("interrupted")
    document = json.loads((tmp_path / "json").read_text())
    assert (document["interrupted"], document["exit_code"]) == (True, code)
    assert [case["name"] for case in document["cases"]] == ["done"]
    assert "run-finished" in (tmp_path / "ndjson").read_text()
    assert left_behind(tag, within=20) == []


def test_a_second_signal_does_not_skip_the_cleaning_up(start, hanging, mark, tag):
    process = start("run", hanging, "--jobs", "1")
    mark.read_text()
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert process.returncode in {130, 143}
    assert err == ""
    assert "pass  tools: done" in out
    assert left_behind(tag, within=20) == []


def test_an_interrupted_call_ends_without_a_word(start, mark, tag):
    process = start("call", "hang", "--env", f"MARK={mark}", "--", *COMMAND, tag)
    mark.read_text()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "")
    assert left_behind(tag, within=20) == []


def test_a_run_that_is_killed_leaves_a_journal_that_can_be_read(
    start, hanging, mark, tmp_path, cli
):
    journal = tmp_path / "journal"
    process = start("run", hanging, "--jobs", "1", f"--report=ndjson={journal}")
    mark.read_text()
    process.kill()
    process.communicate(timeout=20)
    said = cli("report", journal)
    assert said.code == 0
    assert "1 passed" in said.out
    assert "the run was interrupted" in said.out


def test_whoever_starts_us_may_ignore_what_we_hear(tmp_path):
    suite = {"server": {"command": COMMAND}, "tools": [{"name": "x", "tool": "crash"}]}
    path = tmp_path / "s.mcptest.yml"
    path.write_text(json.dumps(suite))
    command = f'trap "" CHLD PIPE HUP; exec "{sys.executable}" -m mcptest run "{path}"'
    said = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=25, check=False
    )
    assert (said.returncode, said.stderr) == (1, "")
    assert "exited with code 3" in said.stdout


def test_a_mock_serves_until_its_input_closes(start):
    from tests.calls.bench import RECORDS

    process = subprocess.run(
        [sys.executable, "-m", "mcptest", "mock", "--tools-from", str(RECORDS)],
        input='{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert process.returncode == 0
    assert json.loads(process.stdout)["result"] == {}


def test_a_mock_of_a_file_that_is_none_is_two(start, tmp_path):
    path = tmp_path / "x.yml"
    path.write_text("mock_server: {tols: []}\n")
    out, err = start("mock", "--tools-from", path).communicate(timeout=20)
    assert out == ""
    assert "error[mock-unknown-key]" in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["INT", "TERM"])
def test_an_interrupted_run_is_torn_down(start, hanging, mark, tag, tmp_path, number):
    suite = json.loads(hanging.read_text())
    suite["setup"] = [{"command": ["touch", "data"]}]
    suite["teardown"] = [  # the server hangs, so that the first step cannot succeed
        {"tool": "echo", "args": {"text": "a"}, "timeout": "200ms"},
        {"command": ["rm", "data"]},
    ]
    hanging.write_text(json.dumps(suite))
    process = start("run", hanging, "--jobs", "1")
    mark.read_text()
    assert (tmp_path / "data").exists()
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (128 + number, "")
    assert not (tmp_path / "data").exists()
    assert left_behind(tag, within=20) == []
