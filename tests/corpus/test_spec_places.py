"""Every rule points to a page and a heading that the specification has."""

from functools import cache
from pathlib import Path

import pytest
import yaml
from tests.compliance.peer import corpora

from mcptest.client.corpus import client_registry
from mcptest.compliance.corpus.spec_place import SPEC_SITE

PAGES = Path(__file__).parent / "spec_pages.yaml"
SITE = SPEC_SITE.removesuffix("/specification")


@cache
def pages():
    return yaml.safe_load(PAGES.read_text("utf-8"))


def place_of(rule):
    """The part of the site, the page in it and the heading that a rule names."""
    part, page = SITE, rule.spec_url.removeprefix(f"{SITE}/")
    if rule.spec_url.startswith(SPEC_SITE):
        part, _, page = rule.spec_url.removeprefix(f"{SPEC_SITE}/").partition("/")
    page, _, heading = page.partition("#")
    return part, page.removesuffix("/index"), heading


@pytest.mark.parametrize("read", [corpora, client_registry().all])
@pytest.mark.parametrize("version", list(corpora()))
def test_the_place_that_a_rule_names_is_there(version, read):
    missing = {}
    for rule in read()[version]:
        part, page, heading = place_of(rule)
        headings = pages()[part].get(page)
        if headings is None or (heading and heading not in headings):
            missing[rule.id] = rule.spec_url
    assert missing == {}


def test_the_place_of_an_extension_stands_as_it_is():
    rules = corpora()[max(corpora())]
    assert rules.rules["TASKX-001"].spec_url.startswith(f"{SITE}/seps/")


@pytest.mark.parametrize(
    ("version", "rule_id", "place"),
    [
        ("v2024-11-05", "RPC-003", "2024-11-05/basic/messages#requests"),
        ("v2025-06-18", "RPC-003", "2025-06-18/basic#requests"),
        ("v2026-07-28", "STDIO-001", "2026-07-28/basic/transports/stdio"),
        ("v2025-11-25", "TOOL-002", "2025-11-25/server/tools#error-handling"),
        ("draft", "TOOL-002", "2026-07-28/server/tools#error-handling"),
    ],
)
def test_a_rule_links_to_the_revision_that_is_judged(version, rule_id, place):
    assert corpora()[version].rules[rule_id].spec_url == f"{SPEC_SITE}/{place}"
