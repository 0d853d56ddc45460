"""MCP Apps in a browser: those of published servers, and one that tries everything it must not."""

import socket
from contextlib import suppress
from urllib.parse import quote

import pytest
from tests.real.app_page import app_pages, app_tabs
from tests.real.conftest import REAL
from tests.real.ui_page import View

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
MODEL = "document.querySelector('[data-model]')"
STAGE = "document.querySelector('[data-stage]')"
READY = "document.querySelector('iframe')?.dataset.app === 'ready'"


@pytest.fixture(scope="module")
def link(tmp_path_factory):
    with app_pages(tmp_path_factory.mktemp("ui")) as found:
        yield found


@pytest.fixture
def open_app(browser, link):
    with app_tabs(browser, link) as make:
        yield make


def published(open_app, server, tool):
    if not (REAL / "apps").exists():
        pytest.skip("the servers with apps are not installed; run make test-real")
    return open_app(server, tool)


def said(view):
    """What the app reported, as the page shows it."""
    view.tab.wait(f"{MODEL}?.textContent.includes('\"done\": true')")
    return view.text("[data-model] .json")


def calls(view):
    view.go("history")
    return view.text()


def test_an_app_gets_its_input_its_result_and_its_size(open_app):
    view = open_app("apps", "show_city", dark=True)
    view.tab.wait(READY)
    view.tab.wait(f"{MODEL}.textContent.includes('show_city was called')")
    assert '"theme": "dark"' in view.text("[data-model] .json")
    view.tab.wait("document.querySelector('iframe').offsetHeight === 333")
    view.tab.click("Close app")
    view.tab.wait("document.querySelector('[data-ended]') !== null")
    assert view.tab.look("document.querySelector('iframe') === null")
    assert view.tab.complaints == []


def test_an_app_hears_of_new_colors(open_app):
    view = open_app("apps", "show_city")
    view.tab.wait(f"{STAGE}.textContent.includes('show_city was called')")
    view.tab.look("document.querySelector('.theme').click()")  # light
    view.tab.look("document.querySelector('.theme').click()")  # dark
    view.tab.wait("document.querySelector('[data-model]').textContent.includes('dark')")
    view.tab.look("document.querySelector('.theme').click()")


def test_an_app_that_is_left_and_opened_again_gets_everything_again(open_app):
    view = open_app("apps", "show_city")
    results = "[...document.querySelectorAll('[data-bridge=sent] .tag')].filter(e => e.textContent === 'ui/notifications/tool-result').length"
    view.tab.wait(f"{results} === 1")
    view.go("tools")
    view.tab.wait("document.querySelector('iframe') === null")
    view.go("apps/show_city")
    view.tab.wait(f"{results} === 2")


def test_a_hostile_app_reaches_nothing(open_app):
    view = open_app("apps", "show_tricks")
    shown = said(view)
    assert "reached" not in shown
    assert shown.count("refused ") == 13
    assert view.tab.look("location.hash").startswith("#/apps")
    assert view.tab.look("document.body.dataset.view") == "apps"
    assert view.tab.look("document.querySelector('iframe').getAttribute('sandbox')") == (
        "allow-scripts allow-forms"
    )
    assert view.tab.look("document.querySelector('iframe').clientHeight") <= 1600
    assert view.tab.look("({}).polluted === undefined")
    view.tab.wait("document.querySelector('[data-refused]').textContent.includes('/page.js')")


def test_an_app_cannot_show_the_page_inside_itself(open_app):
    view = open_app("apps", "show_navigation")
    view.tab.wait(READY)
    frames = view.tab.call("Page.getFrameTree")["frameTree"].get("childFrames", [])
    page = view.tab.look("location.origin")
    assert all(not one["frame"]["url"].startswith(page) for one in frames)
    assert view.tab.look("document.body.dataset.ready") == "true"


def test_an_app_cannot_carry_anything_to_another_address(browser, link):
    """A navigation of its frame would need no connection that a policy of the app forbids."""
    view = View(browser, link, "apps").connect()
    view.tab.look(
        "window.violations = []; document.addEventListener('securitypolicyviolation', (e) => window.violations.push(e.effectiveDirective))"
    )
    view.go("apps/show_leaving")
    with socket.create_server(("127.0.0.1", 0)) as elsewhere:
        view.fill(".arguments [data-field=city] input", str(elsewhere.getsockname()[1]))
        view.tab.click("Open app")
        view.tab.wait("window.violations.includes('frame-src')")
        assert received(elsewhere) == b""
    view.tab.close()


def received(listener):
    """Bytes from everybody who came; Chromium connects ahead of time, and then sends nothing."""
    listener.setblocking(False)
    found = b""
    with suppress(BlockingIOError):
        while True:
            with listener.accept()[0] as one, suppress(BlockingIOError):
                one.setblocking(False)
                found += one.recv(4096)
    return found


def test_an_app_that_floods_is_closed(open_app):
    view = open_app("apps", "show_flood")
    view.tab.wait("document.querySelector('[data-ended]') !== null")
    assert "too many messages" in view.text("[data-ended]")
    assert view.tab.look("document.querySelector('iframe') === null")


