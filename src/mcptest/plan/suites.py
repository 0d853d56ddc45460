"""Load and plan several suites as one, with their servers kept apart."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Final

from mcptest.engine.case import Case
from mcptest.errors import FileProblemsError, NothingSelectedError, Problem
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.model.secret_names import holds_a_secret
from mcptest.model.spec_version import SpecVersion
from mcptest.plan import load_suite, read_blocks
from mcptest.plan.blocks import BLOCKS
from mcptest.suite.discover import discover
from mcptest.suite.load import ServerSpec, Suite, SuiteOptions
from mcptest.suite.matrix import variant_name
from mcptest.suite.secrets import bare_secret
from mcptest.suite.snapshots import SnapshotFolder
from mcptest.wire.target import TargetOptions


@record
class Loaded:
    """Everything that the suites of one run say."""

    suites: tuple[Suite, ...]
    cases: tuple[Case, ...]
    servers: tuple[ServerSpec, ...]
    options: SuiteOptions
    notes: tuple[str, ...]
    more_secrets: tuple[str, ...] = ()

    @property
    def secrets(self) -> tuple[str, ...]:
        own = tuple(secret for suite in self.suites for secret in suite.secrets)
        return own + self.more_secrets

    def snapshots(self, *, update: bool) -> Callable[[Case], SnapshotFolder | None]:
        """Each case's snapshots lie beside the file that has the case."""
        redact = Redactor(self.secrets).json
        store_new = "CI" not in os.environ

        @cache
        def beside(suite: str) -> SnapshotFolder:
            return SnapshotFolder(Path(suite), update=update, store_new=store_new, redact=redact)

        return lambda case: None if case.where is None else beside(case.where.file)


NO_VARIABLES: Final[Mapping[str, str]] = {}


def with_variables(loaded: Loaded, env: Mapping[str, str]) -> Loaded:
    """The same with more variables for every server that is started; secrets among them masked."""
    if not env:
        return loaded
    secrets = tuple(
        bare_secret(value) for name, value in env.items() if holds_a_secret(name, value)
    )
    servers = tuple(_with_env(spec, env) for spec in loaded.servers)
    return replace(loaded, servers=servers, more_secrets=secrets)


def _with_env(spec: ServerSpec, env: Mapping[str, str]) -> ServerSpec:
    if "env" not in spec.target.accepts:
        return spec
    return replace(spec, target=spec.target.overlaid(TargetOptions(env=env)))


def check_snapshots(loaded: Loaded, *, update: bool) -> None:
    """Find a snapshot that cannot be used before anything is started.

    Raises: FileProblemsError.
    """
    files = {case.where.file for case in loaded.cases if case.where is not None}
    problems = [
        problem
        for suite in sorted(map(Path, files))
        for problem in SnapshotFolder(
            suite, update=update, store_new=False, redact=lambda value: value
        ).check()
    ]
    if problems:
        raise FileProblemsError(problems)


def load_all(
    paths: Sequence[Path], *, whole: bool = True, keep: Callable[[Suite], bool] | None = None
) -> Loaded:
    """Every suite, or those to ``keep``, with every problem of every file at once.

    Raises: FileProblemsError, NothingSelectedError, UsageError.
    """
    loads = (partial(load_suite, path, env=os.environ) for path in discover(paths))
    return join_suites(loads, whole=whole, keep=keep)


def join_suites(
    suites: Iterable[Callable[[], Suite]],
    *,
    whole: bool = True,
    keep: Callable[[Suite], bool] | None = None,
) -> Loaded:
    """Suites as one; each is asked for in turn, so that a broken one hides no other.

    Unless they are kept ``whole``, what the tests were written as is let go: it is as large as
    all that is made of it.

    Raises: FileProblemsError with the problems of all of them.
    """
    found: list[Suite] = []
    cases: list[Case] = []
    problems: list[Problem] = []
    notes: list[str] = []
    servers: dict[str, ServerSpec] = {}
    for load in suites:
        try:
            suite = load()
            if keep is not None and not keep(suite):
                continue
            read = read_blocks(suite)
            if not whole and not suite.run_options.deny_lints:
                suite = _without_tests(suite)
            made, said = read.cases(suite)
        except FileProblemsError as error:
            problems += error.problems
            continue
        found.append(suite)
        notes += said
        cases += _place(made, suite, servers)
    if problems:
        raise FileProblemsError(problems)
    if not found:
        raise NothingSelectedError("nothing-changed", "nothing changed that these suites test")
    return Loaded(
        suites=tuple(found),
        cases=tuple(cases),
        servers=tuple(servers.values()),
        options=found[0].run_options,
        notes=tuple(dict.fromkeys(notes)),
    )


def _without_tests(suite: Suite) -> Suite:
    """The nodes of thousands of tests are not needed once they are cases."""
    kept = {key: node for key, node in suite.blocks.items() if not BLOCKS[key]().large}
    return replace(suite, blocks=kept)


def _place(cases: list[Case], suite: Suite, servers: dict[str, ServerSpec]) -> list[Case]:
    """Two suites may call different servers by one name; the second gets a longer one."""
    names = {}
    for name, spec in suite.servers.items():
        names[name] = next(free for free in _names(name, suite.path) if _fits(servers, free, spec))
        servers.setdefault(names[name], replace(spec, name=names[name]))
    for case in cases:
        if case.pinned is not None and case.server is not None and case.server not in names:
            names[case.server] = _pin(case.server, case.pinned, names, servers)
    return [_rename(case, names) for case in cases]


def _pin(
    variant: str, version: SpecVersion, names: dict[str, str], servers: dict[str, ServerSpec]
) -> str:
    """Add the server of a matrix that is pinned to a revision; its name in the run."""
    base = names[variant.removesuffix(variant_name("", version))]
    name = variant_name(base, version)
    servers.setdefault(name, replace(servers[base], name=name, version=version, counted_as=base))
    return name


def _names(name: str, path: Path) -> Iterator[str]:
    yield name
    yield f"{path.stem}:{name}"
    yield f"{path}:{name}"
    yield from (f"{path}:{name}:{number}" for number in count(2))


def _fits(servers: Mapping[str, ServerSpec], name: str, spec: ServerSpec) -> bool:
    """Whether the name is free, or taken by this very server."""
    taken = servers.get(name)
    return taken is None or taken == replace(spec, name=name, where=taken.where)


def _rename(case: Case, names: dict[str, str]) -> Case:
    new = names.get(case.server or "", case.server)
    if new == case.server or case.server is None:
        return case
    return replace(case, server=new, id=case.id.replace(f"::{case.server}::", f"::{new}::", 1))
