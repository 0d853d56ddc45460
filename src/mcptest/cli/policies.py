"""The safety policy of a command: its flags, laid over what the suite says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mcptest.cli.servers import ServerChoice
from mcptest.plan import load_suite
from mcptest.safety.policy import ExecutionPolicy


def policy_for(server: ServerChoice, knobs: Mapping[str, Any]) -> ExecutionPolicy:
    """``run_options`` count where the server comes from a suite; a flag wins.

    Raises: FileProblemsError.
    """
    if server.from_suite is None:
        return ExecutionPolicy.of(knobs)
    suite = load_suite(Path(server.from_suite), env=server.environ)
    return ExecutionPolicy.of(knobs, asdict(suite.run_options))
