"""Our shapes and the official schemas judge alike, but for the differences that are listed."""

from __future__ import annotations

import pytest
from tests.shapes import official
from tests.shapes.differences import DIFFERENCES
from tests.shapes.instances import instances
from tests.shapes.pairs import OURS_ALONE, UNPAIRED, our_schema, pairs

from mcptest.model.spec_version import SpecVersion
from mcptest.shapes.misfit import misfits_in, starred
from mcptest.shapes.shapes import shapes_of

pytestmark = [
    pytest.mark.skipif(official.ABSENT, reason=official.REASON),
    pytest.mark.untraced,  # a hundred thousand values; tracing would double their time
]
SEARCHED = 12  # of so many pairs, one gets examples from hypothesis, which take their time
PARTS = 8
LEAST = 1_000  # instances of a part
SHARES = [(version, part) for version in official.DATED for part in range(PARTS)]


def disagreements(pair, *, searching):
    """Who refuses what the other takes, with the places; and how many values were held."""
    count, found = 0, []
    for schema in (pair.ours, pair.theirs):
        for value in instances(schema, searching=searching):
            count += 1
            ours, theirs = pair.our_check.is_valid(value), pair.their_check.is_valid(value)
            if ours != theirs:
                found.append((value, *_refusal(pair, value, ours=ours)))
    return count, found


def _refusal(pair, value, *, ours):
    if ours:
        return "official", {starred(error.pointer) for error in pair.their_check.errors(value)}
    found = misfits_in(shapes_of(pair.version), pair.ours, value)
    return "ours", {misfit.place for misfit in found}


@pytest.mark.parametrize(("version", "part"), SHARES)
def test_both_judge_alike_but_for_what_is_listed(version, part):
    unlisted, total = [], 0
    for number, pair in enumerate(pairs(version)[part::PARTS]):
        count, found = disagreements(pair, searching=number % SEARCHED == 0)
        total += count
        for value, stricter, places in found:
            unlisted += [
                (pair.name, stricter, place, value)
                for place in places
                if not explained(stricter, version, pair.name, place)
            ]
    assert unlisted[:5] == []
    assert total > LEAST


def explained(stricter, version, name, place):
    return any(one.explains(stricter, version.wire, name, place) for one in DIFFERENCES)


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda one: one.reason)
def test_a_difference_that_is_listed_still_occurs(difference):
    names, value = difference.witness
    for wire in difference.revisions:
        known = pairs(SpecVersion.from_wire(wire))
        [pair] = [pair for pair in known if pair.name in names.split("|")]
        ours, theirs = pair.our_check.is_valid(value), pair.their_check.is_valid(value)
        assert (ours, theirs) == (difference.stricter != "ours", difference.stricter == "ours")
        stricter, places = _refusal(pair, value, ours=ours)
        assert all(difference.explains(stricter, wire, pair.name, place) for place in places)


@pytest.mark.parametrize("version", official.DATED)
def test_every_official_definition_has_its_counterpart_or_a_reason(version):
    names = {name for name in official.definitions(version) if our_schema(version, name) is None}
    assert names <= set().union(*UNPAIRED.values())


def test_the_names_without_counterpart_exist():
    known = {name for version in official.DATED for name in official.definitions(version)}
    assert set().union(*UNPAIRED.values()) <= known


@pytest.mark.parametrize("version", official.DATED)
def test_every_shape_of_ours_is_compared_or_says_why_not(version):
    named = {name for name in shapes_of(version).definitions if ":" not in name}
    compared = {our_name(pair) for pair in pairs(version)} | {pair.name for pair in pairs(version)}
    assert named - compared <= set().union(*OURS_ALONE.values())


def our_name(pair):
    return pair.ours.get("$ref", "").removeprefix("#/$defs/")


def test_a_shape_that_lost_a_member_is_noticed():
    [pair] = [pair for pair in pairs(official.DATED[-1]) if pair.name == "Root"]
    bent = {**pair.ours, "$defs": {"Root": {"type": "object"}}}
    count, found = disagreements(type(pair)(pair.version, pair.name, bent), searching=False)
    assert count > len(found) > 0
    assert {stricter for _, stricter, _ in found} == {"official"}
