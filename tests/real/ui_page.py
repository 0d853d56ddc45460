"""``mcptest ui`` on several servers, and one of its views in a browser."""

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.real.conftest import REAL
from tests.real.servers import STDIO
from tests.real.test_html_page import CONTRAST
from tests.ui.conftest import TINY

ASKING = [sys.executable, str(Path(__file__).parents[1] / "ui" / "asking_server.py")]
SCHEMA = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "mode": {"enum": ["fast", "slow"]}},
    "required": ["id"],
}
NEVER = "the page must not say this"


def write_config(folder, *, everything=True):
    """Four servers: one that we did not write, and three of ours."""
    tools = [
        {"name": f"get_thing_{number}", "description": "Look.", "inputSchema": SCHEMA}
        for number in range(500)
    ]
    catalog = folder / "many.json"
    catalog.write_text(json.dumps({"tools": tools}))
    mock = [sys.executable, "-m", "mcptest", "mock", "--tools-from", str(catalog)]
    commands = {"asking": ASKING, "tiny": TINY, "many": mock}
    if everything:
        commands = {"everything": STDIO["everything"](), **commands}
    servers = {
        name: {"command": line[0], "args": list(line[1:])} for name, line in commands.items()
    }
    config = folder / "servers.json"
    config.write_text(json.dumps({"mcpServers": servers}))
    return config


@contextmanager
def ui(folder, *options):
    """The link of a running page; ended at the end."""
    root = folder / "root"
    root.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "mcptest", "ui", "--no-open", "--root", str(root), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().split()[1], root
        finally:
            process.terminate()
            process.wait(30)


class View:
    """A tab of the page on one server; at the end nothing was complained about."""

    def __init__(self, browser, link, server, **look):
        self.tab = browser.open(link, **look)
        self.server = server
        self.tab.wait("document.body.dataset.ready")
        self.go("servers")

    def go(self, path):
        self.tab.look(f"location.hash = '#/{path}?server={self.server}'")
        self.tab.wait(f"document.body.dataset.view === '{path.partition('/')[0]}'")

    def connect(self):
        if self.tab.look("document.querySelector('.state').dataset.state") != "open":
            self.tab.click("Connect")
        self.tab.wait("document.querySelector('.state').dataset.state === 'open'")
        return self

    def tool(self, name):
        self.go(f"tools/{name}")
        self.tab.wait(
            f"document.querySelector('.panel h1')?.textContent === {json.dumps(name)} && document.querySelector('.arguments .form, .arguments textarea') !== null"
        )
        return self

    def call(self, status):
        self.tab.look("document.querySelector('[data-response]').replaceChildren()")
        self.tab.click("Call")
        self.tab.wait(f"document.querySelector('[data-result={status}]') !== null")

    def problems(self):
        """What checkers of accessibility and contrast find, where axe-core is installed."""
        checker = REAL / "schemas/node_modules/axe-core/axe.min.js"
        if not checker.exists():
            pytest.skip("axe-core is not installed; run make test-real")
        self.tab.look(checker.read_text(encoding="utf-8"))
        found = self.tab.look(
            "axe.run().then(r => r.violations.map(v => [v.id, v.nodes[0].html.slice(0, 200)]))"
        )
        return [*found, *self.tab.look(CONTRAST)]

    def text(self, selector="main"):
        return self.tab.look(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''")

    def fill(self, selector, text):
        """Replace what a field holds, as a user does."""
        self.tab.wait(f"document.querySelector({json.dumps(selector)}) !== null")
        self.tab.look(
            f"(e => {{ e.focus(); e.select?.(); }})(document.querySelector({json.dumps(selector)}))"
        )
        self.tab.type(text)
