"""Runs the lab: ``python -m tests.lab.run``; see docs/explanation/lab.md."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest
from tests.lab import report
from tests.lab.change import Change
from tests.lab.illegal.envelopes import changes as envelope_changes
from tests.lab.illegal.http_faults import changes as http_faults
from tests.lab.illegal.scenes import member_work
from tests.lab.illegal.trial import try_illegal, try_illegal_on
from tests.lab.judging import Outcome, Verdicts
from tests.lab.legal.together import grouped
from tests.lab.legal.trial import (
    MOCK,
    REAL,
    Ground,
    baseline,
    ground_of,
    try_legal,
    try_together,
)
from tests.lab.stages import IMPATIENT, Scene

from mcptest.model.spec_version import SpecVersion

VERSIONS = tuple(version for version in SpecVersion if version is not SpecVersion.DRAFT)
STATELESS = ("mcp 2.x", "FastMCP", "TypeScript 2.x")


def main() -> int:
    asked = _arguments()
    work = [*_illegal(asked)] if "illegal" in asked.kinds else []
    work += [*_legal(asked)] if "legal" in asked.kinds else []
    outcomes = []
    for outcome in _done(work, asked.jobs):
        outcomes.append(outcome)
        if not outcome.good:
            sys.stderr.write(f"{report.line(outcome)}\n")
    sys.stdout.write(report.table(outcomes))
    if asked.json:
        report.save(outcomes, asked.json)
    return report.status(outcomes)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.lab.run")
    parser.add_argument("--kinds", default="illegal,legal", help="illegal, legal, or both")
    parser.add_argument("--servers", default="", help="some of the servers, by name")
    parser.add_argument("--revisions", default="", help="some of the revisions")
    parser.add_argument("--sample", type=int, help="so many changes of each group")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="changes with this text in their name")
    parser.add_argument("--alone", action="store_true", help="try no legal changes together")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", help="write every outcome to this file")
    asked = parser.parse_args()
    asked.kinds = asked.kinds.split(",")
    asked.servers = asked.servers.split(",") if asked.servers else [MOCK, *REAL]
    asked.versions = [v for v in VERSIONS if not asked.revisions or v.value in asked.revisions]
    return asked


def picked(work: list, asked: argparse.Namespace, name: Callable = lambda one: one.name) -> list:
    """The sample that was asked for; the same for the same seed."""
    work = [one for one in work if asked.only in name(one)]
    if asked.sample is None or asked.sample >= len(work):
        return work
    return random.Random(asked.seed).sample(work, asked.sample)


Task = Callable[[], list[Outcome]]


def _illegal(asked: argparse.Namespace) -> Iterator[Task]:
    if MOCK not in asked.servers:
        return
    for version in asked.versions:
        plain = Scene("healthy", version, limits=IMPATIENT)
        work = [*member_work(version), *((plain, one) for one in envelope_changes(version))]
        for scene, change in picked(work, asked, lambda pair: pair[1].name):
            yield lambda scene=scene, change=change: [try_illegal(scene, change)]
        if version > SpecVersion.V2024_11_05:
            faults = picked(list(http_faults(version)), asked)
            yield lambda version=version, faults=faults: _http_faults(version, faults)


def _http_faults(version: SpecVersion, faults: list) -> list[Outcome]:
    with ground_of(MOCK, "http", version) as ground:
        before = baseline(ground)
        return [try_illegal_on(ground, change, before) for change in faults]


def _legal(asked: argparse.Namespace) -> Iterator[Task]:
    for server in asked.servers:
        try:
            for transport, version in _grounds(server, asked.versions):
                yield from _shares(server, transport, version, asked)
        except pytest.skip.Exception as missing:
            sys.stderr.write(f"{server}: {missing}\n")


def _grounds(server: str, versions: list[SpecVersion]) -> Iterator[tuple[str, SpecVersion]]:
    """The mock at every revision; the others at the newest of each era that they speak."""
    for version in versions:
        stateless = version is SpecVersion.V2026_07_28
        if server == MOCK:
            yield "memory", version
        if server == MOCK and version in (SpecVersion.V2025_06_18, SpecVersion.V2026_07_28):
            yield "stdio", version
            yield "http", version
        if server != MOCK and version is SpecVersion.V2025_11_25:
            yield "stdio", version
            yield "http", version
        if stateless and server in STATELESS:
            yield "http", version


def _shares(
    server: str, transport: str, version: SpecVersion, asked: argparse.Namespace
) -> Iterator[Task]:
    """A ground's changes in parts, so that several processes share them."""
    with ground_of(server, transport, version) as ground:
        changes = ground.changes()
    if transport == "stdio":  # each start of a real server costs a second: what is about the pipe
        changes = [one for one in changes if "memory" not in one.on or "JSON text" in one.name]
    changes = picked(changes, asked)
    alone = asked.alone or transport == "memory"  # where a trial costs next to nothing
    groups = [[one] for one in changes] if alone else grouped(changes)
    for start in range(0, len(groups), PART):
        part = groups[start : start + PART]
        yield lambda part=part: _on_ground(server, transport, version, part)


PART = 10


def _on_ground(
    server: str, transport: str, version: SpecVersion, groups: list[list[Change]]
) -> list[Outcome]:
    with ground_of(server, transport, version) as ground:
        before = _before(server, transport, version)
        return [outcome for group in groups for outcome in _tried(ground, group, before)]


def _tried(ground: Ground, group: list[Change], before: Verdicts) -> Iterable[Outcome]:
    if len(group) > 1:
        return try_together(ground, group, before)
    return [try_legal(ground, group[0], before)]


@cache
def _before(server: str, transport: str, version: SpecVersion) -> Verdicts:
    with ground_of(server, transport, version) as ground:
        return baseline(ground)


_WORK: list[Task] = []


def _do(number: int) -> list[Outcome]:
    return _WORK[number]()


def _done(work: list[Task], jobs: int) -> Iterator[Outcome]:
    """A fork has the work already; what comes back is data."""
    _WORK[:] = work
    if jobs == 1:
        for task in work:
            yield from task()
        return
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for outcomes in pool.imap_unordered(_do, range(len(work))):
            yield from outcomes


if __name__ == "__main__":
    sys.exit(main())
