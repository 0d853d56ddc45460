"""`mcptest mcp-server` as the official SDK's client sees it: both majors, hence both eras."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TINY = ROOT / "tests" / "servers" / "tiny.py"
pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
SUITE = """\
server: {command: %s}
tools:
  - {name: one, tool: echo, args: {text: a}}
  - {name: two, tool: fail}
"""


@pytest.mark.parametrize("major", ["py1", "py2"])
def test_an_agent_lists_runs_and_asks(major, tmp_path):
    python = ROOT / ".real" / major / "bin" / "python"
    if not python.exists():
        pytest.skip("make test-real installs it")
    (tmp_path / "a.mcptest.yml").write_text(SUITE % json.dumps([sys.executable, str(TINY)]))
    server = [sys.executable, "-m", "mcptest", "mcp-server", "--enable-writes", "--root", tmp_path]
    done = subprocess.run(
        [python, Path(__file__).with_name("sdk_agent.py"), "a.mcptest.yml", *server],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert {"run_suite", "explain", "audit_server"} <= set(seen["tools"])
    ran = seen["ran"]["structuredContent"]
    assert (ran["verdict"], ran["summary"]["failed"]) == ("failed", 1)
    assert [told[:2] for told in seen["progress"]] == [[1, 2], [2, 2]]
    assert (seen["explained"], seen["refused"]) == ("TOOL-002", True)
    assert (seen["prompts"], seen["schema"]) == (["write_a_suite"], "object")
