"""Require explicit consent before another machine is attacked."""

from __future__ import annotations

from urllib.parse import urlsplit

from mcptest.errors import RefusedByPolicyError
from mcptest.model.loopback import is_loopback
from mcptest.wire.target import HttpTarget, Target


def demand_permission(target: Target, host: str | None) -> None:
    """``host`` is the machine that the user says they may test.

    Raises: RefusedByPolicyError.
    """
    if not isinstance(target, HttpTarget):
        return
    named = urlsplit(target.url).hostname or ""
    if is_loopback(named) or host == named:
        return
    raise RefusedByPolicyError(
        "security-attack-remote",
        f"--attack is refused for {named}, which is not this machine",
        hint=f"if you may test it, add --i-may-test {named}",
    )