def test_an_app_calls_nothing_without_consent(open_app):
    view = open_app("apps", "show_calls")
    dialog = "document.querySelector('dialog[open]')"
    view.tab.wait(f"{dialog}?.textContent.includes('get_count')")
    assert view.tab.look(f"{dialog}.contains(document.activeElement)")
    assert view.tab.look("document.activeElement.textContent") == "Deny"
    view.tab.press("Enter")  # what a person types into the app must not allow anything
    view.tab.wait(f"{STAGE}.textContent.includes('the user denied the request')")
    view.tab.wait(f"{dialog} !== null")
    view.tab.click("Allow once", dialog)
    view.tab.wait(f"{STAGE}.textContent.includes('get_count was called')")
    view.tab.wait(f"{dialog}?.textContent.includes('delete_everything')")
    assert "Allow until" not in view.text("dialog[open]")
    view.tab.click("Deny", dialog)
    shown = said(view)
    assert "is not visible to apps" in shown
    assert "the server has no tool" in shown
    assert "-32601" in shown
    assert "only http and https links" in shown
    history = calls(view)
    assert "delete_everything" not in history
    assert "only_for_models" not in history
    assert history.count("get_count") == 1


def test_a_person_decides_on_what_an_app_declares(open_app):
    view = open_app("apps", "show_asking")
    dialog = "document.querySelector('dialog[open]')"
    view.tab.wait(f"{dialog}?.textContent.includes('https://api.example.com')")
    assert "Never granted: https://a.example; script-src *, *" in view.text("dialog[open]")
    view.tab.click("Cancel", dialog)
    view.tab.wait(f"{dialog} === null")
    assert view.tab.look("document.querySelector('iframe') === null")
    view.tab.click("Open app")
    view.tab.wait(f"{dialog} !== null")
    view.tab.click("Open with them", dialog)
    view.tab.wait(READY)
    assert view.tab.look("document.querySelector('iframe').allow") == "camera *"
    assert "https://api.example.com" in view.text("[data-stage]")


def test_what_is_not_an_app_is_said(open_app):
    view = open_app("apps", "show_plain")
    view.tab.wait("document.querySelector('.toast') !== null")
    assert "expected text/html;profile=mcp-app" in view.text(".toasts")


def test_a_tool_leads_to_its_app(browser, link):
    view = View(browser, link, "apps").connect().tool("show_city")
    view.tab.click("Open as app")
    view.tab.wait("document.body.dataset.view === 'apps'")
    assert view.problems() == []
    view.tab.size(360, 740)
    view.tab.wait("document.documentElement.scrollWidth <= 360")
    view.tab.close()


def test_a_published_app_runs(open_app):
    view = published(open_app, "basic-vanillajs", "get-time")
    view.tab.wait(READY)
    view.tab.wait(
        "[...document.querySelectorAll('[data-bridge=received] .tag')].some(e => e.textContent === 'ui/notifications/size-changed')"
    )
    assert view.tab.complaints == []


def test_a_published_app_that_needs_the_network_is_told_what_it_misses(open_app):
    view = published(open_app, "map", "show-map")
    view.tab.wait("document.querySelector('dialog[open]') !== null")
    view.tab.click("Open without them", "document.querySelector('dialog[open]')")
    view.tab.wait("document.querySelector('[data-refused]')?.textContent.includes('https://')")
    assert not [one for one in view.tab.requests if "127.0.0.1" not in one and "http" in one[:5]]


def test_skills_are_shown_and_their_files_checked(browser, link):
    view = View(browser, link, "skills").connect()
    view.tab.wait("document.querySelector('[data-nav=skills]').checkVisibility()")
    view.go("skills/" + quote("skill://tea/SKILL.md", safe=""))
    view.tab.click("Read SKILL.md")
    view.tab.wait("document.querySelector('[data-digest=ok]') !== null")
    assert "Boil water." in view.text("[data-response]")
    view.tab.click("List the directory")
    view.tab.wait("document.querySelector('[data-response]').textContent.includes('\"resources\"')")
    assert view.problems() == []
    view.go("skills/" + quote("skill://coffee/SKILL.md", safe=""))
    view.tab.click("Read SKILL.md")
    view.tab.wait("document.querySelector('[data-digest=wrong]') !== null")
    view.tab.click("Get the entry")
    view.tab.wait("document.querySelector('[data-digest]') === null")
    assert view.tab.complaints == []
    view.tab.close()


def test_skills_are_hidden_where_the_server_has_none(browser, link):
    view = View(browser, link, "apps").connect()
    assert not view.tab.look("document.querySelector('[data-nav=skills]').checkVisibility()")
    view.tab.close()


def test_a_narrow_page_says_why_a_list_is_empty(browser, link):
    view = View(browser, link, "skills", width=360, height=740).connect()
    view.go("apps")
    view.tab.wait("document.querySelector('.panel .empty')?.checkVisibility()")
    assert "The server has no apps" in view.text(".panel")
    view.tab.close()
