"""The site is made of the pages as they are, less what only tests read; it asks for nothing else."""

from __future__ import annotations

import importlib.util
import re

import pytest
import yaml
from tests.docs.pages import DOCS, ROOT

spec = importlib.util.spec_from_file_location("build_site", ROOT / "scripts" / "build_site.py")
build_site = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build_site)


def in_menu():
    menu = build_site.menu((DOCS / "index.md").read_text(encoding="utf-8"))
    return re.findall(r"'([^']+\.md)'", str(menu)), menu


def test_the_menu_has_every_page_that_a_person_wrote():
    found, menu = in_menu()
    written = {
        page.relative_to(DOCS).as_posix()
        for page in DOCS.rglob("*.md")
        if page.parent.name not in {"rules", "lint", "security"} or page.name == "index.md"
    }
    assert set(found) == written
    assert len(found) == len(set(found))
    assert [next(iter(part)) for part in menu if isinstance(part, dict)] == [
        "Home",
        "How-to",
        "Reference",
        "Explanation",
    ]


def test_the_settings_leave_the_menu_to_the_index():
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert "nav" not in config
    assert config["theme"]["font"] is False


def test_words_for_tests_are_taken_off_a_fence_and_off_nothing_else():
    page = DOCS / "how-to" / "x.md"
    text = "```yaml runnable file=a.yml\na: 1\n```\n\n```console\n$ x\n```\n`` ` ``\n"
    assert build_site.plain(text, page, DOCS) == text.replace(" runnable file=a.yml", "")


@pytest.mark.parametrize(
    ("link", "kept"),
    [
        ("[a](../reference/cli.md#run)", True),
        ("[a](https://example.org/x)", True),
        ("[a](#below)", True),
        ("[a](../../examples/README.md)", False),
    ],
)
def test_a_link_to_a_file_beside_the_pages_becomes_its_words(link, kept):
    page = DOCS / "how-to" / "x.md"
    assert build_site.plain(link, page, DOCS) == (link if kept else "a")


def test_a_page_that_the_menu_leaves_out_leads_back_to_its_list(tmp_path):
    build_site.prepare(DOCS, tmp_path / "docs")
    rule = (tmp_path / "docs" / "reference" / "rules" / "TOOL-002.md").read_text(encoding="utf-8")
    assert rule.startswith("# TOOL-002\n\n[Compliance rules](index.md)\n")
    assert "[Commands](index.md)" not in (tmp_path / "docs" / "reference" / "cli.md").read_text()


@pytest.mark.parametrize(
    ("html", "asks"),
    [
        ('<script src="https://cdn.example/x.js">', True),
        ("<script async src=//cdn.example/x.js>", True),
        ('<link rel="stylesheet" href="https://fonts.example/a.css">', True),
        ("body { background: url(https://x.example/a.png) }", True),
        ('@import "https://x.example/a.css";', True),
        ('<a href="https://example.org">', False),
        ('<link rel="canonical" href="https://example.org/a">', False),
        ('<script src="../assets/x.js">', False),
    ],
)
def test_what_a_page_would_fetch_from_elsewhere_is_found(tmp_path, html, asks):
    (tmp_path / "page.html").write_text(html)
    assert bool(list(build_site.requests_outside(tmp_path))) is asks
