"""The gate knows which servers are HTTP, which are near, and which are one."""

import asyncio

import pytest

from mcptest.engine.gatekeeping import gate_for
from mcptest.model.loopback import is_loopback
from mcptest.model.tool import ToolDescriptor
from mcptest.safety import ExecutionPolicy, Permit
from mcptest.safety.policy import PolicyOptions
from mcptest.wire.target import HttpTarget, StdioTarget

CREATE = ToolDescriptor.from_json({"name": "create_thing"})


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("localhost", True),
        ("LOCALHOST", True),
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("[::1]", True),
        ("127.example.com", False),
        ("localhost.example.com", False),
        ("0.0.0.0", False),
        ("10.0.0.1", False),
        ("", False),
    ],
)
def test_only_this_machine_is_loopback(host, near):
    assert is_loopback(host) is near


@pytest.mark.parametrize(
    ("target", "knobs", "delay"),
    [
        (HttpTarget("http://127.0.0.1:8000/mcp"), {}, None),
        (HttpTarget("http://[::1]:8000/mcp"), {}, None),
        (HttpTarget("http://localhost/mcp"), {"call_delay": 0.1}, 0.1),
        (HttpTarget("https://example.com/mcp"), {}, 0.1),
        (HttpTarget("https://example.com/mcp"), {"call_delay": 0.0}, None),
        (HttpTarget("http://[broken/mcp"), {}, 0.1),
        (StdioTarget(("server",)), {"call_delay": 5.0}, None),
    ],
)
def test_the_pause_depends_on_where_the_server_is(target, knobs, delay):
    gate = gate_for(ExecutionPolicy.of(PolicyOptions(**knobs)), {"s": target})
    pace = gate._pace_of("s")
    assert (None if pace is None else pace._delay) == delay


def test_names_with_one_target_share_the_one_call():
    one, other = StdioTarget(("a",)), StdioTarget(("b",))
    gate = gate_for(ExecutionPolicy(), {"s": one, "s@old": one, "t": other})

    async def may(server):
        async with gate.enter(server, CREATE, "probe") as answer:
            return isinstance(answer, Permit)

    assert [asyncio.run(may(name)) for name in ("s@old", "s", "t")] == [True, False, True]
