"""pytest-xdist, interruption and start-up: what takes a process of its own."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tagged import left_behind, tagged

SERVERS = Path(__file__).parents[1] / "servers"
LIMIT = 60  # several interpreters start here, on a machine that may be busy
pytestmark = pytest.mark.timeout(90)


def pytest_process(folder, *arguments, **more):
    quiet = [
        "-p",
        "no:cacheprovider",
        "-p",
        "no:asyncio",
        "-p",
        "no:hypothesispytest",
        "-p",
        "no:cov",
    ]
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *quiet, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        **more,
    )


def ended(process):
    out, _ = process.communicate(timeout=LIMIT)
    return out


def write_suite(folder, text, command, name="mcptest.yml"):
    (folder / name).write_text(f"server: {{command: {json.dumps(command)}}}\n{text}")


def test_each_worker_has_its_own_server_and_snapshots_stay_whole(tmp_path):
    tests = "".join(
        f"  - {{name: t{n}, tool: echo, args: {{text: '{n}'}}, "
        "expect: [{target: text, matcher: snapshot}]}\n"
        for n in range(12)
    )
    write_suite(tmp_path, "tools:\n" + tests, [sys.executable, "-S", str(SERVERS / "tiny.py")])
    assert "12 passed" in ended(pytest_process(tmp_path, "-n2"))
    assert len(list(tmp_path.rglob("__snapshots__/*/*.json"))) == 12


def test_a_suite_with_an_order_stays_on_one_worker(tmp_path):
    """The count of a server tells who called it: only one did, and coverage saw all of it."""
    tests = "".join(
        f"  - {{name: t{n}, tool: count, serial: true, "
        f"expect: [{{target: text, matcher: {{exact: '{n}'}}}}]}}\n"
        for n in range(1, 5)
    )
    command = [sys.executable, "-S", str(SERVERS / "tiny.py")]
    write_suite(tmp_path, f"tools:\n{tests}coverage: {{tools: 10}}\n", command)
    out = ended(pytest_process(tmp_path, "-n2", "--dist", "loadfile"))
    assert "5 passed" in out, out


def test_what_has_an_order_is_marked_to_stay_together(pytester):
    command = [sys.executable, "-S", str(SERVERS / "tiny.py")]
    write_suite(pytester.path, "tools: [{name: a, tool: count, serial: true}]\n", command)
    items, _ = pytester.inline_genitems("-p", "no:asyncio")
    assert [mark.args for mark in items[0].iter_markers("xdist_group")] == [
        (str(pytester.path / "mcptest.yml"),)
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("workers", [[], ["-n1"]], ids=["alone", "worker"])
@pytest.mark.parametrize("kind", ["suite", "code"])
def test_an_interruption_leaves_no_server(tmp_path, tag, workers, kind):
    process = started(tmp_path, tag, kind, *workers)
    os.killpg(process.pid, signal.SIGINT)
    out = ended(process)
    assert process.returncode == 2, out
    assert tagged(tag) == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the end of its input ends a server")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_killed_pytest_leaves_no_server(tmp_path, tag, number):
    process = started(tmp_path, tag, "suite")
    process.send_signal(number)
    ended(process)
    assert left_behind(tag, within=LIMIT) == []


def started(folder, tag, kind, *arguments):
    """A pytest whose server hangs in a call by now."""
    mark = folder / "mark"
    os.mkfifo(mark)
    command = ["env", f"MARK={mark}", sys.executable, "-S", str(SERVERS / "tiny.py"), tag]
    if kind == "suite":
        write_suite(folder, "tools: [{name: waits, tool: hang}]\n", command)
    else:
        (folder / "test_it.py").write_text(
            "import pytest\n"
            f"@pytest.mark.mcp_server({command!r})\n"
            "def test_it(mcp):\n    mcp.call('hang')\n"
        )
    process = pytest_process(folder, *arguments, start_new_session=True)
    assert mark.read_text() == "hanging"  # not before the server hangs
    return process


def test_the_plugin_costs_nothing_where_it_is_not_used(tmp_path):
    """Only the plugin itself may be imported into a run that has neither suite nor fixture."""
    (tmp_path / "test_it.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    ours = {name for name in sys.modules if name.partition('.')[0] == 'mcptest'}\n"
        "    assert ours == {'mcptest', 'mcptest.pytest_plugin'}\n"
    )
    out = ended(pytest_process(tmp_path))
    assert "1 passed" in out, out
