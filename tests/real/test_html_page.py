"""The HTML report in a real browser: it works, it is quiet, and it obeys nobody but us."""

import subprocess
import sys
from dataclasses import replace

import pytest
from tests.real.conftest import REAL
from tests.report.sample import graded, nasty_cases, nasty_run, result

from mcptest.model.grade import SectionScore
from mcptest.model.outcome import Lane, Said, Skip, SkipReason, Status
from mcptest.model.rule_info import RuleInfo
from mcptest.report.formats.html import render

pytestmark = pytest.mark.real

RULE = RuleInfo("assertion", "An expectation", "error", "Why.", "Fix.", "https://example.org/spec")
HOSTILE = """\
mock_server:
  name: "<img src=x onerror=alert(1)>"
  tools:
    - name: "</script><script>alert(1)</script>"
      description: "<iframe src='https://evil.example/'></iframe> {{ 7 * 7 }}"
      inputSchema: {type: object, properties: {"a\\"b'<i>": {type: string}}}
      response: {content: [{type: text, text: "<a href='https://evil.example/'>x</a>\\u001b[31m"}]}
"""

# Every text against the colour behind it, as WCAG 2.2 reckons it; large text may have less.
CONTRAST = """
(() => {
  const parse = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
  const light = (v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const lum = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) {
    const e = n.parentElement;
    if (!n.data.trim() || ["SCRIPT", "STYLE", "TITLE"].includes(e.tagName) || !e.checkVisibility() || e.closest("svg")) continue;
    const s = getComputedStyle(e);
    const a = lum(parse(s.color)), b = lum(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(s.fontSize) >= 24 || (parseFloat(s.fontSize) >= 18.7 && s.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) poor.push([n.data.trim().slice(0, 30), ratio.toFixed(2), e.className]);
  }
  return poor;
})()
"""
SHOWN = "[...document.querySelectorAll('#cases [data-item]')].filter(e => !e.hidden).map(e => e.dataset.status)"


def whole_run():
    said = (
        Said("initialize", None, "result", 3.0, 1.0),
        Said("tools/call", "x", "result", 12.0, 4.0),
    )
    skip = Skip(SkipReason.CANNOT_TELL, "no way to see it")
    older = replace(graded(), spec_version="v2025-06-18", sections={"tools": SectionScore(70.0, 1)})
    cases = (
        *nasty_cases(),
        *(
            replace(
                result(f"quick {n}", said=said, at_ms=5.0 * n, said_in_all=2), server=f"s{n % 3}"
            )
            for n in range(40)
        ),
        result("unknown", Status.SKIPPED, skip=skip, lane=Lane.COMPLIANCE),
    )
    return nasty_run(
        cases=cases,
        rules=(RULE,),
        compliance=replace(graded(), revisions=(older, graded())),
        earlier=nasty_run(cases=(result("gone"), result("fine", Status.FAILED))),
    )


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(render(whole_run()), encoding="utf-8")
    return path.as_uri()


