"""Session settings and the first look of forms, in a browser."""

import pytest
from tests.real.ui_page import View, ui, write_config

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
SETTINGS = "document.querySelector('.settings')"


@pytest.fixture
def view(browser, tmp_path):
    with ui(tmp_path, "--mcp-config", str(write_config(tmp_path))) as (link, _):
        one = View(browser, link, "everything").connect()
        yield one
        assert one.tab.complaints == []
        one.tab.close()


def test_a_capability_is_withheld_and_the_page_reconnects(view):
    view.tab.look(f"{SETTINGS}.open = true")
    assert view.problems() == []
    view.fill(".settings textarea", "[]")
    view.tab.click("Apply", SETTINGS)
    view.tab.wait(f"{SETTINGS}.textContent.includes('expected a JSON object')")
    view.fill(".settings textarea", '{"tenant": "blue"}')
    view.tab.look(f"{SETTINGS}.querySelector('[value=sampling]').click()")
    view.tab.click("Apply", SETTINGS)
    declared = "document.querySelector('.tab-panel').textContent"
    tab = "[...document.querySelectorAll('.tabs button')].find(e => e.textContent === 'Client capabilities')"
    view.tab.wait(
        f"({tab}.click(), {declared}.includes('roots') && !{declared}.includes('sampling'))"
    )
    view.tab.click("Ping")
    view.tab.wait("document.querySelector('[data-result=ok]') !== null")
    view.tab.size(360, 740)
    view.tab.wait("document.documentElement.scrollWidth <= 360")


def test_an_empty_form_complains_only_when_it_is_sent(view):
    view.go("tools/get-sum")
    view.tab.wait("document.querySelector('.arguments .form') !== null")
    view.tab.click("Call")
    view.tab.wait("document.querySelector('dialog[open]') !== null")
    assert "is a required property" in view.text(".arguments .field-errors")
    view.tab.press("Escape")
    view.tab.click("Clear")
    view.tab.wait("document.querySelector('.arguments .field-errors').childElementCount === 0")


def test_an_elicitation_starts_with_the_defaults_of_the_server(view):
    view.go("tools/trigger-elicitation-request")
    view.tab.click("Call")
    view.go("inbox")
    first = "document.querySelector('[data-field=firstLine] input')"
    view.tab.wait(f"{first}?.value.startsWith('It was a dark')")
