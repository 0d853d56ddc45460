"""Every security rule, both ways."""

import json
import re
from dataclasses import replace

import pytest

from mcptest.cli.main import run
from mcptest.model.finding import Risk
from mcptest.model.tool import ToolDescriptor
from mcptest.registry import file_name, names
from mcptest.security.engine import all_rules, choose_rules, scan_catalog, scan_launch
from mcptest.security.launch import LaunchFacts
from mcptest.security.review import Review
from mcptest.security.rule import FAMILIES, LaunchRule, StaticRule
from mcptest.security.secret_formats import sample_token
from mcptest.security.subject import make_catalog
from mcptest.security.texts import CatalogText

RULES = {rule.id: rule for rule in all_rules()}
STATIC = [rule.id for rule in RULES.values() if isinstance(rule, StaticRule)]
LAUNCH = [rule.id for rule in RULES.values() if isinstance(rule, LaunchRule)]


def scanned(tools, *, beside=(), instructions=None, reviewed=()):
    around = (
        [CatalogText("/instructions", instructions, prose=True, own=True)] if instructions else []
    )
    others = {"other": [ToolDescriptor.from_json(tool) for tool in beside]} if beside else {}
    catalog = make_catalog(
        [ToolDescriptor.from_json(tool) for tool in tools],
        others=others,
        around=around,
        review=Review({tool["name"]: tool for tool in reviewed}) if reviewed else None,
    )
    return [located.finding for located in scan_catalog(catalog, all_rules())]


@pytest.mark.parametrize("rule_id", STATIC)
def test_a_static_rule_is_silent_on_its_passing_proof_and_so_are_all_others(rule_id):
    proof = RULES[rule_id].proof
    found = scanned(
        proof.passing,
        beside=proof.beside,
        instructions=proof.harmless,
        reviewed=proof.reviewed,
    )
    assert rule_id not in {finding.id for finding in found}
    assert [finding.id for finding in found if finding.security.risk.rank >= Risk.MEDIUM.rank] == []


@pytest.mark.parametrize("rule_id", STATIC)
def test_a_static_rule_speaks_on_its_failing_proof(rule_id):
    proof = RULES[rule_id].proof
    found = scanned(
        proof.failing,
        beside=proof.beside,
        instructions=proof.instructions,
        reviewed=proof.reviewed,
    )
    own = [finding for finding in found if finding.id == rule_id]
    assert own
    for finding in own:
        assert finding.security.signals
        assert finding.help
        assert finding.security.cwe == RULES[rule_id].cwe


@pytest.mark.parametrize("rule_id", LAUNCH)
def test_a_launch_rule_has_a_proof_both_ways(rule_id):
    proof = RULES[rule_id].proof
    passing = LaunchFacts.of_entry("notes", proof.passing)
    failing = replace(LaunchFacts.of_entry("notes", proof.failing), open_places=proof.open_places)
    assert scan_launch(passing, all_rules()) == []
    assert rule_id in {located.finding.id for located in scan_launch(failing, all_rules())}


@pytest.mark.parametrize("rule_id", RULES)
def test_a_rule_documents_itself(rule_id):
    rule = RULES[rule_id]
    assert re.fullmatch(r"SEC-\d{3}", rule.id)
    assert rule.family in FAMILIES
    assert 0 < rule.score <= 10
    assert rule.cwe > 0
    for text in (rule.what, rule.why, rule.fix, rule.not_this):
        assert text.endswith(".")
    assert not rule.title.endswith(".")


def test_file_names_are_ids():
    assert names("mcptest.security.rules") == sorted(map(file_name, RULES))


def test_rules_are_chosen_by_id_and_by_family():
    assert [rule.id for rule in choose_rules(select=["sec-001"])] == ["SEC-001"]
    assert {rule.family for rule in choose_rules(select=["text"])} == {"text"}
    assert "SEC-005" not in {rule.id for rule in choose_rules(ignore=["characters"])}


@pytest.mark.parametrize("rule_id", STATIC)
def test_a_mock_that_breaks_a_static_rule_shows_it_to_every_client(rule_id):
    from mcptest.cli.broken_security import _overrides, broken_definition

    proof = RULES[rule_id].proof
    tools = [tool.entry for tool in broken_definition(RULES[rule_id]).tools]
    overrides = _overrides(RULES[rule_id])
    said = overrides[0]["patch"][0]["value"] if overrides else None
    found = scanned(tools, beside=proof.beside, instructions=said, reviewed=proof.reviewed)
    assert rule_id in {finding.id for finding in found}


# The permissions of a file are not in a config, and the page masks the secret of its example.
SHOWN = [rule for rule in LAUNCH if rule not in {"SEC-092", "SEC-093"}]


@pytest.mark.parametrize("rule_id", SHOWN)
def test_the_example_of_a_launch_rule_can_be_saved_and_scanned(rule_id, tmp_path, capsys):
    bad, good = RULES[rule_id].example()
    for name, text, wanted in (("bad", bad, True), ("good", good, False)):
        path = tmp_path / f"{name}.json"
        path.write_text(text)
        run(["security", str(path), "--format", "json"])
        cases = json.loads(capsys.readouterr().out)["cases"]
        assert (rule_id in {f["id"] for case in cases for f in case["findings"]}) is wanted


@pytest.mark.parametrize("rule_id", STATIC)
def test_the_examples_of_a_rule_differ_and_hide_nothing(rule_id):
    docs = RULES[rule_id].docs()
    assert docs["Bad"] != docs["Good"]
    assert "[redacted]" not in docs["Bad"] + docs["Good"]
    assert sample_token() not in docs["Bad"]
