"""Load and run suites from Python."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypedDict, Unpack

from mcptest.api.loop import wait_for
from mcptest.api.server import ServerLike, find_server, secrets_of
from mcptest.engine.run import RunPlan
from mcptest.engine.run import run as run_engine
from mcptest.errors import UsageError
from mcptest.model.events import Event
from mcptest.model.run import Run
from mcptest.plan import build_cases, load_suite
from mcptest.plan.run_plan import (
    Flags,
    check_gates,
    make_plan,
    narrow,
    refuse_update_in_ci,
    require_tests,
)
from mcptest.plan.selection import Selection
from mcptest.plan.suites import join_suites
from mcptest.safety.policy import POLICY_OPTIONS, ExecutionPolicy
from mcptest.suite.discover import discover
from mcptest.suite.load import Suite

SuiteLike: TypeAlias = "Suite | str | os.PathLike[str]"


def load(path: str | os.PathLike[str]) -> Suite:
    """Read a suite and check all of it; nothing is started.

    Raises: FileProblemsError with every problem of the file.
    """
    suite = load_suite(path, env=os.environ)
    build_cases(suite)
    return suite


class RunOptions(TypedDict, total=False):
    """What ``run`` takes beside the suites; the words are those of the command line."""

    servers: Mapping[str, ServerLike]  # in the place of those that the suites name
    filter: str
    tags: Sequence[str]
    skip_tags: Sequence[str]
    jobs: int
    retry: int
    fail_fast: bool
    seed: int
    update_snapshots: bool
    policy: ExecutionPolicy
    on_event: Callable[[Event], None]


def run(suites: SuiteLike | Sequence[SuiteLike], **options: Unpack[RunOptions]) -> Run:
    """Run suites, files or folders with suites, as ``mcptest run`` does.

    Raises: FileProblemsError, NothingSelectedError, UsageError; KeyboardInterrupt on Ctrl-C.
    """
    return wait_for(run_async(suites, **options))


async def run_async(suites: SuiteLike | Sequence[SuiteLike], **options: Unpack[RunOptions]) -> Run:
    """The same, awaited; ``on_event`` hears of every case as it ends."""
    flags = _flags(options)
    refuse_update_in_ci(flags)
    loaded = narrow(join_suites(_loaders(suites)), flags)
    require_tests(loaded)
    check_gates(loaded)
    plan = _with_servers(make_plan(loaded, flags), options.get("servers", {}))
    finished = await run_engine(plan, options.get("on_event", _say_nothing))
    if finished.interrupted:
        raise asyncio.CancelledError
    return finished


def _say_nothing(_event: Event) -> None:
    """Nobody listens."""


def _flags(options: RunOptions) -> Flags:
    unknown = set(options) - set(RunOptions.__annotations__)
    if unknown:
        raise TypeError(f"run() got an unknown option: {', '.join(sorted(unknown))}")
    names = ("jobs", "retry", "fail_fast", "seed", "update_snapshots")
    said: dict[str, Any] = {name: value for name, value in options.items() if name in names}
    selection = Selection(
        text=options.get("filter"),
        tags=tuple(options.get("tags", ())),
        skip_tags=tuple(options.get("skip_tags", ())),
    )
    return Flags(selection=selection, **said, **_knobs(options.get("policy")))


def _knobs(policy: ExecutionPolicy | None) -> dict[str, Any]:
    if policy is None:
        return {}
    default = ExecutionPolicy()
    said = {name: getattr(policy, name) for name in POLICY_OPTIONS}
    return {name: value for name, value in said.items() if value != getattr(default, name)}


def _loaders(suites: SuiteLike | Sequence[SuiteLike]) -> Iterator[Callable[[], Suite]]:
    for given in [suites] if isinstance(suites, str | os.PathLike | Suite) else suites:
        if isinstance(given, Suite):
            yield partial(_same, given)
        else:
            for path in discover([Path(given)]):
                yield partial(load_suite, path, env=os.environ)


def _same(suite: Suite) -> Suite:
    return suite


def _with_servers(plan: RunPlan, servers: Mapping[str, ServerLike]) -> RunPlan:
    known = dict(plan.servers)
    for name, given in servers.items():
        if name not in known:
            raise UsageError(
                "server-unknown",
                f"unknown server {name!r}",
                hint=f"known servers: {', '.join(sorted(known))}",
            )
        known[name] = replace(find_server(given), name=name)
    secrets = [secret for given in servers.values() for secret in secrets_of(given)]
    return replace(plan, servers=known, secrets=(*plan.secrets, *secrets))
