"""The dashboard of a fleet in a real browser."""

import pytest
from tests.fleet.sample import NASTY, everything
from tests.real.test_html_page import CONTRAST

from mcptest.fleet.report.dashboard import render

pytestmark = pytest.mark.real

NAMES = "[...document.querySelectorAll('#servers tbody tr')].filter(r => !r.hidden).map(r => r.cells[0].firstChild.textContent)"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "fleet.html"
    path.write_text(render(everything()), encoding="utf-8")
    return path.as_uri()


def test_the_dashboard_is_quiet_and_asks_for_nothing(browser, page):
    tab = browser.open(page)
    tab.look("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    assert tab.complaints == []
    assert [each for each in tab.requests if not each.startswith("data:image/svg+xml")] == [page]
    assert NASTY in tab.look(NAMES)


def test_servers_are_narrowed_and_sorted(browser, page):
    tab = browser.open(page)
    assert len(tab.look(NAMES)) == 7
    tab.look("document.querySelector('[data-only-value=failed]').click()")
    assert tab.look(NAMES) == ["bad"]
    tab.look("document.querySelector('form[data-filter-for=servers] [data-reset]').click()")
    tab.look("document.querySelector('#servers th button').click()")
    assert tab.look(NAMES) == sorted(tab.look(NAMES), key=str.lower)


def test_the_whole_table_fits_on_a_usual_screen(browser, page):
    tab = browser.open(page, width=1400)
    table = "document.querySelector('#servers').parentElement"
    assert tab.look(f"{table}.scrollWidth") <= tab.look(f"{table}.clientWidth")


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_of_the_dashboard_can_be_read(browser, page, dark):
    tab = browser.open(page, dark=dark)
    tab.look("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    assert tab.look(CONTRAST) == []
