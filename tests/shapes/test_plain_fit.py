"""What the quick look calls right, the validator calls right too."""

from __future__ import annotations

import pytest
from tests.shapes.instances import instances

from mcptest.model.spec_version import SpecVersion
from mcptest.shapes.shapes import shapes_of

RIGHT = {
    "initialize": {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {"listChanged": True}},
        "serverInfo": {"name": "s", "version": "1"},
    },
    "tools/list": {
        "tools": [
            {
                "name": "echo",
                "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
                "annotations": {"readOnlyHint": True},
            }
        ]
    },
    "tools/call": {"content": [{"type": "text", "text": "hello"}], "isError": False},
}


@pytest.mark.parametrize("version", SpecVersion)
def test_it_never_takes_what_the_validator_refuses(version):
    shapes = shapes_of(version)
    results = [name for name in shapes.definitions if name.endswith(":result")]
    assert results
    seen = {True: 0, False: 0}
    for name in results:
        check = shapes.validator(name)
        for value in instances(shapes.schema(name), searching=False):
            sure = shapes.surely_fits(name, value)
            seen[sure] += 1
            assert not sure or check.is_valid(value), (name, value)
    assert min(seen.values()) > 20


@pytest.mark.parametrize("method", RIGHT)
def test_it_takes_what_most_servers_say(method):
    shapes = shapes_of(SpecVersion.V2025_11_25)
    assert shapes.surely_fits(f"client:{method}:result", RIGHT[method])


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"content": None},
        {"content": [{"type": "text"}]},
        {"content": [{"type": "text", "text": 5}]},
        {"content": [], "isError": 1},
        {"content": [{"type": "telepathy", "text": "x"}]},
    ],
)
def test_it_does_not_take_what_is_wrong(value):
    shapes = shapes_of(SpecVersion.V2025_11_25)
    assert not shapes.surely_fits("client:tools/call:result", value)


def test_what_is_nested_too_deeply_is_left_to_the_validator():
    value: dict = {}
    for _ in range(60):
        value = {"properties": {"inner": value}, "type": "object"}
    tool = {"name": "deep", "inputSchema": value}
    shapes = shapes_of(SpecVersion.V2025_11_25)
    name = "client:tools/list:result"
    assert not shapes.surely_fits(name, {"tools": [tool]}) or shapes.validator(name).is_valid(
        {"tools": [tool]}
    )
