"""The suite editor of the page in a real browser: completion by keyboard, and problems as one types."""

import pytest
from tests.real.ui_page import View, ui, write_config

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
AREA = "document.querySelector('[data-open-suite] textarea')"
OFFERS = (
    "[...document.querySelectorAll('.offers:not([hidden]) [data-offer]')].map(o => o.dataset.offer)"
)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ui")
    options = ("--mcp-config", str(write_config(folder, everything=False)))
    with ui(folder, *options) as (link, root):
        yield link, root


@pytest.fixture
def editor(browser, page):
    """The editor on an empty suite of the tiny server."""
    suite = page[1] / "edited.mcptest.yml"
    suite.write_text("# empty\n")
    one = View(browser, page[0], "tiny").connect()
    one.go("tools")
    one.tab.wait("document.querySelectorAll('.side .row').length > 2")
    one.go("tests/edited.mcptest.yml")
    one.tab.wait(f"{AREA}?.value === '# empty\\n'")
    one.tab.look(
        f"(a => {{ a.focus(); a.setSelectionRange(a.value.length, a.value.length); }})({AREA})"
    )
    yield one
    assert one.tab.complaints == []
    one.tab.close()


def test_a_test_is_written_with_completion_alone(editor):
    tab = editor.tab
    tab.type("to")
    tab.wait(f"{OFFERS}[0] === 'tools'")
    assert tab.look(f"{AREA}.getAttribute('aria-activedescendant')")
    tab.press("Enter")
    assert tab.look(f"{AREA}.value") == "# empty\ntools:\n  - "
    tab.type("too")
    tab.wait(f"{OFFERS}[0] === 'tool'")
    tab.press("Tab")
    tab.wait(f"{OFFERS}.includes('echo')")
    tab.type("ec")
    tab.wait(f"{OFFERS}.length === 1")
    tab.press("Enter")
    assert tab.look(f"{AREA}.value").endswith("  - tool: echo")
    tab.press("Enter")
    assert tab.look(f"{AREA}.value").endswith("  - tool: echo\n    ")
    tab.press(" ", ctrl=True)
    tab.wait(f"{OFFERS}.includes('args') && !{OFFERS}.includes('tool')")
    tab.press("ArrowDown")
    tab.press("ArrowUp")
    first = tab.look(f"{OFFERS}[0]")
    assert tab.look("document.querySelector('.offers [aria-selected=true]').dataset.offer") == first
    tab.press("Escape")
    tab.wait("document.querySelector('.offers').hidden")
    assert tab.look(f"document.activeElement === {AREA}")


def test_checkers_find_nothing_in_the_editor_and_its_list(editor):
    editor.tab.type("to")
    editor.tab.wait(f"{OFFERS}.length > 0")
    assert editor.problems() == []
    editor.tab.scheme("dark")
    assert editor.problems() == []


def test_a_server_is_saved_as_a_mock(editor, page):
    editor.go("servers")
    editor.tab.click("Save as mock")
    editor.tab.wait("document.querySelector('[data-yaml]')?.textContent.includes('mock_server:')")
    assert editor.problems() == []
    editor.tab.click("Save", "document.querySelector('dialog')")
    editor.tab.wait("document.querySelector('dialog') === null")
    assert "name: echo" in (page[1] / "tiny.mock.yml").read_text()


def test_colors_can_be_chosen(editor):
    shown = "getComputedStyle(document.body).backgroundColor"
    light = editor.tab.look(shown)
    for _ in range(2):
        editor.tab.look("document.querySelector('.theme').click()")
    assert editor.tab.look(shown) != light
    assert "Dark" in editor.tab.look("document.querySelector('.theme').getAttribute('aria-label')")
    editor.tab.look("document.querySelector('.theme').click()")
    assert editor.tab.look(shown) == light


def test_problems_are_shown_as_one_types_and_lead_to_their_line(editor):
    tab = editor.tab
    tab.type("tols: []\n")
    tab.wait("document.querySelector('[data-problems]').textContent.includes('tols')")
    tab.click("line 2")
    assert tab.look(f"{AREA}.value.slice({AREA}.selectionStart, {AREA}.selectionEnd)") == "tols: []"


def test_the_list_closes_when_the_editor_is_left(editor):
    tab = editor.tab
    tab.type("ser")
    tab.wait(f"{OFFERS}.length > 0")
    tab.look("document.querySelector('[data-nav=tools]').focus()")
    tab.wait("document.querySelector('.offers').hidden")
