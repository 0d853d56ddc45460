"""Create the safety gate of a run from its servers."""

from __future__ import annotations

from collections.abc import Mapping

from mcptest.model.json import JsonObject
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.target import Target


def gate_for(
    policy: ExecutionPolicy,
    targets: Mapping[str, Target],
    *,
    slow_after: float | None = None,
    arguments: Mapping[str, JsonObject] | None = None,
) -> Gate:
    """Servers at an address are paced; names with the same target are one server."""
    hosted = {name: target for name, target in targets.items() if target.hosted}
    near = [name for name, target in hosted.items() if target.near]
    return Gate(
        policy,
        hosted=list(hosted),
        loopback=near,
        same=_same(targets),
        slow_after=slow_after,
        arguments=arguments,
    )


def _same(targets: Mapping[str, Target]) -> dict[str, str]:
    """Each name with the first one that has its target."""
    first: list[tuple[Target, str]] = []
    names: dict[str, str] = {}
    for name, target in targets.items():
        known = next((other for seen, other in first if seen == target), None)
        if known is None:
            first.append((target, name))
        names[name] = known or name
    return names
