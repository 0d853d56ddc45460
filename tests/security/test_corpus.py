"""Our own corpus and the catalogs of real servers: what is found, and what must not be said."""

import json
import time
from collections import Counter

import pytest
from tests.security.corpus_files import ZOO, benign, poisoned

from mcptest.model.finding import Risk
from mcptest.model.tool import ToolDescriptor
from mcptest.security.engine import all_rules, scan_catalog
from mcptest.security.subject import make_catalog
from mcptest.security.texts import CatalogText

EXPECTED = {
    "order": {"SEC-001"},
    "cross-tool": {"SEC-002"},
    "exfiltration": {"SEC-003"},
    "concealment": {"SEC-017"},
    "preference": {"SEC-006"},
    "schema": {"SEC-018"},
    "markup": {"SEC-020"},
    "encoded": {"SEC-004"},
    "characters": {"SEC-001", "SEC-005", "SEC-022"},
}


def serious(tools, *, instructions=None):
    around = (
        [CatalogText("/instructions", instructions, prose=True, own=True)] if instructions else []
    )
    catalog = make_catalog([ToolDescriptor.from_json(tool) for tool in tools], around=around)
    found = scan_catalog(catalog, all_rules())
    return [one for one in found if one.finding.security.risk.rank >= Risk.MEDIUM.rank]


def test_the_corpus_is_as_large_as_the_page_says():
    assert len(poisoned()) == 100
    assert len(benign()) == 200


@pytest.mark.parametrize("entry", poisoned(), ids=lambda entry: entry[0]["name"])
def test_a_poisoned_tool_is_found_by_a_rule_of_its_family(entry):
    about, tools = entry
    assert {one.finding.id for one in serious(tools)} & EXPECTED[about["family"]]


@pytest.mark.parametrize("entry", benign(), ids=lambda entry: entry[0]["name"])
def test_an_honest_tool_that_uses_the_words_of_attacks_gets_nothing_of_medium_or_above(entry):
    assert [(one.finding.id, one.finding.message) for one in serious(entry[1])] == []


@pytest.mark.skipif(not ZOO, reason="no catalogs at hand")
@pytest.mark.parametrize("path", ZOO, ids=lambda path: path.stem)
def test_a_real_catalog_gets_nothing_of_medium_or_above(path):
    saved = json.loads(path.read_text(encoding="utf-8"))
    found = serious(saved["result"]["tools"], instructions=saved.get("instructions"))
    assert [(one.name, one.finding.id, one.finding.message) for one in found] == []


@pytest.mark.untraced
def test_five_thousand_tools_take_five_seconds_of_processor_time():
    tools = [tools[0] for _, tools in (*poisoned(), *benign())]
    many = [{**tool, "name": f"{tool['name']}_{number}"} for number in range(17) for tool in tools][
        :5000
    ]
    begun = time.process_time()
    catalog = make_catalog([ToolDescriptor.from_json(tool) for tool in many])
    found = scan_catalog(catalog, all_rules())
    assert time.process_time() - begun < 5
    assert Counter(one.finding.id for one in found)["SEC-003"] > 100


def test_four_of_five_poisoned_tools_that_no_rule_was_written_for_are_found():
    unseen = poisoned("unseen.yaml")
    found = [
        bool({o.finding.id for o in serious(tools)} & EXPECTED[about["family"]])
        for about, tools in unseen
    ]
    assert (len(found), sum(found)) >= (40, 32)
