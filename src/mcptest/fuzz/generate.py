"""Cases for one tool: valid, on the edge and invalid, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from random import Random
from typing import Final

from mcptest.fuzz.examples import valid_examples
from mcptest.fuzz.odd_values import ANYTHING, odd_values
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.schema.mutate import mutants
from mcptest.schema.mutate_spots import Path, Spot, drop, put, spots
from mcptest.schema.synth import synthesize
from mcptest.schema.validate import Validator, validator
from mcptest.wire.codec import encode

_MOST_EXAMPLES: Final = 60
_CHANGES: Final = (1, 1, 2, 3)
_ANYTHING_AT_ALL: Final = 0.2
_OWN_NAMES: Final = ("mcptest_a", "mcptest_b", "", "__proto__", "constructor", "\u00e9", "x" * 300)


class InputKind(StrEnum):
    VALID = "valid"
    BOUNDARY = "boundary"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class FuzzCase:
    kind: InputKind
    label: str
    arguments: JsonObject


def fuzz_cases(
    schema: Json, base: JsonObject, *, seed: int, count: int, folder: str | None = None
) -> Iterator[FuzzCase]:
    """``count`` calls: plain ones first, then all sources in turn, no call twice if it can be."""
    if count < 1:
        return
    full = synthesize(schema, all_arguments=True, folder=folder).value
    maker = _Maker(schema, base, full, seed)
    examples = valid_examples(schema, seed=seed, count=min(_MOST_EXAMPLES, max(1, count // 5)))
    yield from islice(maker.cases(examples), count)


class _Maker:
    def __init__(self, schema: Json, base: JsonObject, full: MaybeJson, seed: int) -> None:
        self._schema = schema
        self._random = Random(seed)  # noqa: S311 - repeatable is what it has to be
        self._check = validator(schema)
        self._base = base
        self._full: JsonObject = {**(full if isinstance(full, dict) else {}), **base}
        self._spots = [spot for spot in spots(schema, self._full) if spot.path]
        self._valid: dict[Path, list[Json]] = {}
        self._invalid: dict[Path, list[Json]] = {}
        for spot in self._spots:
            self._sort(spot)
        self._seen: set[bytes] = set()

    def _sort(self, spot: Spot) -> None:
        """Odd values that the schema takes there, apart from those that it does not."""
        good: list[Json] = []
        bad: list[Json] = []
        for value in odd_values(spot):
            valid = _is_valid(self._check, put(self._full, spot.path, value))
            (good if valid else bad).append(value)
        self._random.shuffle(good)
        self._random.shuffle(bad)
        self._valid[spot.path], self._invalid[spot.path] = good, bad

    def cases(self, examples: list[Json]) -> Iterator[FuzzCase]:
        pool = [value for value in examples if isinstance(value, dict)]
        plain: tuple[tuple[str, Json], ...] = (
            ("as given", self._base),
            ("every argument", self._full),
            ("nothing", {}),
        )
        yield from self._new(plain)
        yield from self._new(self._dropped())
        rows = self._new(self._rows(self._valid))
        sources = [
            rows,
            self._new((m.label, m.value) for m in mutants(self._schema, self._full)),
            self._new(self._rows(self._invalid)),
            rows,
            self._new(self._one_odd(self._invalid)),
            self._new(("an example", value) for value in pool),
            self._random_forever([self._base, self._full, *pool]),
            self._new(self._one_odd(self._valid)),
        ]
        while True:
            for source in sources:
                yield from islice(source, 1)

    def _new(self, made: Iterable[tuple[str, Json]]) -> Iterator[FuzzCase]:
        """What was not sent before, with its kind."""
        for label, value in made:
            if isinstance(value, dict) and self._is_new(value):
                yield self._case(label, value)

    def _is_new(self, value: JsonObject) -> bool:
        key = encode(value)
        key = key if len(key) < 200 else str(hash(key)).encode()  # noqa: PLR2004 - keep it small
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def _case(self, label: str, value: JsonObject) -> FuzzCase:
        kind = InputKind.VALID if label in {"as given", "an example"} else InputKind.BOUNDARY
        valid = _is_valid(self._check, value)
        return FuzzCase(kind if valid else InputKind.INVALID, label, value)

    def _dropped(self) -> Iterator[tuple[str, Json]]:
        for name in self._full:
            yield f"{name} left out", drop(self._full, (name,))

    def _rows(self, table: dict[Path, list[Json]]) -> Iterator[tuple[str, Json]]:
        """An odd value in every place at once, so that few calls cover all of them."""
        for turn in range(max(map(len, table.values()), default=0)):
            value: Json = self._full
            for path, values in table.items():
                if values and len(path) == 1:
                    value = put(value, path, values[turn % len(values)])
            yield "every argument odd", value

    def _one_odd(self, table: dict[Path, list[Json]]) -> Iterator[tuple[str, Json]]:
        """One odd value in one place; the places take turns."""
        for turn in range(max(map(len, table.values()), default=0)):
            for path, values in table.items():
                if turn < len(values):
                    yield f"{path[-1]} odd", put(self._full, path, values[turn])

    def _random_forever(self, pool: list[JsonObject]) -> Iterator[FuzzCase]:
        """Jumbles are hardly ever the same twice, so nobody keeps a record of them."""
        declared = [str(spot.path[0]) for spot in self._spots if len(spot.path) == 1]
        names = [*declared, *declared, *_OWN_NAMES[: len(declared) or None]]
        odd = {name: (*self._valid[name,], *self._invalid[name,]) for name in declared}
        while True:
            value = self._jumbled(self._random.choice(pool), names, odd)
            yield self._case("a jumble", value)

    def _jumbled(
        self, value: JsonObject, names: list[str], odd: dict[str, tuple[Json, ...]]
    ) -> JsonObject:
        """One to three places changed, each to something odd for it or to anything at all."""
        pick, changed = self._random.choice, dict(value)
        for _ in range(pick(_CHANGES)):
            name = pick(names)
            anything = name not in odd or self._random.random() < _ANYTHING_AT_ALL
            changed[name] = pick(ANYTHING if anything else odd[name])
        return changed


def _is_valid(check: Validator, value: Json) -> bool:
    return not check.schema_errors and check.is_valid(value)
