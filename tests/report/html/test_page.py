"""The shell: one file, nothing loaded, every text escaped, style and script named by hash."""

import base64
import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup
from tests.report.html.reading import Page
from tests.report.sample import NASTY

from mcptest.report.html.page import render_page
from mcptest.report.html.parts import Cell, Choice, Column, RowGroup, TableRow
from mcptest.report.html.sink import html_text, prose, tag

TEMPLATE = """\
{% extends "page.html" %}
{% block nav %}<a href="#rows">Rows</a>{% endblock %}
{% block main %}
{{ parts.grade_chip(grade) }}{{ parts.status("failed", 3) }}{{ parts.severity("note") }}
{{ parts.change("+3", true) }}{{ parts.change("same", none) }}
{{ parts.filter_bar("rows", "Filter rows", groups) }}
{{ parts.table("rows", "Rows", columns, rows) }}
{% endblock %}
"""


@pytest.fixture
def shell(tmp_path):
    (tmp_path / "some.html").write_text('{% import "parts.html" as parts %}' + TEMPLATE)
    choice = Choice("a", f"a {NASTY}", 2)

    def render(**more):
        context = {
            "title": f"Page {NASTY}",
            "grade": "A+",
            "groups": (
                RowGroup("kind", "Kind", (choice,)),
                RowGroup("who", "Who", (choice,), menu=True),
            ),
            "columns": (Column("Name"), Column("Score", numeric=True)),
            "rows": (
                TableRow((NASTY, Cell("97", 97.4, "of 100")), {"kind": NASTY}, "one"),
                TableRow(("x", 3)),
            ),
            **more,
        }
        return render_page("some.html", folder=tmp_path, **context)

    return render


def test_the_page_is_whole_and_balanced(shell):
    page = Page(shell())
    assert page.open == []
    assert page.unbalanced == []
    assert shell().startswith("<!DOCTYPE html>")


def test_text_of_a_server_stays_text(shell):
    page = Page(shell())
    assert len(page.named("script")) == 1
    assert "<script>alert(1)</script>" in page.text
    assert not any(key.startswith("on") for key, _ in page.attributes())


def test_nothing_is_loaded_from_anywhere(shell):
    addresses = [v for k, v in Page(shell()).attributes() if k in {"href", "src", "action", "data"}]
    assert addresses
    assert all(each.startswith(("#", "data:image/svg+xml,")) for each in addresses)
    assert "@import" not in shell()
    assert "url(" not in shell()


def test_the_policy_allows_this_style_and_this_script_and_nothing_else(shell):
    text = shell()
    page = Page(text)
    policy = next(m["content"] for m in page.named("meta") if "http-equiv" in m)
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == parts["base-uri"] == parts["form-action"] == "'none'"
    assert parts["img-src"] == "data:"
    for name in ("style", "script"):
        inner = re.search(f"<{name}>(.*?)</{name}>", text, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()
        assert parts[f"{name}-src"] == f"'sha256-{digest}'"
    assert "unsafe" not in policy


def test_no_element_carries_a_style_of_its_own(shell):
    assert all(key != "style" for key, _ in Page(shell()).attributes())


def test_a_table_says_what_it_sorts_and_filters_by(shell):
    page = Page(shell())
    cells = page.named("td")
    assert {"class": "num", "data-sort": "97.4"} in cells
    assert page.named("tr")[1]["id"] == "one"
    assert page.named("th")[1] == {"scope": "col", "class": "num"}
    assert "data-sortable" in page.named("table")[0]


def test_a_filter_is_put_away_until_a_script_can_do_its_work(shell):
    form = Page(shell()).named("form")[0]
    assert "hidden" in form
    assert form["data-filter-for"] == "rows"


def test_a_name_that_is_not_there_is_a_mistake_and_not_an_empty_text(shell):
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        shell(columns=(), rows=(TableRow(("one cell too many",)),))


@given(st.text())
def test_whatever_the_text_it_comes_back_as_text_and_opens_nothing(text):
    page = Page(f"<p>{html_text(text)}</p>")
    assert [name for name, _ in page.elements] == ["p"]
    assert "`" not in html_text(text)


@given(st.text())
def test_an_attribute_cannot_be_left(text):
    page = Page(tag("p", {"title": text, "lang": None}, text))
    assert [(name, set(given)) for name, given in page.elements] == [("p", {"title"})]


@given(st.text(alphabet="`<>&a \n"))
def test_sentences_get_code_and_no_other_element(text):
    page = Page(f"<p>{prose(text)}</p>")
    assert {name for name, _ in page.elements} <= {"p", "code"}
    assert page.unbalanced == []


def test_what_stands_between_backticks_is_code():
    assert prose("use `a<b` now") == "use <code>a&lt;b</code> now"


def test_markup_of_ours_is_not_escaped_again():
    assert html_text(Markup("<b>x</b>")) == "<b>x</b>"


def test_a_long_text_is_cut():
    assert len(html_text("x" * 70_000)) < 66_000
