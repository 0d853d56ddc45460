"""Combine options and suites into the plan of one run."""

from __future__ import annotations

import os
from dataclasses import field, replace

from mcptest.engine.execute import RunPace
from mcptest.engine.gatekeeping import gate_for
from mcptest.engine.run import RunPlan
from mcptest.errors import (
    FileProblemsError,
    NothingSelectedError,
    Problem,
    RefusedByPolicyError,
)
from mcptest.model.record import record
from mcptest.model.run import Run
from mcptest.plan.selection import Selection, select
from mcptest.plan.servers import engine_servers
from mcptest.plan.snapshot_stores import SnapshotStores
from mcptest.plan.suites import Loaded
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy, PolicyOptions

AUTO_JOBS = 8


@record(kw_only=True)
class Flags(PolicyOptions):
    """What was asked for; None where the suite may decide."""

    selection: Selection = field(default_factory=Selection)
    jobs: int | None = None
    fail_fast: bool = False
    retry: int | None = None
    repeat: int | None = None
    fail_on_flaky: bool = False
    dry_run: bool = False
    deny_lints: bool = False
    seed: int | None = None
    update_snapshots: bool = False
    prune_snapshots: bool = False
    allow_update_in_ci: bool = False


def refuse_update_in_ci(flags: Flags) -> None:
    """Raises: RefusedByPolicyError."""
    changes = flags.update_snapshots or flags.prune_snapshots
    if changes and "CI" in os.environ and not flags.allow_update_in_ci:
        what = "updated" if flags.update_snapshots else "deleted"
        raise RefusedByPolicyError(
            "snapshots-in-ci",
            f"snapshots are not {what} when CI is set",
            hint="update them on your machine, or pass --allow-update-in-ci",
        )


def narrow(loaded: Loaded, flags: Flags) -> Loaded:
    """What is left to run, once everything that forbids a run was looked at.

    Raises: FileProblemsError, NothingSelectedError, UsageError.
    """
    if flags.deny_lints or loaded.options.deny_lints:
        _refuse_lints(loaded)
    return replace(loaded, cases=tuple(select(loaded.cases, flags.selection)))


def require_tests(loaded: Loaded) -> None:
    """Raises: NothingSelectedError where there is neither a test nor a gate."""
    if not loaded.cases and not _has_gates(loaded):
        raise NothingSelectedError(
            "no-tests",
            "the suite has no tests, so nothing would run",
            hint="add a test, for example under tools:, or write one with mcptest scaffold",
        )


def _refuse_lints(loaded: Loaded) -> None:
    """Raise with every deprecated feature, before anything is started."""
    from mcptest.lint.deprecation import lint_suite

    problems = [
        Problem(finding.id.lower(), finding.message, finding.where, finding.help)
        for suite in loaded.suites
        for finding in lint_suite(suite)
    ]
    if problems:
        raise FileProblemsError(problems)


def make_plan(loaded: Loaded, flags: Flags) -> RunPlan:
    """The flags laid over what the suites say."""
    options = loaded.options
    snapshots = SnapshotStores(
        loaded,
        update=flags.update_snapshots,
        prune=flags.prune_snapshots,
        whole=flags.selection == Selection(),
    )
    return RunPlan(
        command="run",
        cases=loaded.cases,
        servers=engine_servers(loaded.servers),
        pace=RunPace(
            jobs=flags.jobs or options.jobs or AUTO_JOBS,
            fail_fast=flags.fail_fast or bool(options.fail_fast),
        ),
        retry=flags.retry if flags.retry is not None else options.retry or 0,
        repeat=flags.repeat,
        fail_on_flaky=flags.fail_on_flaky or bool(options.fail_on_flaky),
        seed=flags.seed if flags.seed is not None else options.seed,
        gate=make_gate(loaded, flags),
        snapshots=snapshots,
        secrets=loaded.secrets,
        notes=loaded.notes,
        finish=lambda run: _with_gates(snapshots.tell(run), loaded),
    )


def check_gates(loaded: Loaded) -> None:
    """Find a scorecard that cannot be read before anything is started."""
    if _has_gates(loaded):
        from mcptest.plan.gating import check_scorecards

        check_scorecards(loaded)


def _with_gates(run: Run, loaded: Loaded) -> Run:
    if not _has_gates(loaded):
        return run
    from mcptest.plan.gating import with_gates

    return with_gates(run, loaded)


def _has_gates(loaded: Loaded) -> bool:
    return any("compliance" in suite.blocks for suite in loaded.suites)


def make_gate(loaded: Loaded, flags: Flags) -> Gate:
    targets = {spec.name: spec.target for spec in loaded.servers}
    return gate_for(ExecutionPolicy.of(flags, loaded.options), targets)
