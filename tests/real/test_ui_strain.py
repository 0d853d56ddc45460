"""The page under strain: hostile servers, floods, lost connections, narrow screens, checkers."""

import json

import pytest
from tests.real.ui_page import View, ui, write_config
from tests.ui.asking_server import NASTY

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
VIEWS = [
    "servers",
    "tools",
    "resources",
    "prompts",
    "apps",
    "messages",
    "inbox",
    "tests",
    "audit",
    "history",
]
# Something of the view is there, and where one entry was named, its panel.
LOADED = "document.querySelector('main :is(h1, h2, .row, .empty)') && (!location.hash.split('?')[0].split('/')[2] || document.querySelector('.panel h1'))"
SHOWN = "\\u202e\\x1b[31m"  # the invisible part of the nasty name, as escapes


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ui")
    with ui(folder, "--mcp-config", str(write_config(folder, everything=False))) as (link, _):
        yield link


@pytest.fixture
def view(browser, page):
    """Open the page on a server; its tabs are closed at the end."""
    opened = []

    def make(server, **look):
        opened.append(View(browser, page, server, **look))
        return opened[-1]

    yield make
    for one in opened:
        one.tab.close()


def test_without_the_link_nothing_is_shown(browser, page):
    tab = browser.open(page.partition("#")[0])
    tab.wait("document.querySelector('.problem')?.textContent.includes('needs the link')")
    assert tab.look("document.querySelector('nav').textContent") == ""


def test_markup_from_a_server_stays_text(view):
    one = view("asking").connect()
    one.go("tools")
    one.tab.wait("document.querySelectorAll('.side .row').length > 5")
    one.tab.wait(f"document.querySelector('.side').textContent.includes({json.dumps(SHOWN)})")
    one.tab.look(
        "[...document.querySelectorAll('.side .row')].find(r => r.textContent.includes('onerror')).click()"
    )
    one.tab.wait("document.querySelector('.panel h1')?.textContent.includes('onerror')")
    one.tab.wait("document.querySelector('.arguments .form') !== null")
    one.call("ok")
    assert SHOWN in one.text("[data-response]")
    for name in ("messages", "history"):
        one.go(name)
        one.tab.wait("document.querySelectorAll('.row').length > 0")
    assert (
        one.tab.look(
            "document.querySelectorAll('img:not([src=\"/icon.svg\"]), iframe, object').length"
        )
        == 0
    )
    assert NASTY not in one.tab.look("document.body.textContent")
    assert one.tab.complaints == []


def test_script_in_the_page_is_refused_by_the_policy(view):
    """The proof that the policy would hold if an escape were forgotten."""
    one = view("asking")
    refused = "(() => { try { document.body.innerHTML = '<b>'; return 'allowed'; } catch (e) { return e.name; } })()"
    assert one.tab.look(refused) == "TypeError"


def test_five_hundred_tools_are_drawn_as_a_few_rows(view):
    one = view("many").connect()
    one.go("tools")
    one.tab.wait("document.querySelector('.side .note')?.textContent === '500 tools'")
    assert one.tab.look("document.querySelectorAll('.side .row').length") < 60
    one.fill("input[data-filter]", "thing_499")
    one.tab.wait("document.querySelector('.side .note')?.textContent === '1 of 500 tools'")


def test_ten_thousand_messages_are_drawn_as_a_few_rows(view):
    one = view("asking").connect().tool("list_flood")
    one.fill("[data-field=count] input", "10000")
    one.call("ok")
    one.go("messages")
    one.tab.wait(
        "Number(document.querySelector('[data-nav=messages] .count').textContent.replace(',', '')) > 10000"
    )
    assert one.tab.look("document.querySelectorAll('.messages .row').length") < 120
    one.tab.look("document.querySelector('.messages .list').focus()")
    one.tab.press("End")
    one.tab.press("ArrowUp")
    one.tab.press("Enter")
    one.tab.wait("document.querySelector('[data-open-frame]') !== null")
    one.tab.click("Clear")
    one.tab.wait("document.querySelectorAll('.messages .row').length === 0")
    assert one.tab.complaints == []


def test_a_server_that_dies_in_a_call_is_said_and_comes_back(view):
    one = view("tiny").connect().tool("crash")
    one.call("failed")
    assert "exited with code 3" in one.text("[data-response]")
    assert "cannot go on" in one.text("[data-response]")
    one.tab.wait("document.querySelector('.state').dataset.state === 'lost'")
    one.go("servers")
    one.connect().tool("echo")
    one.fill("[data-field=text] :is(input, textarea)", "back")
    one.call("ok")


def test_a_call_that_hangs_is_cancelled(view):
    one = view("asking").connect().tool("read_nothing")
    one.tab.click("Call")
    one.tab.wait("document.querySelector('.arguments + .buttons .note').textContent.includes(' s')")
    one.tab.click("Cancel")
    one.tab.wait("document.querySelector('[data-result=cancelled]') !== null")


def streams(one):
    """How often a page has asked for events so far."""
    return sum(
        event.get("sessionId") == one.tab._session
        and event.get("method") == "Network.requestWillBeSent"
        and event["params"]["request"]["url"].endswith("/api/events")
        for event in one.tab._browser.events
    )


def test_a_page_that_was_cut_off_catches_up(view):
    one = view("asking").connect()
    two = view("asking")
    hide = "Object.defineProperty(document, 'hidden', {{configurable: true, get: () => {}}}); document.dispatchEvent(new Event('visibilitychange'))"
    asked = streams(one)
    for _ in range(2):  # a page that is hidden already does not listen again
        one.tab.look(hide.format("true"))
    before = one.tab.look("document.querySelector('[data-nav=history]').textContent")
    two.tool("get_person")
    two.fill("[data-field=name] input", "Ada")
    two.call("ok")
    assert streams(one) == asked
    assert one.tab.look("document.querySelector('[data-nav=history]').textContent") == before
    one.tab.look(hide.format("false"))
    one.tab.wait(
        f"document.querySelector('[data-nav=history]').textContent !== {json.dumps(before)}"
    )


def test_the_page_says_when_mcptest_is_gone(browser, tmp_path):
    with ui(tmp_path, "--mcp-config", str(write_config(tmp_path, everything=False))) as (link, _):
        one = View(browser, link, "tiny").connect()
    one.tab.wait("document.querySelector('#bar').textContent.includes('does not respond')")
    one.tab.close()


@pytest.mark.parametrize("width", [360, 760, 1024, 1600])
def test_no_view_scrolls_sideways(view, width):
    one = view("asking", width=width, height=740).connect()
    for name in [*VIEWS, "tools/get_person", "resources/test%3A%2F%2Fone"]:
        one.go(name)
        one.tab.wait(LOADED)
        assert one.tab.look("document.documentElement.scrollWidth") <= width, name
        assert one.tab.look(
            "document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth"
        ), name


@pytest.mark.parametrize("dark", [False, True])
def test_checkers_of_accessibility_and_contrast_find_nothing(view, dark):
    one = view("asking", dark=dark).connect()
    one.tool("get_person")
    one.fill("[data-field=name] input", "Ada")
    one.call("ok")
    newest = one.tab.wait(
        "[...document.querySelectorAll('.dock [data-frame]')].at(-1).dataset.frame"
    )
    for name in [*VIEWS, "tools/get_person", f"messages/{newest}", "history/1"]:
        one.go(name)
        one.tab.wait(LOADED)
        assert one.problems() == [], name
