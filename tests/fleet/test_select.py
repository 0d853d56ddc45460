"""Which servers a command line asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.errors import NothingSelectedError, UsageError
from mcptest.fleet.inventory.fleet import FleetServer
from mcptest.fleet.inventory.select import FleetSelection, select
from mcptest.model.location import Location


def server(name, *tags):
    return FleetServer(name=name, form={}, folder=".", where=Location("f", 1, 1), tags=tags)


FLEET = [server("a", "x"), server("b", "x", "y"), server("c"), server("d", "y")]


def names(**said):
    return [each.name for each in select(FLEET, FleetSelection(**said))]


def test_tags_choose_and_leave_out():
    assert names() == ["a", "b", "c", "d"]
    assert names(tags=("x",)) == ["a", "b"]
    assert names(tags=("x", "y"), skip_tags=("x",)) == ["d"]
    assert names(names=("d", "a")) == ["a", "d"]
    assert names(changed={"c"}) == ["c"]


def test_a_shard_is_cut_from_what_is_left():
    assert names(shard="1/2") == ["a", "c"]
    assert names(shard="2/2", tags=("x",)) == ["b"]


@given(st.integers(1, 9), st.integers(1, 30))
def test_shards_are_the_fleet_without_overlap(parts, size):
    fleet = [server(str(number)) for number in range(size)]
    seen = []
    for part in range(1, parts + 1):
        if part <= size:
            seen += [each.name for each in select(fleet, FleetSelection(shard=f"{part}/{parts}"))]
    assert sorted(seen) == sorted(each.name for each in fleet)


@pytest.mark.parametrize(
    "said", [{"tags": ("z",)}, {"changed": set()}, {"skip_tags": ("x", "y"), "names": ("a",)}]
)
def test_nothing_left_is_told_with_what_there_is(said):
    with pytest.raises(NothingSelectedError) as caught:
        names(**said)
    assert caught.value.exit_code == 7
    assert caught.value.hint


def test_a_name_that_nobody_has_is_a_mistake():
    with pytest.raises(UsageError) as caught:
        names(names=("aa",))
    assert caught.value.code == "server-unknown"
