"""The snapshots of tests in code: where they are, and when they are not written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mcptest.errors import RefusedByPolicyError
from mcptest.model.redaction import Redactor
from mcptest.plan.run_plan import Flags, refuse_update_in_ci
from mcptest.suite.snapshots import SnapshotFolder


def flags_of(config: pytest.Config) -> Flags:
    """What the command line of pytest says, in the words of a run."""
    return Flags(update_snapshots=bool(config.getoption("mcptest_update_snapshots")))


def refuse_in_ci() -> None:
    """Raises: pytest.UsageError."""
    try:
        refuse_update_in_ci(Flags(update_snapshots=True))
    except RefusedByPolicyError as error:
        raise pytest.UsageError(error.message) from None


def store_beside(path: Path, config: pytest.Config, secrets: tuple[str, ...]) -> SnapshotFolder:
    """The snapshots of a test file, in the folder that suites use as well."""
    return SnapshotFolder(
        path,
        update=flags_of(config).update_snapshots,
        store_new="CI" not in os.environ,
        redact=Redactor(secrets).json,
    )
