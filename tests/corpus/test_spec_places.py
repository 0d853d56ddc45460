"""Every rule points to a page and a heading that the specification has."""

from functools import cache
from pathlib import Path

import pytest
import yaml
from tests.compliance.peer import corpora

from mcptest.compliance.corpus.rule import SPEC_SITE

PAGES = Path(__file__).parent / "spec_pages.yaml"
SITE = SPEC_SITE.removesuffix("/specification")


@cache
def pages():
    return yaml.safe_load(PAGES.read_text("utf-8"))


def place_of(rule):
    """The part of the site, the page in it and the heading that a rule names."""
    part, page = rule.revision.wire, rule.spec
    if rule.spec.startswith(SITE):
        part, page = SITE, rule.spec.removeprefix(f"{SITE}/")
    page, _, heading = page.partition("#")
    return part, page, heading


@pytest.mark.parametrize("version", list(corpora()))
def test_the_place_that_a_rule_names_is_there(version):
    missing = {}
    for rule in corpora()[version]:
        part, page, heading = place_of(rule)
        headings = pages()[part].get(page)
        if headings is None or (heading and heading not in headings):
            missing[rule.id] = rule.spec_url
    assert missing == {}


def test_the_place_of_an_extension_stands_as_it_is():
    rules = corpora()[max(corpora())]
    assert rules.rules["TASKX-001"].spec_url.startswith(f"{SITE}/seps/")
