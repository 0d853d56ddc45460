"""Valid values from hypothesis."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from mcptest.errors import UsageError
from mcptest.fuzz.strategy import strategy_for
from mcptest.model.json import Json
from mcptest.schema.validate import validator

_MOST_NODES: Final = 2_000


def require_hypothesis() -> None:
    """Say what to install where the generators are missing.

    Raises: UsageError.
    """
    try:
        import hypothesis  # noqa: F401

        with _no_files_here():
            import hypothesis_jsonschema  # noqa: F401
    except ImportError as missing:
        raise UsageError(
            "extra-missing",
            f"fuzzing needs {missing.name or 'hypothesis'}, which is not installed",
            hint="pip install 'mcptest[fuzz]'",
        ) from missing


def valid_examples(schema: Json, *, seed: int, count: int) -> list[Json]:
    """Up to ``count`` values, the same for the same seed; none where the schema defeats it.

    A schema that hypothesis cannot read is left to our own generator.
    """
    require_hypothesis()
    found: list[Json] = []
    if count < 1 or not isinstance(schema, dict) or _size(schema) > _MOST_NODES:
        return found
    with warnings.catch_warnings(), _no_files_here():
        warnings.simplefilter("ignore")
        try:
            with _no_constants_from_code():
                _collect(schema, found, seed, count)
        except Exception:  # noqa: BLE001 - whatever it is, the other generators remain
            return found
    return found


@contextmanager
def _no_files_here() -> Iterator[None]:
    """Hypothesis stores tables in a folder, which must not be in the user's project."""
    from hypothesis.configuration import set_hypothesis_home_dir

    set_hypothesis_home_dir(Path(gettempdir()) / "mcptest-hypothesis")
    try:
        yield
    finally:
        set_hypothesis_home_dir(None)


@contextmanager
def _no_constants_from_code() -> Iterator[None]:
    """Hypothesis parses every module of a project for constants to try.

    From an editable install that would be mcptest itself: it takes long, and the same seed would
    give other values than elsewhere.
    """
    from hypothesis.internal.conjecture import providers

    known = vars(providers)
    seek, found = known.get("_get_local_constants"), known.get("_local_constants")
    if seek is not None and found is not None:
        known["_get_local_constants"] = lambda: found
    try:
        yield
    finally:
        if seek is not None:
            known["_get_local_constants"] = seek


def _collect(schema: Json, found: list[Json], seed: int, count: int) -> None:
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings
    from hypothesis import seed as seeded

    check = validator(schema)

    @seeded(seed)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy_for(schema))
    def keep(value: Json) -> None:
        if check.is_valid(value):
            found.append(value)

    keep()


def _size(schema: Json) -> int:
    waiting, nodes = [schema], 0
    while waiting:
        here = waiting.pop()
        nodes += 1
        waiting.extend(here.values() if isinstance(here, dict) else ())
        waiting.extend(here if isinstance(here, list) else ())
    return nodes
