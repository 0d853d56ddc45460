"""What an app may do with the window and the disk: full screen and downloads, after a person agreed."""

import time

import pytest
from tests.real.app_page import app_pages, app_tabs
from tests.real.test_ui_apps import MODEL, READY, said

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
DIALOG = "document.querySelector('dialog[open]')"
FULL = "document.querySelector('.app-view.full') !== null"
FOCUSED = "document.activeElement.textContent"


@pytest.fixture(scope="module")
def link(tmp_path_factory):
    with app_pages(tmp_path_factory.mktemp("ui")) as found:
        yield found


@pytest.fixture
def open_app(browser, link):
    with app_tabs(browser, link) as make:
        yield make


@pytest.fixture
def downloads(browser, tmp_path):
    """Where the browser saves files."""
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    yield tmp_path
    browser.call("Browser.setDownloadBehavior", behavior="default")


def saved(folder, count):
    """The files, by name, as soon as there are so many and none is still being written."""
    deadline = time.monotonic() + 20
    while True:
        found = {each.name: each for each in folder.iterdir() if each.suffix != ".crdownload"}
        if len(found) == count and all(each.stat().st_size for each in found.values()):
            return {name: each.read_bytes() for name, each in found.items()}
        assert time.monotonic() < deadline, f"expected {count} files, got {sorted(found)}"
        time.sleep(0.05)


def test_a_file_is_saved_after_a_person_agrees_under_a_safe_name(open_app, downloads):
    view = open_app("apps", "show_files")
    view.tab.wait(f"{DIALOG}?.textContent.includes('denied.txt')")
    assert view.tab.look(FOCUSED) == "Deny"
    view.tab.press("Enter")
    view.tab.wait(f"{DIALOG}?.textContent.includes('resources/read')")
    view.tab.click("Allow once", DIALOG)
    view.tab.wait(f"{DIALOG}?.textContent.includes('3 files')")
    shown = view.text("dialog[open]")
    assert "_.._.ssh_idtxt.exe 5 B, text/plain" in shown
    assert "_NUL.png 3 B, image/png" in shown
    assert view.problems() == []
    view.tab.click("Download", DIALOG)
    assert saved(downloads, 3) == {
        "_.._.ssh_idtxt.exe": b"first",
        "_NUL.png": b"\x00\x01\x02",
        "_today.md": b"today",
    }
    view.tab.wait(f"{DIALOG}?.textContent.includes('javascript:alert(1)')")
    view.tab.click("Deny", DIALOG)
    reported = said(view)
    for words in (
        '"offered": true',
        '"denied": true',
        '"saved": "saved"',
        "the files have 26.0 MB, more than 25.0 MB",
        "more than 40,000,000 characters",
        "between 1 and 20 entries",
        '"script": "the user denied the request"',
        "contents[0] has neither text nor a base64 blob",
        "contents[0] is neither a resource nor a resource link",
    ):
        assert words in reported
    assert view.tab.complaints == []


def test_an_app_fills_the_window_and_a_person_leads_it_back_by_keyboard(open_app):
    view = open_app("apps", "show_wide")
    view.tab.wait(FULL)
    assert view.tab.look(FOCUSED) == "Leave full screen"
    assert view.tab.look("document.querySelector('iframe').clientWidth") > 1200
    assert view.tab.look(
        "document.querySelector('#nav').inert && !document.querySelector('main').inert"
    )
    view.tab.press("2")  # a key of the page behind it
    assert view.tab.look("document.body.dataset.view") == "apps"
    view.tab.press("Tab")
    assert view.tab.look(FOCUSED) == "Close app"
    assert view.problems() == []
    view.tab.press("Escape")
    view.tab.wait(f"!({FULL})")
    assert view.tab.look(FOCUSED) == "Full screen"
    assert not view.tab.look("document.querySelector('#nav').inert")
    # The app asked for pip, got full screen, and asked again after it was left.
    view.tab.wait(f"{MODEL}.textContent.includes(' inline fullscreen inline')")
    assert not view.tab.look(FULL)
    reported = view.text("[data-model] .json")
    assert '"modes": "inline,fullscreen"' in reported
    assert " fullscreen:width,height inline:width,maxHeight" in reported


def test_full_screen_ends_with_its_view_and_its_app(open_app):
    view = open_app("apps", "show_wide")
    view.tab.wait(FULL)
    view.go("tools")
    view.tab.wait("!document.querySelector('#nav').inert")
    view.go("apps/show_wide")
    view.tab.wait(FULL)  # the app began anew, and nobody left it by hand
    view.tab.click("Close app")
    view.tab.wait("document.querySelector('[data-ended]') !== null")
    assert not view.tab.look(FULL)
    assert not view.tab.look("document.querySelector('#nav').inert")


def test_an_app_that_is_only_inline_has_no_full_screen(open_app):
    view = open_app("apps", "show_inline")
    view.tab.wait(READY)
    assert not view.tab.look("document.querySelector('[data-full]').checkVisibility()")


def test_full_screen_fits_a_narrow_window(open_app):
    view = open_app("apps", "show_city", width=360, height=740)
    view.tab.wait(READY)
    view.tab.click("Full screen")
    view.tab.wait(FULL)
    assert view.tab.look("document.documentElement.scrollWidth") <= 360
    assert view.tab.look("document.querySelector('iframe').clientHeight") > 500
    view.tab.click("Leave full screen")
    view.tab.wait(f"!({FULL})")
