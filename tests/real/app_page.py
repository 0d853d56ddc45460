"""``mcptest ui`` on servers with apps, and tabs that show one of them."""

import json
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path

from tests.real.conftest import REAL
from tests.real.ui_page import View, ui

APPS = Path(__file__).parents[1] / "ui" / "app_server.py"
SKILLS = APPS.with_name("skill_server.py")


@contextmanager
def app_pages(folder):
    """The link of a page on our servers with apps and skills, and on published ones."""
    commands = {"apps": [sys.executable, str(APPS)], "skills": [sys.executable, str(SKILLS)]}
    for name in ("basic-vanillajs", "map"):
        entry = REAL / f"apps/node_modules/@modelcontextprotocol/server-{name}/dist/index.js"
        if entry.exists() and shutil.which("node"):
            commands[name] = ["node", str(entry), "--stdio"]
    servers = {name: {"command": line[0], "args": line[1:]} for name, line in commands.items()}
    config = folder / "servers.json"
    config.write_text(json.dumps({"mcpServers": servers}))
    with ui(folder, "--mcp-config", str(config)) as (found, _):
        yield found


@contextmanager
def app_tabs(browser, link):
    """Make a tab with one app; all of them are closed at the end."""
    views = []

    def make(server, tool, **look):
        view = View(browser, link, server, **look).connect()
        views.append(view)
        view.go(f"apps/{tool}")
        view.tab.click("Open app")
        return view

    yield make
    for view in views:
        view.tab.close()
