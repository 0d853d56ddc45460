"""Every rule for clients both ways: the right client keeps it, a client with one fault breaks it."""

from functools import partial

import pytest
from tests.client.trial import confirmed, found_in

from mcptest.client.corpus import client_corpus, client_registry
from mcptest.client.scenario import all_scenarios, find_scenario
from mcptest.model.spec_version import SpecVersion

# A client with a fault may leave a connection in the middle, as a process that dies does.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
VERSIONS = [version for version in SpecVersion if version is not SpecVersion.DRAFT]
NEWEST = (SpecVersion.V2025_11_25, SpecVersion.V2026_07_28)


def played(version):
    return [
        (scenario, transport)
        for scenario in all_scenarios()
        for transport in ("stdio", "http")
        if scenario.fits(version, transport)
    ]


# What no right client does, and what a newest revision with a handshake cannot show.
NO_OCCASION = {"CLIENT-046", "CLIENT-023"}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_right_client_breaks_no_rule_in_any_scenario_and_gives_every_rule_an_occasion(version):
    tries = [partial(found_in, scenario, version, over) for scenario, over in played(version)]
    seen = confirmed(tries, lambda _, found: found)
    names = [f"{scenario.name} over {over}" for scenario, over in played(version)]
    wrong = {name: found for name, (found, _) in zip(names, seen, strict=True) if found}
    assert wrong == {}
    looked = {rule for _, rules in seen for rule in rules}
    assert {rule.id for rule in client_corpus(version)} - looked <= NO_OCCASION


def proofs(version):
    """One for each rule and transport: at the newest of each era, and where the rule began."""
    for rule in client_corpus(version):
        if version not in NEWEST and rule.revision is not version:
            continue
        scenario = find_scenario(str(rule.proof.hints["scenario"]))
        overs = [rule.proof.transport] if rule.proof.transport else ["stdio", "http"]
        yield from ((rule, scenario, over) for over in overs if scenario.fits(version, over))


@pytest.mark.parametrize("over", ["stdio", "http"])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_client_with_one_fault_is_found_by_the_rule_that_names_it(version, over):
    asked = [proof for proof in proofs(version) if proof[2] == over]
    tries = [
        partial(found_in, scenario, version, over, rule.proof.fails)
        for rule, scenario, over in asked
    ]
    seen = confirmed(tries, lambda number, found: asked[number][0].id not in found)
    missed = [
        f"{rule.id} over {over}"
        for (rule, _, over), (found, _) in zip(asked, seen, strict=True)
        if rule.id not in found
    ]
    assert missed == []


def test_sixty_faults_or_more_are_tried():
    faults = {(rule.id, over) for version in VERSIONS for rule, _, over in proofs(version)}
    assert len({rule for rule, _ in faults}) >= 60
    assert len(faults) >= 100


def test_every_rule_of_every_revision_names_a_scenario_that_fits_somewhere():
    proved = {rule.id for version in VERSIONS for rule, _, _ in proofs(version)}
    every = {rule.id for corpus in client_registry().all().values() for rule in corpus}
    assert proved == every
