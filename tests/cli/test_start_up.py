"""A short run imports what it needs and nothing that costs as much as the run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SUITE = """
server: {{ command: {command} }}
tools:
  - name: echo says it again
    tool: echo
    args: {{ text: hello }}
    expect: [{{ target: "result.content[0].text", matcher: {{ exact: hello }} }}]
"""
ECHO = Path(__file__).parent.parent.parent / "benches" / "echo_server.py"
DEAR = {
    "hypothesis",
    "importlib.resources",
    "jinja2",
    "jsonschema_rs",
    "mcptest.model.leak_patterns",
    "psutil",
    "regex",
    "tomllib",
    "zipfile",
}


def test_one_test_of_one_server_needs_none_of_the_dear_modules(tmp_path):
    suite = tmp_path / "one.mcptest.yml"
    suite.write_text(SUITE.format(command=[sys.executable, "-S", "-E", str(ECHO)]))
    code = (
        "import sys\n"
        "from mcptest.cli.main import run\n"
        "code = run(sys.argv[1:])\n"
        "print(*sys.modules, file=sys.stderr)\n"
        "sys.exit(code)"
    )
    command = [sys.executable, "-c", code, "run", str(suite)]
    subprocess.run(command, capture_output=True, check=True, timeout=25)  # what is built, is built
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=25)
    assert not DEAR & set(done.stderr.split())
