"""Run ``fleet run``: apply the options to the fleet file, then run the fleet."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click

from mcptest import __version__
from mcptest.audit.plan import STAGES
from mcptest.cli.fleet.show import Screen, servers_text, show_run
from mcptest.engine.clock import SystemClock
from mcptest.errors import ExitCode, NothingSelectedError, UsageError
from mcptest.fleet.fleet_run import FleetRun
from mcptest.fleet.folder import HOME, RunFolder, new_id, runs_in
from mcptest.fleet.history import look_back
from mcptest.fleet.inventory.fleet import Fleet, FleetServer
from mcptest.fleet.inventory.load import load_fleet
from mcptest.fleet.inventory.names import MAIN_NAMES
from mcptest.fleet.inventory.select import FleetSelection, select
from mcptest.fleet.journal import Journal, Journalled, begun, read_journal
from mcptest.fleet.orchestrate import FleetRunner, Orders
from mcptest.fleet.workers.engine import Engine
from mcptest.fleet.workers.job import Job, JobWish, make_job
from mcptest.interruption.signals import heard
from mcptest.model.escape import one_line, visible
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.ownership import distrust


@record(kw_only=True)
class FleetFlags:
    """What was typed; None where the fleet file may decide."""

    path: Path | None = None
    names: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    skip_tags: tuple[str, ...] = ()
    changed_since: str | None = None
    shard: str | None = None
    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    seed: int | None = None
    timeout: float | None = None
    total_timeout: float | None = None
    jobs: int | None = None
    fail_fast: bool = False
    engine: str = "local"
    scheduler: str | None = None
    out: Path | None = None
    resume: bool = False
    against: Path | None = None
    dry_run: bool = False
    shape: str = "text"
    no_color: bool = False
    locks: Path | None = None
    knobs: Mapping[str, Json]


def run_fleet(flags: FleetFlags) -> int:
    """Load, select, run, report."""
    if flags.scheduler is not None and flags.engine != "dask":
        raise UsageError("fleet-scheduler", "--scheduler requires --engine dask")
    fleet = load_fleet(find_fleet(flags.path), env=os.environ)
    fleet.require()
    jobs = _jobs(fleet, flags)
    if flags.dry_run:
        return _list(jobs, fleet.notes)
    folder, old = _folder(fleet, flags)
    run = _identity(fleet, flags, folder, old)
    orders = _orders(fleet, flags, jobs, run, folder, old)
    engine = _engine(flags, run.jobs)  # before the folder: an unreachable cluster creates none
    try:
        folder.make()
        journal = Journal(folder.journal)
        journal = journal.resume(SystemClock().now()) if old else journal.begin(run)
        finished = _orchestrate(orders, flags, engine, folder, journal)
    finally:
        engine.close()
    show_run(finished, folder, as_json=flags.shape == "json", plain=flags.no_color)
    return finished.exit_code


def find_fleet(path: Path | None) -> Path:
    """Raises: UsageError."""
    candidates = [path] if path is not None else []
    if path is None or path.is_dir():
        candidates = [(path or Path()) / name for name in MAIN_NAMES]
    for candidate in candidates:
        if candidate.exists():
            return candidate
    raise UsageError(
        "no-fleet",
        f"{' or '.join(map(str, candidates))} not found",
        hint="run `mcptest fleet init` to create one from client configs, folders or URLs",
    )


def _jobs(fleet: Fleet, flags: FleetFlags) -> list[Job]:
    """A server with nothing to do (no suite, where only suites were asked for) has no job.

    Raises: NothingSelectedError, UsageError.
    """
    wish = _wish(fleet, flags)
    jobs = [make_job(fleet, server, wish) for server in _chosen(fleet, flags)]
    busy = [job for job in jobs if job.data["stages"] or job.data["suite"]]
    if not busy:
        message = f"none of the {len(jobs)} selected servers has a suite"
        raise NothingSelectedError("nothing-selected", message)
    return busy


def _wish(fleet: Fleet, flags: FleetFlags) -> JobWish:
    chosen = flags.only or (*fleet.audit.stages, "suite")
    wanted = [name for name in (*STAGES, "suite") if name in chosen and name not in flags.skip]
    if not wanted:
        raise UsageError("audit-no-stage", "--only and --skip exclude every stage")
    return JobWish(
        stages=tuple(name for name in STAGES if name in wanted),
        suites="suite" in wanted,
        seed=flags.seed if flags.seed is not None else fleet.audit.seed,
        knobs=flags.knobs,
        limit=flags.timeout,
        locks=None if flags.locks is None else str(flags.locks.resolve()),
    )


def _chosen(fleet: Fleet, flags: FleetFlags) -> list[FleetServer]:
    changed = None
    if flags.changed_since is not None:
        from mcptest.fleet.inventory.changed import changed_servers

        changed = changed_servers(fleet, flags.changed_since, env=os.environ)
    selection = FleetSelection(
        names=flags.names,
        tags=flags.tags,
        skip_tags=flags.skip_tags,
        shard=flags.shard,
        changed=changed,
    )
    return select(fleet.servers, selection)


def _list(jobs: list[Job], notes: Sequence[str]) -> int:
    for job in jobs:
        suite = job.data["suite"]
        parts = [*(f"#{tag}" for tag in job.server.tags), *([f"with {suite}"] if suite else [])]
        trouble = [f"cannot run: {each.message}" for each in job.server.trouble]
        click.echo(one_line("  ".join([job.server.name, *parts, *trouble]), limit=500))
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
    click.echo(f"{servers_text(len(jobs))} would run", err=True)
    return ExitCode.OK


def _folder(fleet: Fleet, flags: FleetFlags) -> tuple[RunFolder, Journalled | None]:
    """Where results go, and the run to resume.

    Raises: UsageError.
    """
    why = None if flags.out is not None else distrust(HOME)
    if not flags.resume:
        if why is not None:
            click.echo(f"warning: earlier runs in {HOME} are not used: {why}", err=True)
        if flags.out is not None and begun(flags.out / "journal.ndjson"):
            raise UsageError(
                "fleet-folder-taken",
                f"{flags.out} already contains a fleet run",
                hint="use another folder, or continue that run with --resume",
            )
        now = SystemClock().now()
        salt = hashlib.sha256(f"{fleet.path.resolve()} {os.getpid()} {os.urandom(8)!r}".encode())
        return RunFolder(flags.out or HOME / new_id(now, salt.hexdigest())), None
    if why is not None:
        raise UsageError("fleet-no-journal", f"cannot resume from {HOME}: {why}")
    if flags.out is not None:
        return RunFolder(flags.out), read_journal(flags.out / "journal.ndjson")
    for path in runs_in(HOME):
        with suppress(UsageError):  # a run that never began cannot be resumed
            old = read_journal(path / "journal.ndjson")
            if old.run.fleet == fleet.name and not old.finished:
                return RunFolder(path), old
    raise UsageError("fleet-no-journal", "there is no interrupted run to resume")


def _identity(
    fleet: Fleet, flags: FleetFlags, folder: RunFolder, old: Journalled | None
) -> FleetRun:
    return FleetRun(
        id=old.run.id if old else folder.path.name,
        mcptest=__version__,
        fleet=fleet.name,
        file=str(fleet.path),
        started=old.run.started if old else SystemClock().now(),
        engine=flags.engine,
        jobs=flags.jobs or os.cpu_count() or 1,
        seed=flags.seed if flags.seed is not None else fleet.audit.seed,
        shard=flags.shard,
        notes=fleet.notes,
    )


def _orders(
    fleet: Fleet,
    flags: FleetFlags,
    jobs: list[Job],
    run: FleetRun,
    folder: RunFolder,
    old: Journalled | None,
) -> Orders:
    stages = {job.server.name: job.stages for job in jobs}
    past = look_back(fleet.name, stages, home=HOME, this=folder.path, against=flags.against)
    runs = sorted({each.run for each in past.newest.values()})
    return Orders(
        run=replace(run, against=runs[-1] if runs else None),
        jobs=jobs,
        gates=fleet.gates_for,
        done=old.servers if old else {},
        past=past,
        total=flags.total_timeout or fleet.limits.total,
        fail_fast=flags.fail_fast,
    )


def _orchestrate(
    orders: Orders, flags: FleetFlags, engine: Engine, folder: RunFolder, journal: Journal
) -> FleetRun:
    try:
        with Screen(len(orders.jobs), plain=flags.no_color) as screen:
            runner = FleetRunner(orders, engine, folder, journal, screen)
            with heard(runner.interrupt):
                return runner.run()
    finally:
        journal.close()


def _engine(flags: FleetFlags, jobs: int) -> Engine:
    if flags.engine == "dask":
        from mcptest.fleet.workers.cluster import DaskEngine

        cluster = DaskEngine(jobs, flags.scheduler)
        if not cluster.has_workers():
            message = f"no worker is connected to {flags.scheduler} yet; waiting for one"
            click.echo(f"warning: {visible(message)}", err=True)
        return cluster
    from mcptest.fleet.workers.local import LocalEngine

    return LocalEngine(jobs)
