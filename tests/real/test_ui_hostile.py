"""The page in a browser with servers that hang, flood or send too much, and without its network."""

import sys
from pathlib import Path

import pytest
from tests.real.ui_page import View, ui
from tests.ui.conftest import TINY

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
HOSTILE = Path(__file__).parents[1] / "ui" / "hostile_server.py"
STATE = "document.querySelector('.state').dataset.state"


@pytest.fixture(scope="module")
def link(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ui")
    with ui(folder, "--", sys.executable, str(HOSTILE)) as (found, _):
        yield found


@pytest.fixture
def view(browser, link):
    one = View(browser, link, "hostile_server.py").connect()
    yield one
    assert one.tab.complaints == []
    one.tab.close()


def test_a_huge_result_is_said_in_words(view):
    view.tool("get_huge")
    view.call("failed")
    assert "16777216 bytes" in view.text("[data-response]")
    view.tab.look("document.activeElement.blur()")
    view.tab.press("r")
    view.tab.wait("document.querySelector('#live').textContent.startsWith('connected')")
    view.tool("get_deep")
    view.call("ok")
    view.tab.click("Structured")
    assert view.tab.look("document.querySelectorAll('[data-response] details').length") < 50


def test_a_result_stays_in_sight_when_the_server_reconnects(view):
    view.tool("get_deep")
    view.call("ok")
    count = (
        "Number(document.querySelector('[data-nav=messages] .count').textContent.replace(',', ''))"
    )
    before = view.tab.look(count)
    view.tab.click("Reconnect")
    view.tab.wait(f"{count} >= {before + 5}")  # three messages of the opening, two of the list
    view.tab.wait(f"{STATE} === 'open'")
    assert view.tab.look("document.querySelector('[data-result=ok]') !== null")


def test_a_flood_on_stderr_stays_text_and_short(view):
    view.tool("list_stderr")
    view.call("ok")
    view.go("servers")
    view.tab.wait("document.querySelector('.log').textContent.includes('line 99999')")
    shown = view.text(".log")
    assert "\\x1b[31m" in shown
    assert "<b>bold</b>" in shown
    assert shown.count("line ") <= 500


def test_a_flood_can_be_stopped_from_the_page(view):
    view.tool("list_forever")
    view.tab.click("Call")
    count = (
        "Number(document.querySelector('[data-nav=messages] .count').textContent.replace(',', ''))"
    )
    view.tab.wait(f"{count} > 5000")
    view.tab.click("Cancel", "document.querySelector('.panel')")
    view.tab.wait("document.querySelector('[data-result=cancelled]') !== null")
    view.tab.click("Disconnect")
    view.tab.wait(f"{STATE} === 'closed'")


def test_a_page_without_its_network_says_so_and_catches_up(view):
    tab = view.tab
    offline = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    before = tab.look("document.querySelector('[data-nav=messages]').textContent")
    tab.call("Network.emulateNetworkConditions", offline=True, **offline)
    tab.look("fetch('/style.css').catch(() => null).then(() => null)")
    view.tab.click("Ping")
    tab.wait("document.querySelector('.toast')?.textContent.includes('does not respond')")
    tab.call("Network.emulateNetworkConditions", offline=False, **offline)
    tab.wait("!document.querySelector('#bar').textContent.includes('does not respond')")
    view.tab.click("Ping")
    tab.wait(
        f"document.querySelector('[data-nav=messages]').textContent !== {before!r} && document.querySelector('[data-result=ok]') !== null"
    )
    view.tab._browser.events.clear()  # the browser says itself that it was offline


def test_an_opening_that_hangs_can_be_cancelled(browser, tmp_path):
    with ui(tmp_path, "--", sys.executable, str(HOSTILE), "--hang") as (link, _):
        one = View(browser, link, "hostile_server.py")
        one.tab.click("Connect")
        one.tab.wait(f"{STATE} === 'opening'")
        one.tab.click("Cancel")
        one.tab.wait(f"{STATE} === 'closed'")
        one.tab.wait("document.querySelector('main').textContent.includes('cancelled')")
        one.tab.close()


def test_the_history_and_the_last_arguments_outlive_the_process(browser, tmp_path):
    options = ("--", *TINY)
    with ui(tmp_path, *options) as (link, _):
        one = View(browser, link, "tiny.py").connect().tool("echo")
        one.fill("[data-field=text] :is(input, textarea)", "again and again")
        one.call("ok")
        one.tab.close()
    with ui(tmp_path, *options) as (link, _):
        two = View(browser, link, "tiny.py").connect().tool("echo")
        field = "document.querySelector('[data-field=text] :is(input, textarea)').value"
        two.tab.wait(f"{field} === 'again and again'")
        two.go("history")
        two.tab.wait("document.querySelectorAll('.side .row').length === 1")
        two.tab.look("document.querySelector('.side .row').click()")
        two.tab.click("Call again")
        two.tab.wait("document.querySelectorAll('.side .row').length === 2")
        two.tab.click("Clear the history")
        two.tab.click("Delete them")
        two.tab.wait("document.querySelectorAll('.side .row').length === 0")
        assert two.tab.complaints == []
        two.tab.close()


def test_the_same_page_can_be_opened_twice(browser, link):
    one = View(browser, link, "hostile_server.py").connect()
    two = View(browser, link, "hostile_server.py")
    two.tab.wait(f"{STATE} === 'open'")  # both see the same session
    two.tab.click("Disconnect")
    two.tab.wait(f"{STATE} === 'closed'")
    one.tab.call("Page.bringToFront")
    one.tab.wait(f"{STATE} === 'closed'")
    one.tab.close()
    two.tab.close()
