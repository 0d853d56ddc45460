"""Inputs with findings, saved to a file and tried first in the next run."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from mcptest.atomic import write_atomically
from mcptest.errors import UsageError, WriteError
from mcptest.fuzz.generate import FuzzCase, InputKind
from mcptest.locking import locked
from mcptest.model.json import Json, JsonObject
from mcptest.model.redaction import Redactor
from mcptest.ownership import OURS, distrust
from mcptest.reading import CannotReadError, JsonTextError, newer_format, parse_json, read_whole

SCHEMA: Final = "mcptest.fuzz-seeds/v1"
DEFAULT_NAME: Final = Path(OURS) / "fuzz-seeds.json"
_MOST_SEEDS: Final = 1_000
_LARGEST: Final = 16 * 1024 * 1024


class SeedFile:
    """Entries by server and tool; one that holds a secret is never written."""

    def __init__(self, path: Path, *, secrets: Iterable[str] = ()) -> None:
        self.path = path
        self.distrust = distrust(path.parent) if path.parent.name == OURS else None
        self._redactor = Redactor(secrets)

    @property
    def warning(self) -> str | None:
        """What to say once where the folder may hold what somebody else put there."""
        if self.distrust is None:
            return None
        return f"seeds are neither read from nor saved in {self.path.parent}: {self.distrust}"

    def check(self) -> None:
        """Find out before anything is started whether the file can be used.

        Raises: UsageError.
        """
        self._read()

    def cases(self, server: str, tool: str) -> list[FuzzCase]:
        """What to try first.

        Raises: UsageError for a file that is not a seed file.
        """
        return [
            FuzzCase(InputKind(str(seed["kind"])), "a saved seed", _object(seed["arguments"]))
            for seed in self._read()
            if (seed["server"], seed["tool"]) == (server, tool)
        ]

    def keep(self, server: str, tool: str, found: Iterable[tuple[InputKind, JsonObject]]) -> int:
        """Add what is new; how many could not be kept, since they hold a secret.

        Raises: UsageError, WriteError.
        """
        if self.distrust is not None:
            return 0
        self._make_folder()
        with locked(self.path):
            return self._add(server, tool, found)

    def _add(self, server: str, tool: str, found: Iterable[tuple[InputKind, JsonObject]]) -> int:
        old, left_out = self._read(), 0
        seeds = list(old)
        for kind, arguments in found:
            seed: JsonObject = {"server": server, "tool": tool, "kind": kind.value}
            seed["arguments"] = arguments
            if self._redactor.json(seed) != seed:
                left_out += 1
            elif seed not in seeds:
                seeds.append(seed)
        if seeds != old:
            self._write(seeds[-_MOST_SEEDS:])
        return left_out

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            words = f"cannot create the folder {self.path.parent}: {error.strerror}"
            raise WriteError("file-not-written", words) from error

    def _write(self, seeds: list[JsonObject]) -> None:
        document = {"schema": SCHEMA, "seeds": seeds}
        write_atomically(self.path, json.dumps(document, indent=1, ensure_ascii=True) + "\n")

    def _read(self) -> list[JsonObject]:
        if self.distrust is not None:
            return []
        try:
            document = parse_json(read_whole(self.path, limit=_LARGEST))
        except CannotReadError as trouble:
            if trouble.missing:
                return []
            raise self._unusable(trouble.reason) from None
        except JsonTextError as trouble:
            words = f"{trouble.message}, at line {trouble.line}, column {trouble.column}"
            raise self._unusable(words) from None
        newer = newer_format(document.get("schema") if isinstance(document, dict) else None, SCHEMA)
        if newer:
            raise self._unusable(f"it was {newer}")
        seeds = document.get("seeds") if isinstance(document, dict) else None
        if not isinstance(seeds, list) or not all(map(_is_seed, seeds)):
            raise self._unusable(f"it is not a valid {SCHEMA} document")
        return [_object(seed) for seed in seeds]

    def _unusable(self, why: str) -> UsageError:
        return UsageError(
            "fuzz-seeds-unusable",
            f"cannot use the seed file {self.path}: {why}",
            hint="Remove it to start over, or pass another file with --seeds FILE.",
        )


def _is_seed(seed: Json) -> bool:
    if not isinstance(seed, dict) or seed.get("kind") not in set(InputKind):
        return False
    named = isinstance(seed.get("server"), str) and isinstance(seed.get("tool"), str)
    return named and isinstance(seed.get("arguments"), dict)


def _object(value: Json) -> JsonObject:
    assert isinstance(value, dict)
    return value
