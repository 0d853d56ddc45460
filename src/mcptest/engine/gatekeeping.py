"""The gate of a run, made from the servers that the run is about."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from mcptest.model.loopback import is_loopback
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.target import HttpTarget, Target


def gate_for(
    policy: ExecutionPolicy, targets: Mapping[str, Target], *, slow_after: float | None = None
) -> Gate:
    """HTTP servers are paced; names with the same target are one server."""
    http = {name: target for name, target in targets.items() if isinstance(target, HttpTarget)}
    near = [name for name, target in http.items() if _is_near(target)]
    return Gate(policy, http=list(http), loopback=near, same=_same(targets), slow_after=slow_after)


def _is_near(target: HttpTarget) -> bool:
    try:
        return is_loopback(urlsplit(target.url).hostname or "")
    except ValueError:
        return False


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
