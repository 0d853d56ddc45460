"""The safety policy of a command: its options on top of the suite's."""

from __future__ import annotations

from mcptest.cli.servers import ServerChoice
from mcptest.safety.policy import ExecutionPolicy, PolicyOptions


def policy_for(server: ServerChoice, flags: PolicyOptions) -> ExecutionPolicy:
    """``run_options`` count where the server comes from a suite; a flag wins.

    Raises: FileProblemsError.
    """
    if server.from_suite is None:
        return ExecutionPolicy.of(flags)
    return ExecutionPolicy.of(flags, server.suite(server.from_suite).run_options)
