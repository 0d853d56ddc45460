"""A sample of the lab, the same at every run; ``make lab`` runs it in whole."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import ClassVar

import pytest
from tests.lab.change import Change, Middle
from tests.lab.explained import ALLOWED, SURVIVORS, explanation_of
from tests.lab.illegal.envelopes import changes as envelope_changes
from tests.lab.illegal.http_faults import changes as http_faults
from tests.lab.illegal.scenes import member_work
from tests.lab.illegal.trial import before, try_illegal, try_illegal_on
from tests.lab.judging import judge_legal
from tests.lab.legal import legal_changes
from tests.lab.legal.together import family_of, grouped
from tests.lab.legal.trial import MOCK, baseline, ground_of, try_legal, try_together
from tests.lab.run import VERSIONS
from tests.lab.stages import IMPATIENT, Scene

from mcptest.compliance.corpus.version_corpus import load_all
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

# Whole grades, over and over; tracing what other tests cover would double their time.
pytestmark = pytest.mark.untraced
NEWEST = SpecVersion.V2025_11_25
SAMPLE = 4


@cache
def healthy(version):
    return Scene("healthy", version)


def dealt(work, number=SAMPLE, seed=15):
    return random.Random(seed).sample(work, min(number, len(work)))


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.value)
def test_a_legal_change_moves_no_verdict(version):
    with ground_of(MOCK, "memory", version) as ground:
        outcomes = [
            try_legal(ground, change, before(healthy(version)))
            for change in dealt(ground.changes())
        ]
    assert [one for one in outcomes if not one.good] == []


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_other_bytes_for_the_same_messages_move_no_verdict(transport):
    with ground_of(MOCK, transport, NEWEST) as ground:
        kept, _ = ground.grade(None)
        bytes_alone = [one for one in ground.changes() if "memory" not in one.on]
        outcomes = [try_legal(ground, change, kept) for change in dealt(bytes_alone, 2)]
    assert [one for one in outcomes if not one.good] == []


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.value)
def test_an_illegal_change_of_a_required_member_is_found(version):
    work = [pair for pair in member_work(version, 1) if pair[1].required]
    outcomes = [try_illegal(scene, change) for scene, change in dealt(work)]
    assert [one for one in outcomes if not one.good and not explanation_of(one.change)] == []


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.value)
def test_a_broken_envelope_is_found(version):
    scene = Scene("healthy", version, limits=IMPATIENT)
    work = [change for change in envelope_changes(version) if " of *" not in change.name]
    outcomes = [try_illegal(scene, change) for change in dealt(work, 3)]
    assert [one for one in outcomes if not one.good and not explanation_of(one.change)] == []


def test_wrong_http_is_found():
    with ground_of(MOCK, "http", NEWEST) as ground:
        kept, _ = ground.grade(None)
        faults = dealt(list(http_faults(NEWEST)), 2)
        outcomes = [try_illegal_on(ground, change, kept) for change in faults]
    assert [one for one in outcomes if not one.good and not explanation_of(one.change)] == []


def test_there_are_enough_changes():
    legal = {name for version in VERSIONS for name in legal_changes(version)}
    assert len(legal) >= 150
    assert len(member_work(NEWEST, 1)) >= 600


def test_a_change_that_does_harm_is_seen():
    def deaf(message, asked):
        yield {**message, "jsonrpc": "1.0"}

    harm = Change("harm", "", lambda: Middle(say=deaf))
    after = healthy(NEWEST).grade(harm.make())
    good, how, rules = judge_legal(harm, before(healthy(NEWEST)), after, frozenset())
    assert (good, how) == (False, "changed")
    assert "RPC-001" in rules


def test_a_change_that_does_nothing_finds_nothing():
    idle = Change("idle", "", Middle)
    assert try_illegal(healthy(NEWEST), idle).how == "unreached"

    def counting():
        return Middle(made=1)

    assert try_illegal(healthy(NEWEST), Change("idle", "", counting)).how == "missed"


def test_every_explanation_is_about_something():
    rules = {rule.id for corpus in load_all().values() for rule in corpus}
    assert {rule for _, rule, _ in ALLOWED} <= rules
    assert all(why for *_, why in (*ALLOWED, *SURVIVORS))


def test_changes_of_one_group_are_of_different_families():
    changes = [one for one in legal_changes(NEWEST).values() if one.fits(NEWEST, "http")]
    groups = grouped(changes)
    assert sorted(one.name for group in groups for one in group) == sorted(
        one.name for one in changes
    )
    for group in groups:
        assert len({family_of(one) for one in group}) == len(group)
        assert len({one.may_apply for one in group}) == 1
    assert len(groups) < len(changes) / 3


def test_several_changes_at_once_move_no_verdict():
    with ground_of(MOCK, "http", NEWEST) as ground:
        kept, _ = ground.grade(None)
        group = max(grouped(ground.changes()), key=len)
        outcomes = list(try_together(ground, group, kept))
    assert {one.change for one in outcomes} == {one.name for one in group}
    assert [one for one in outcomes if not one.good] == []
    assert sum(one.how == "unmoved" for one in outcomes) >= 5


def test_the_harmful_one_of_a_group_is_named():
    def deaf(message, asked):
        yield {**message, "jsonrpc": "1.0"}

    harm = Change("every answer worse", "", lambda: Middle(say=deaf))
    mild = legal_changes(NEWEST)["JSON text: spaces after a message"]
    with ground_of(MOCK, "memory", NEWEST) as ground:
        outcomes = list(try_together(ground, [mild, harm], before(healthy(NEWEST))))
    assert [(one.change, one.good) for one in outcomes] == [(mild.name, True), (harm.name, False)]


def test_a_verdict_that_moves_only_once_does_not_count():
    def deaf(message, asked):
        yield {**message, "jsonrpc": "1.0"}

    middles = [Middle(say=deaf, made=1), Middle(made=1)]
    once = Change("once", "", lambda: middles.pop(0))
    with ground_of(MOCK, "memory", NEWEST) as ground:
        outcome = try_legal(ground, once, before(healthy(NEWEST)))
    assert (outcome.how, outcome.good, outcome.repeated) == ("unmoved", True, True)


def test_a_baseline_is_taken_until_two_in_a_row_agree():
    right = before(healthy(NEWEST))
    rule = next(iter(right))
    wrong = {**right, rule: replace(right[rule], status=Status.FAILED)}

    class Busy:
        """Times out at first."""

        taken: ClassVar = [wrong, right, right]

        def grade(self, change):
            return self.taken.pop(0), 0

    assert baseline(Busy()) == right
    assert Busy.taken == []