def test_the_page_is_quiet_and_asks_for_nothing(browser, page):
    tab = browser.open(page)
    tab.look("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    assert tab.complaints == []
    assert [each for each in tab.requests if not each.startswith("data:image/svg+xml")] == [page]


def test_what_the_policy_does_not_name_does_not_run(browser, page):
    tab = browser.open(page)
    tab.look(
        "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.owned = 1\">')"
    )
    tab.look(
        "document.body.append(Object.assign(document.createElement('script'), {text: 'window.owned = 1'}))"
    )
    assert tab.look("window.owned") is None
    assert len(tab.complaints) >= 2


def test_filters_narrow_by_status_words_and_menus(browser, page):
    tab = browser.open(page)
    assert set(tab.look(SHOWN)) == {"failed", "errored", "warned"}
    tab.look("document.querySelector('form[data-filter-for=cases] [data-reset]').click()")
    assert len(tab.look(SHOWN)) == 46
    tab.look("""(() => {
      const search = document.querySelector('form[data-filter-for=cases] [data-search]');
      search.value = 'QUICK 39'; search.dispatchEvent(new Event('input', {bubbles: true}));
    })()""")
    assert tab.look(SHOWN) == ["passed"]
    assert tab.look("document.querySelector('[data-count]').textContent") == "1 of 46 shown"
    tab.look("""(() => {
      const form = document.querySelector('form[data-filter-for=cases]');
      form.querySelector('[data-reset]').click();
      const menu = form.querySelector('select[data-key=lane]');
      menu.value = 'compliance'; menu.dispatchEvent(new Event('input', {bubbles: true}));
    })()""")
    assert tab.look(SHOWN) == ["skipped"]


def test_a_count_leads_to_its_cases(browser, page):
    tab = browser.open(page)
    tab.look("document.querySelector('[data-only-value=skipped]').click()")
    assert set(tab.look(SHOWN)) == {"skipped"}


def test_nothing_that_fits_is_said_in_words(browser, page):
    tab = browser.open(page)
    tab.look("""(() => {
      const search = document.querySelector('form[data-filter-for=cases] [data-search]');
      search.value = 'no such thing at all'; search.dispatchEvent(new Event('input', {bubbles: true}));
    })()""")
    assert tab.look("document.querySelector('[data-empty-for=cases]').checkVisibility()") is True


def test_everything_folds_at_once(browser, page):
    tab = browser.open(page)
    opened = "[...document.querySelectorAll('#cases > details:not([hidden])')].map(e => e.open)"
    tab.look("document.querySelector('[data-fold=open]').click()")
    assert all(tab.look(opened))
    tab.look("document.querySelector('[data-fold=close]').click()")
    assert not any(tab.look(opened))


def test_a_link_opens_a_case_that_a_filter_had_put_away(browser, page):
    tab = browser.open(page)
    anchor = tab.look("document.querySelector('#cases [data-status=passed]').id")
    tab = browser.open(f"{page}#{anchor}")
    assert tab.look(f"document.getElementById('{anchor}').checkVisibility()") is True
    assert tab.look(f"document.getElementById('{anchor}').open") is True


def test_keys_reach_the_search_and_the_cases(browser, page):
    tab = browser.open(page)
    tab.press("/")
    assert tab.look("document.activeElement.matches('[data-search]')") is True
    tab.press("z")
    assert tab.look("document.activeElement.value") == "z"
    tab.press("Escape")
    assert tab.look("document.activeElement.value") == ""
    tab.look("document.activeElement.blur()")
    tab.press("j")
    assert tab.look("document.activeElement.tagName") == "SUMMARY"
    before = tab.look("document.activeElement.parentElement.open")
    tab.press("Enter")
    assert tab.look("document.activeElement.parentElement.open") is not before


def test_a_head_sorts_its_table_both_ways(browser, page):
    tab = browser.open(page)
    column = "[...document.querySelectorAll('#conversation tbody tr')].map(r => Number(r.cells[0].dataset.sort))"
    head = "document.querySelector('#conversation th button')"
    tab.look(f"{head}.click()")
    assert tab.look(column) == sorted(tab.look(column))
    tab.look(f"{head}.click()")
    assert tab.look(column) == sorted(tab.look(column), reverse=True)
    assert (
        tab.look("document.querySelector('#conversation th').getAttribute('aria-sort')")
        == "descending"
    )


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_can_be_read_against_its_ground(browser, page, dark):
    tab = browser.open(page, dark=dark)
    tab.look("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    tab.look("document.querySelector('form[data-filter-for=cases] [data-reset]').click()")
    assert tab.look(CONTRAST) == []


def test_a_text_that_cannot_be_read_would_be_found(browser, page):
    tab = browser.open(page)
    tab.look("document.querySelector('h1').style.color = 'rgb(230, 230, 230)'")
    assert len(tab.look(CONTRAST)) == 1


def test_dark_follows_the_system_and_the_button(browser, page):
    ground = "getComputedStyle(document.body).backgroundColor"
    tab = browser.open(page)
    light = tab.look(ground)
    tab.scheme("dark")
    dark = tab.look(ground)
    assert dark != light
    tab.look("document.querySelector('[data-theme-toggle]').click()")
    assert tab.look(ground) == light
    tab.look("document.querySelector('[data-theme-toggle]').click(); localStorage.clear()")
    assert tab.look(ground) == dark


@pytest.mark.parametrize("dark", [False, True])
def test_a_checker_of_accessibility_finds_nothing(browser, page, dark):
    checker = REAL / "schemas/node_modules/axe-core/axe.min.js"
    if not checker.exists():
        pytest.skip("axe-core is not installed; run make test-real")
    tab = browser.open(page, dark=dark)
    tab.look("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    tab.look(checker.read_text(encoding="utf-8"))
    found = tab.look(
        "axe.run().then(r => r.violations.map(v => [v.id, v.nodes[0].html.slice(0, 200)]))"
    )
    assert found == []


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_sticks_out_of_a_screen(browser, page, width):
    tab = browser.open(page, width=width)
    tab.look("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    assert tab.look("document.documentElement.scrollWidth") <= width


def test_without_script_everything_is_there(browser, page):
    tab = browser.open(page, script=False)
    assert len(tab.look(SHOWN)) == 46
    assert tab.look("document.querySelector('form').checkVisibility()") is False
    assert tab.look("document.querySelector('[data-theme-toggle]').checkVisibility()") is False


def test_it_prints_with_its_findings_unfolded(browser, page):
    tab = browser.open(page)
    tab.look("dispatchEvent(new Event('beforeprint'))")
    assert (
        tab.look("[...document.querySelectorAll('details[data-print]')].every(e => e.open)") is True
    )
    tab.look("dispatchEvent(new Event('afterprint'))")
    assert tab.pdf().startswith(b"%PDF-")


def test_a_hostile_server_gets_nothing_but_its_text_onto_the_page(browser, tmp_path):
    manifest, report = tmp_path / "hostile.yml", tmp_path / "hostile.html"
    manifest.write_text(HOSTILE, encoding="utf-8")
    mock = [sys.executable, "-m", "mcptest", "mock", "--tools-from", str(manifest)]
    stages = ["--only", "lint", "--only", "probe"]
    subprocess.run(
        [
            sys.executable,
            "-m",
            "mcptest",
            "audit",
            *stages,
            "--report",
            f"html={report}",
            "--",
            *mock,
        ],
        check=False,
        capture_output=True,
        timeout=120,
    )
    tab = browser.open(report.as_uri())
    tab.look("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    assert tab.complaints == []
    assert tab.look("document.querySelectorAll('img, iframe, object, embed').length") == 0
    assert tab.look("document.querySelectorAll('script').length") == 1
    assert tab.look("document.querySelector('h1').textContent") == "<img src=x onerror=alert(1)>"
    assert (
        tab.look("document.body.textContent.includes('</script><script>alert(1)</script>')") is True
    )
    outside = "[...document.querySelectorAll('a')].map(a => a.getAttribute('href')).filter(h => h.includes('evil'))"
    assert tab.look(outside) == []
