"""What is typed, focused or shown stays when the page draws a view again, and late responses change nothing."""

import json
import sys
from pathlib import Path

import pytest
from tests.real.ui_page import View, ui, write_config

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
CHANGING = [sys.executable, str(Path(__file__).parents[1] / "ui" / "changing_server.py")]
ACTIVE = "document.activeElement"
# Responses of one action wait until window.letGo() is called; window.held says how many wait.
HOLD = """(name) => {
  const real = window.fetch;
  window.held = 0;
  const free = new Promise((resolve) => { window.letGo = resolve; });
  window.fetch = async (address, options) => {
    const response = await real(address, options);
    if (String(address) !== `/api/do/${name}` || window.free) return response;
    window.held += 1;
    await free;
    return response;
  };
  free.then(() => { window.free = true; });
}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ui")
    config = write_config(folder, everything=False)
    servers = json.loads(config.read_text())
    servers["mcpServers"]["changing"] = {"command": CHANGING[0], "args": CHANGING[1:]}
    config.write_text(json.dumps(servers))
    with ui(folder, "--mcp-config", str(config)) as (link, root):
        yield link, root


@pytest.fixture
def view(browser, page):
    """Open the page on a server; at the end it complained about nothing."""
    opened = []

    def make(server, **look):
        opened.append(View(browser, page[0], server, **look))
        return opened[-1]

    yield make
    for one in opened:
        assert one.tab.complaints == []
        one.tab.close()


def behind(one, action, **request):
    """Do something as if another page did it."""
    ask = f"""fetch('/api/do/{action}', {{
      method: 'POST', body: {json.dumps(json.dumps(request))},
      headers: {{'X-Mcptest-Token': sessionStorage.getItem('mcptest-token'), 'Content-Type': 'application/json'}},
    }}).then((response) => response.json())"""
    return one.tab.look(ask)["value"]


def change(one, kind):
    """The server says that its lists changed, and the page has read them again."""
    rows = f"[...document.querySelectorAll('.dock [data-frame]')].filter(e => e.querySelector('.what').textContent === 'result of {kind}/list').at(-1)?.dataset.frame ?? '0'"
    before = one.tab.look(rows)
    params = {"name": "touch", "arguments": {}}
    behind(one, "request", server="changing", method="tools/call", params=params)
    one.tab.wait(f"Number({rows}) > {before}")


@pytest.mark.parametrize(
    ("kind", "path", "field", "does"),
    [
        ("tools", "tools/echo", "[data-field=text] input", "Call"),
        ("prompts", "prompts/greet", "[data-field=who] input", "Get"),
        ("resources", "resources/test%3A%2F%2F%7Bid%7D", "[data-field=id] input", "Read"),
    ],
)
def test_a_list_that_changed_takes_nothing_away(view, kind, path, field, does):
    one = view("changing").connect()
    one.go(path)
    one.fill(field, "typed")
    one.tab.click(does, "document.querySelector('.panel')")
    one.tab.wait("document.querySelector('[data-result=ok]') !== null")
    one.tab.look(f"document.querySelector({json.dumps(field)}).focus()")
    change(one, kind)
    assert one.tab.look(f"{ACTIVE}.matches({json.dumps(field)})")
    assert one.tab.look(f"{ACTIVE}.value") == "typed"
    assert one.tab.look("document.querySelector('[data-result=ok]') !== null")
    one.tab.click("Reconnect")
    one.tab.wait("document.querySelector('#live').textContent === 'connected to changing'")
    one.tab.wait("document.querySelector('.state').dataset.state === 'open'")
    assert one.tab.look(f"document.querySelector({json.dumps(field)}).value") == "typed"
    assert one.tab.look("document.querySelector('[data-result=ok]') !== null")
    one.go("messages")
    one.tab.wait("document.querySelectorAll('.messages .row').length > 0")
    one.go(path)
    one.tab.wait(f"document.querySelector({json.dumps(field)})?.value === 'typed'")
    one.tab.wait("document.querySelector('[data-result=ok]') !== null")


def test_the_focus_stays_in_a_filter_and_on_the_links_while_messages_come(view):
    one = view("changing").connect()
    one.go("tools")
    one.fill("input[data-filter]", "get")
    one.tab.wait("document.querySelectorAll('.side .row').length === 2")
    change(one, "tools")
    assert one.tab.look(f"{ACTIVE}.matches('[data-filter]') && {ACTIVE}.value === 'get'")
    one.tab.look("document.querySelector('[data-nav=audit]').focus()")
    change(one, "tools")
    assert one.tab.look(f"{ACTIVE}.dataset.nav") == "audit"


def test_a_button_keeps_the_focus_when_its_word_changes(view):
    one = view("changing").connect()
    one.tab.look("document.querySelector('[data-focus=connect]').focus()")
    one.tab.press("Enter")
    one.tab.wait("document.querySelector('#live').textContent === 'connected to changing'")
    one.tab.wait("document.querySelector('.state').dataset.state === 'open'")
    assert one.tab.look(f"{ACTIVE}.textContent") == "Reconnect"


def test_what_was_opened_in_the_server_view_stays_open(view):
    one = view("changing").connect()
    one.tab.click("Client capabilities")
    one.tab.wait("document.querySelector('.tab-panel')?.textContent.includes('elicitation')")
    one.tab.look(
        "window.frames = Number(document.querySelector('[data-nav=messages] .count').textContent)"
    )
    params = {"name": "touch", "arguments": {}}
    behind(one, "request", server="changing", method="tools/call", params=params)
    one.tab.wait(
        "Number(document.querySelector('[data-nav=messages] .count').textContent) >= window.frames + 5"
    )
    assert "elicitation" in one.text(".tab-panel")


def test_a_message_that_comes_late_does_not_replace_the_one_that_was_opened_after_it(view):
    one = view("changing").connect()
    one.go("messages")
    one.tab.wait("document.querySelectorAll('.messages .row').length > 2")
    one.tab.look(f"({HOLD})('frame')")
    numbers = one.tab.look(
        "[...document.querySelectorAll('.messages .row')].slice(-2).map(e => e.dataset.frame)"
    )
    one.go(f"messages/{numbers[0]}")
    one.tab.wait("window.held === 1")
    one.tab.look("window.free = true")  # the next one is not held
    one.go(f"messages/{numbers[1]}")
    one.tab.wait(
        f"document.querySelector('[data-open-frame]')?.dataset.openFrame === '{numbers[1]}'"
    )
    one.tab.look("window.letGo()")
    one.tab.look(
        "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
    )
    assert (
        one.tab.look("document.querySelector('[data-open-frame]').dataset.openFrame") == numbers[1]
    )


def test_a_filter_of_the_messages_is_there_when_one_comes_back(view):
    one = view("changing").connect()
    one.go("messages")
    one.fill("input[data-filter]", "tools/list")
    one.go("tools")
    one.tab.wait("document.querySelectorAll('.side .row').length > 0")
    one.go("messages")
    one.tab.wait("document.querySelector('input[data-filter]')?.value === 'tools/list'")
    one.tab.wait(
        "[...document.querySelectorAll('.messages .row')].every(e => e.textContent.includes('tools/list'))"
    )


def test_a_message_is_pinned_and_outlives_the_others(view):
    one = view("changing").connect()
    one.go("messages")
    one.tab.wait("document.querySelectorAll('.messages .row').length > 1")
    one.tab.look("document.querySelectorAll('.messages .row')[1].click()")
    one.tab.wait("document.querySelector('[data-open-frame]') !== null")
    number = one.tab.look("document.querySelector('[data-open-frame]').dataset.openFrame")
    one.tab.look(f"{ACTIVE}.blur()")
    one.tab.press("i")
    one.tab.wait("document.querySelector('[data-key=i]').textContent === 'Unpin'")
    one.tab.click("Clear", "document.querySelector('.toolbar')")
    one.tab.wait("document.querySelectorAll('.messages .row').length === 1")
    assert one.tab.look("document.querySelector('.messages .row').dataset.frame") == number
    assert "★" in one.text(".messages .row")
    one.tab.reload()
    one.tab.wait(f"document.querySelector('.messages .row')?.dataset.frame === '{number}'")
    one.tab.click("Unpin")
    one.tab.wait("document.querySelector('[data-key=i]').textContent === 'Pin'")


def test_a_list_is_read_page_by_page(view):
    one = view("changing").connect()
    one.go("tools")
    note = "document.querySelector('.side .note').textContent"
    one.tab.wait(f"document.querySelector('.side .note') && {note} === '5 tools'")
    one.tab.click("Page by page")
    one.tab.wait(f"{note} === '3 tools'")
    one.tab.click("Next page")
    one.tab.wait(f"{note} === '4 tools'")
    one.tab.click("Next page")
    one.tab.wait("document.querySelector('.pages').textContent.includes('the last one')")
    assert one.tab.look(note) == "5 tools"
    one.tab.click("All pages")
    one.tab.wait("document.querySelector('.pages').textContent === 'Page by page'")


def test_an_answer_that_was_typed_waits_in_the_inbox(view):
    one = view("asking").connect().tool("ask")
    one.tab.click("Call")
    one.go("inbox")
    field = "[data-question='elicitation/create'] [data-field=name] input"
    one.fill(field, "Ada")
    one.go("tools")
    one.tab.wait("document.querySelectorAll('.side .row').length > 0")
    one.go("inbox")
    one.tab.wait(f"document.querySelector({json.dumps(field)})?.value === 'Ada'")
    one.tab.click("Accept")
    one.tab.wait("document.querySelector('[data-question]') === null")


def choose(one, revision, era):
    one.tab.look(
        f"(s => {{ s.value = '{revision}'; s.dispatchEvent(new Event('change')); }})(document.querySelector('#revision'))"
    )
    one.go("servers")
    one.tab.wait(f"document.querySelector('.facts')?.textContent.includes('{era}')")


@pytest.fixture
def stateless(view):
    one = view("changing")
    choose(one, "2026-07-28", "stateless")
    yield one
    choose(one, "2025-11-25", "handshake")


def test_changes_are_heard_without_a_session(stateless):
    one = stateless
    one.go("resources/test%3A%2F%2Fone")
    one.tab.click("Subscribe")
    row = "document.querySelector('.side .row').textContent"
    one.tab.wait(f"{row}.includes('subscribed') && {row}.includes('updated')")
    one.tab.click("Read")
    one.tab.wait(f"!{row}.includes('updated')")
    one.tab.click("Unsubscribe")
    one.tab.wait(f"!{row}.includes('subscribed')")
    one.go("servers")
    one.tab.click("Listen for changes")
    one.tab.click("Stop listening")
    one.tab.wait(
        "document.querySelector('[data-focus=listen]').textContent === 'Listen for changes'"
    )


def test_a_call_becomes_a_task_of_the_extension_and_asks(stateless):
    one = stateless.tool("long")
    one.tab.click("Call")
    one.tab.wait(
        "document.querySelector('.panel .buttons .note').textContent.includes('input_required')"
    )
    one.go("inbox")
    one.fill("[data-question='elicitation/create'] [data-field=name] input", "Ada")
    one.tab.click("Accept")
    one.tab.wait("document.querySelector('[data-question]') === null")
    one.go("tools/long")
    one.tab.wait("document.querySelector('[data-result=ok]')?.textContent.includes('Ada')")


def test_what_was_typed_in_a_suite_stays_until_it_is_saved_or_dropped(view, page):
    suite = page[1] / "typed.mcptest.yml"
    suite.write_text("# empty\n")
    one = view("tiny").connect()
    one.go("tests/typed.mcptest.yml")
    area = "document.querySelector('[data-open-suite] textarea')"
    one.tab.wait(f"{area}?.value === '# empty\\n'")
    one.tab.look(f"{area}.focus()")
    one.tab.type("# typed ")
    one.tab.look("document.querySelector('[data-open-suite] textarea').dataset.same = 'yes'")
    one.tab.look("location.hash = '#/tests/typed.mcptest.yml?server=tiny&job=999'")
    one.tab.wait("document.querySelector('.job .problem') !== null")
    assert one.tab.look(f"{area}.dataset.same") == "yes"
    one.go("audit")
    one.go("tests/typed.mcptest.yml")
    one.tab.wait(f"{area}?.value.includes('# typed')")
    one.tab.click("Discard changes")
    one.tab.click("Drop it")
    one.tab.wait(f"{area}.value === '# empty\\n'")


def test_events_that_overtake_the_state_of_a_run_are_shown(view, page):
    suite = page[1] / "run.mcptest.yml"
    server = json.dumps({"command": CHANGING})
    test = {"name": "it echoes", "tool": "echo", "args": {"text": "x"}}
    suite.write_text(f"server: {server}\ntools: {json.dumps([test])}\n")
    one = view("tiny").connect()
    one.go("tests/run.mcptest.yml")
    one.tab.wait("document.querySelector('[data-open-suite] textarea')?.value.includes('echoes')")
    one.tab.look(f"({HOLD})('job')")
    one.tab.click("Run", "document.querySelector('[data-open-suite] .section-head')")
    one.tab.wait("window.held === 1")
    one.tab.wait("document.querySelector('[data-job-word=passed]') !== null")
    one.tab.look("window.letGo()")
    one.tab.wait("document.querySelector('[data-case-status=passed]') !== null")
    assert one.tab.look("document.querySelector('[data-job-word]').dataset.jobWord") == "passed"


def test_a_call_that_is_looked_at_while_it_runs_shows_its_end(view):
    one = view("asking").connect().tool("read_nothing")
    one.tab.click("Call")
    one.tab.wait("document.querySelector('.arguments + .buttons .note').textContent.includes(' s')")
    one.go("history")
    one.tab.wait("document.querySelector('.side .row')?.textContent.includes('running')")
    one.tab.look("document.querySelector('.side .row').click()")
    one.tab.wait("document.querySelector('.panel [data-status=running]') !== null")
    number = one.tab.look("Number(location.hash.split('/')[2].split('?')[0])")
    behind(one, "cancel", call=number)
    one.tab.wait("document.querySelector('.panel [data-status=cancelled]') !== null")


def test_a_key_does_nothing_behind_a_dialog(view):
    one = view("asking").connect().tool("delete_all")
    calls = "document.querySelector('[data-nav=history] .count').textContent"
    one.tab.click("Call")
    one.tab.wait("document.querySelector('dialog[open]') !== null")
    before = one.tab.look(calls)
    assert one.tab.look(f"{ACTIVE}.textContent") == "Cancel"
    one.tab.press("Enter", ctrl=True)
    one.tab.press("2")
    assert one.tab.look("document.querySelectorAll('dialog[open]').length") <= 1
    assert one.tab.look(calls) == before


REACHED = """(() => {
  const shown = [...document.querySelectorAll('main :is(button, input, select, textarea, summary, a[href], [tabindex="0"])')]
    .filter((e) => e.checkVisibility() && !e.disabled && e.tabIndex >= 0);
  return shown.filter((e) => !e.dataset.reached).map((e) => e.outerHTML.slice(0, 120));
})()"""


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("1", "servers"),
        ("2", "tools/echo"),
        ("3", "resources/test%3A%2F%2Fone"),
        ("4", "prompts/greet"),
        ("5", "apps"),
        ("6", "messages"),
        ("7", "inbox"),
        ("8", "tests"),
        ("9", "audit"),
        ("0", "history"),
    ],
)
def test_everything_in_a_view_is_reached_by_the_keyboard(view, key, path):
    one = view("changing").connect()
    one.tab.press("1" if key != "1" else "2")
    one.tab.press(key)
    name = path.partition("/")[0]
    one.tab.wait(f"document.body.dataset.view === '{name}'")
    one.go(path)
    one.tab.wait("document.querySelector('main :is(h1, .row, .empty)') !== null")
    if "/" in path:
        one.tab.wait("document.querySelector('.panel h1') !== null")
    one.tab.look("document.querySelector('[data-nav=history]').focus()")
    for _ in range(120):
        one.tab.press("Tab")
        one.tab.look(f"{ACTIVE}.dataset.reached = 'yes'")
        if one.tab.look(f"{ACTIVE}.closest('main') === null") or not one.tab.look(REACHED):
            break
    assert one.tab.look(REACHED) == []
