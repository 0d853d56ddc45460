"""Values to hold against two schemas: plain, full, found by hypothesis, and each broken."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.fuzz.examples import valid_examples
from mcptest.model.json import MISSING, Json
from mcptest.schema.mutate import mutants
from mcptest.schema.mutate_spots import Path, drop, put
from mcptest.schema.synth import synthesize

SEED = 20261116
EXAMPLES = 6
DEEPEST = 3  # what lies deeper is a definition of its own, shaken there
ODD = (None, True, -1, 1.5, "", "mcptest", [], ["mcptest"], {}, {"mcptest": None}, {"mcptest": 1.5})


def instances(schema: Json, *, searching: bool) -> Iterator[Json]:
    """Values that the schema takes and values near by that it may not take."""
    for full in (False, True):
        base = synthesize(schema, all_arguments=full).value
        if base is not MISSING:
            yield base
            yield from (mutant.value for mutant in mutants(schema, base))
    if base is not MISSING:
        yield from shaken(base)
    if searching:
        yield from valid_examples(schema, seed=SEED, count=EXAMPLES)


def shaken(base: Json) -> Iterator[Json]:
    """Every place of a value left out, replaced and added to, whatever any schema says."""
    for path, here in places(base):
        if path:
            yield drop(base, path)
        yield from (put(base, path, odd) for odd in ODD)
        if isinstance(here, dict):
            yield from (put(base, (*path, "mcptest"), odd) for odd in ODD)


def places(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    yield path, value
    if len(path) == DEEPEST:
        return
    if isinstance(value, dict):
        for name, part in value.items():
            yield from places(part, (*path, name))
    elif isinstance(value, list):
        for index, part in enumerate(value[:1]):
            yield from places(part, (*path, index))
