"""Smaller inputs that still show the same."""

import asyncio

import pytest

from mcptest.fuzz.shrink import shrink, simpler

BASE = {"query": "example", "limit": 10}


def smallest(found, shows, *, reruns=300, base=None):
    calls = []

    async def still(candidate):
        calls.append(candidate)
        try:
            return bool(shows(candidate))
        except (KeyError, TypeError, AttributeError, IndexError):
            return False

    small = asyncio.run(shrink(found, BASE if base is None else base, still, reruns=reruns))
    return small, len(calls)


@pytest.mark.parametrize(
    ("found", "shows", "small"),
    [
        ({"query": "it's", "limit": 7, "x": [1]}, lambda a: "'" in a["query"], {"query": "'"}),
        ({"limit": 2**40}, lambda a: a["limit"] > 1000, {"limit": 1001}),
        ({"limit": -(2**40)}, lambda a: a["limit"] < -1, {"limit": -2}),
        ({"ratio": 1234.56}, lambda a: a["ratio"] > 1000, {"ratio": 1001}),
        ({"tags": ["a", "b", "c", "d"]}, lambda a: len(a["tags"]) > 1, {"tags": ["", ""]}),
        ({"tags": list("abcdef")}, lambda a: "f" in a["tags"], {"tags": ["f"]}),
        ({"f": {"a": {"b": "xyz"}, "c": 1}}, lambda a: a["f"]["a"]["b"], {"f": {"a": {"b": "a"}}}),
        ({"query": "q", "flag": True}, lambda a: a["flag"] is True, {"flag": True}),
        ({"query": "q", "none": None}, lambda a: "none" in a and len(a) == 1, {"none": None}),
        ({"query": "x" * 5_000}, lambda a: len(a["query"]) > 200, {"query": "x" * 201}),
        ({"query": "ab\ncd"}, lambda a: "\n" in a["query"], {"query": "\n"}),
        ({"long" * 20: 1}, lambda a: a.keys() - {"query"}, {"": 0}),
        ({"query": "q", "limit": 5}, lambda a: a["limit"] == 5 and a["query"], {"query": "a", "limit": 5}),
        ({}, lambda a: True, {}),
    ],
)  # fmt: skip
def test_the_smallest_is_found(found, shows, small):
    assert smallest(found, shows)[0] == small


def test_the_number_of_tries_is_bounded():
    _, tries = smallest({"query": "x" * 5_000}, lambda a: len(a["query"]) > 200, reruns=9)
    assert tries == 9


def test_no_further_call_ends_it():
    async def still(_candidate):
        return None

    found = {"query": "abc"}
    assert asyncio.run(shrink(found, BASE, still, reruns=50)) == found


@pytest.mark.parametrize("value", [None, True, False])
def test_some_values_are_as_simple_as_they_get(value):
    assert list(simpler(value)) == []


def test_what_is_huge_is_brought_down():
    assert 0 in list(simpler(1e308))
