"""The list of a server's tasks in a real browser."""

import json
import sys
from pathlib import Path

import pytest
from tests.real.servers import STDIO
from tests.real.ui_page import View, ui
from tests.ui.conftest import TINY

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
ROOM = Path(__file__).parents[1] / "ui"
OURS = {name: [sys.executable, str(ROOM / f"{name}_server.py")] for name in ("task", "changing")}


@pytest.fixture(scope="module")
def link(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ui")
    commands = {"everything": STDIO["everything"](), "tiny": TINY, **OURS}
    servers = {
        name: {"command": line[0], "args": list(line[1:])} for name, line in commands.items()
    }
    config = folder / "servers.json"
    config.write_text(json.dumps({"mcpServers": servers}))
    with ui(folder, "--mcp-config", str(config)) as (found, _):
        yield found


@pytest.fixture
def view(browser, link):
    opened = []

    def make(server, **look):
        opened.append(View(browser, link, server, **look))
        return opened[-1]

    yield make
    for one in opened:
        assert one.tab.complaints == []
        one.tab.close()


def choose(one, revision, era):
    one.tab.look(
        f"(s => {{ s.value = '{revision}'; s.dispatchEvent(new Event('change')); }})(document.querySelector('#revision'))"
    )
    one.tab.wait(f"document.querySelector('.facts')?.textContent.includes('{era}')")


def card(name):
    return f"document.querySelector('[data-task={name}]')"


def test_listed_tasks_are_readable_and_can_be_used(view):
    one = view("task").connect()
    one.tab.click("Show tasks")
    one.tab.wait("document.querySelectorAll('[data-task-status]').length === 4")
    said = one.text("[data-task=t-working]")
    assert "Reading <b>pages</b>" in said
    assert "Time to liveunlimited" in said
    assert "Poll every1.5 s" in said
    assert "2026-01-05 " in said
    assert "Time to live10 min" in one.text("[data-task=t-failed]")
    assert one.text("main").count("not a valid task") == 2
    one.tab.click("Get result", card("t-failed"))
    one.tab.wait(f"{card('t-failed')}.querySelector('[data-result=tool-error]')")
    assert "no luck" in one.text("[data-task=t-failed]")
    one.tab.look(f"{card('t-working')}.querySelector('button').focus()")
    one.tab.press("Enter")
    one.tab.wait(f"{card('t-working')}.querySelector('[data-result=ok]')")
    assert one.tab.look("document.activeElement.textContent") == "Get status"
    one.tab.click("Cancel", card("t-working"))
    one.tab.wait(f"{card('t-working')}.dataset.taskStatus === 'cancelled'")
    assert "no luck" in one.text("[data-task=t-failed]")
    assert one.problems() == []


@pytest.mark.parametrize("look", [{"width": 360, "height": 740}, {"dark": True}])
def test_the_list_fits_and_is_readable(view, look):
    one = view("task", **look).connect()
    one.go("tasks")
    one.tab.wait("document.querySelectorAll('[data-task-status]').length === 4")
    assert one.problems() == []
    assert one.tab.look("document.documentElement.scrollWidth <= innerWidth")


def test_a_call_that_runs_as_a_task_is_listed_with_its_tool(view):
    one = view("everything").connect()
    one.go("tools/simulate-research-query")
    one.fill("[data-field=topic] :is(input, textarea)", "testing")
    one.tab.click("Call")
    one.tab.wait("document.querySelector('.buttons .note').textContent.includes('task working')")
    one.go("tasks")
    one.tab.wait("document.querySelector('[data-task-status=working]')")
    assert "simulate-research-query" in one.text(".task")
    one.tab.wait("document.querySelector('[data-task-status=completed]')")
    one.tab.click("Get result")
    one.tab.wait(
        "document.querySelector('.task [data-result=ok]')?.textContent.includes('testing')"
    )
    one.tab.click("Open the call")
    one.tab.wait("document.body.dataset.view === 'history'")


def test_tasks_of_the_extension_are_those_of_the_page(view):
    one = view("changing")
    choose(one, "2026-07-28", "stateless")
    one.tool("long")
    one.tab.click("Call")
    one.tab.wait("document.querySelector('[data-asks]:not([hidden])')")
    one.go("tasks")
    one.tab.wait("document.querySelector('[data-task-status=input_required]')")
    assert "Get result" not in one.text(".task .buttons").replace("Get status and result", "")
    one.tab.click("Answer in the Inbox")
    one.fill("[data-question='elicitation/create'] [data-field=name] input", "Ada")
    one.tab.click("Accept")
    one.go("tasks")
    one.tab.wait("document.querySelector('[data-task-status=completed]')")
    one.tab.click("Get status and result")
    one.tab.wait("document.querySelector('.task [data-result=ok]')?.textContent.includes('Ada')")


def test_a_server_without_tasks_has_no_such_view(view):
    one = view("tiny").connect()
    one.tab.wait("document.querySelector('[data-nav=tasks]').hidden")
