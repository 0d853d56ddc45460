"""Server objects of the SDKs in the process of the tests, through the pytest plugin."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.real.servers import python_of

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[2]
# The SDK's own environment first, then what mcptest and pytest need.
RUN = """
import sys
sys.path += sys.argv[1].split(":")
import pytest
sys.exit(pytest.main(["-p", "no:cacheprovider", "-q", *sys.argv[2:]]))
"""
MAKERS = {
    "py1": "from mcp.server.fastmcp import FastMCP as Maker",
    "py2": "from mcp.server.mcpserver import MCPServer as Maker",
    "fastmcp": "from fastmcp import FastMCP as Maker",
}
TESTS = '''
import asyncio
import pytest
import mcptest

MAKER

server = Maker("adder")


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers and give their sum."""
    return a + b


@server.tool()
def fail() -> str:
    """Always fails, to see what an error looks like."""
    raise ValueError("not today")


@server.resource("adder://about")
def about() -> str:
    return "adds"


@server.prompt()
def ask(who: str) -> str:
    """Ask somebody to add."""
    return f"Please add, {who}."


@pytest.fixture
def mcp_server():
    return server


@pytest.fixture
def anyio_backend():
    return "asyncio"


def test_waiting(mcp: mcptest.Client):
    assert mcp.call("add", a=1, b=2).text == "3"
    assert mcp.call("fail").is_error
    assert mcp.call("add", a="x").is_error
    assert mcp.read("adder://about").text == "adds"
    assert "Please add, you." in mcp.prompt("ask", who="you").text
    assert {tool.name for tool in mcp.tools()} == {"add", "fail"}
    assert mcp.info["name"] == "adder"


def test_again_on_the_same_object(mcp):
    assert mcp.call("add", a=2, b=2).matches("text", {"exact": "4"})


@pytest.mark.anyio
async def test_awaited(mcp: mcptest.AsyncClient):
    answers = await asyncio.gather(*(mcp.call("add", a=n, b=1) for n in range(20)))
    assert [answer.text for answer in answers] == [str(n + 1) for n in range(20)]


@pytest.mark.parametrize("version", ["v2024-11-05", "v2025-06-18", "v2025-11-25"])
def test_a_pinned_revision(version):
    with mcptest.Client(server, spec_version=version) as mcp:
        assert mcp.protocol_version == version[1:]
        assert mcp.call("add", a=1, b=2).text == "3"


def test_no_must_is_broken_in_process():
    graded = mcptest.grade(server, spec_version="v2025-06-18")
    failed = [rule.id for rule in graded.rules if rule.status == "failed"]
    assert failed == []


def test_a_suite_runs_on_the_object(tmp_path):
    suite = tmp_path / "a.mcptest.yml"
    suite.write_text("server: {command: not-started}\\n"
                     "tools: [{name: adds, tool: add, args: {a: 1, b: 2}}]\\n")
    run = mcptest.run(suite, servers={"default": server})
    assert run.exit_code == 0
    assert run.servers[0].transport == "memory"
'''
LOWLEVEL = """
import pytest
import mcptest
from mcp.server.lowlevel import Server

server = Server("bare")


def test_the_low_level_server_too():
    with mcptest.Client(server) as mcp:
        assert mcp.info["name"] == "bare"
        assert mcp.request("ping").result == {}
"""


def run_in(environment, folder):
    ours = [str(ROOT / "src"), *(path for path in sys.path if path.endswith("site-packages"))]
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(
        [python_of(environment), "-c", RUN, ":".join(ours), "-p", "no:asyncio", str(folder)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        cwd=folder,
        env=env,
    )


@pytest.mark.parametrize("environment", list(MAKERS))
def test_a_server_object_is_tested_in_process(environment, tmp_path):
    text = TESTS.replace("MAKER", MAKERS[environment])
    (tmp_path / "test_adder.py").write_text(text, encoding="utf-8")
    done = run_in(environment, tmp_path)
    assert "8 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("environment", ["py1", "py2"])
def test_a_low_level_server_is_tested_in_process(environment, tmp_path):
    (tmp_path / "test_bare.py").write_text(LOWLEVEL, encoding="utf-8")
    done = run_in(environment, tmp_path)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
