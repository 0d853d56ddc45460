"""The folder of one fleet run, and the folders of earlier runs.

    .mcptest/fleet/20261116T041500Z-3f9a/
        fleet.json                    the mcptest.fleet/v1 document, at the end
        journal.ndjson                a line as each server ends
        servers/NAME.audit.json       its audit, an mcptest.run/v1 document
        servers/NAME.suite.json       its suite, the same

Every document is replaced whole or not at all. ``NAME`` is the server's name where that can be a
file's name everywhere, else a likeness of it with a digest.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from mcptest.atomic import write_atomically
from mcptest.errors import UsageError, WriteError
from mcptest.fleet.fleet_run import FleetRun, fleet_document, parse_fleet
from mcptest.fleet.journal import FILE_NAME, begun
from mcptest.fleet.result import ServerResult
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.ownership import distrust

HOME: Final = Path(".mcptest") / "fleet"
DOCUMENT: Final = "fleet.json"
_SAFE: Final = re.compile(r"[a-z0-9_][a-z0-9._-]{0,79}")
_UNSAFE: Final = re.compile(r"[^a-z0-9_-]+")


@record
class RunFolder:
    """One run's folder; ``make`` creates it."""

    path: Path

    @property
    def journal(self) -> Path:
        return self.path / FILE_NAME

    @property
    def document(self) -> Path:
        return self.path / DOCUMENT

    def make(self) -> None:
        """Raises: WriteError."""
        try:
            (self.path / "servers").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(
                "fleet-unwritable", f"cannot create the folder {self.path}: {error.strerror}"
            ) from error

    def keep(self, name: str, text: bytes) -> None:
        """One run document of a server, by the name that its row gives. Raises: WriteError."""
        write_atomically(self.path / name, text)

    def holds(self, result: ServerResult) -> bool:
        """Whether every document that a row names is there."""
        parts = [part for part in (result.audit, result.suite) if part is not None]
        return all((self.path / part.document).is_file() for part in parts)

    def finish(self, run: FleetRun) -> None:
        """Raises: WriteError."""
        text = json.dumps(fleet_document(run), indent=2, ensure_ascii=False) + "\n"
        write_atomically(self.document, text.encode("utf-8", "backslashreplace"))


def document_name(server: str, part: str) -> str:
    """Where the run of a server's part is kept, relative to the folder."""
    return f"servers/{file_name(server)}.{part}.json"


def file_name(server: str) -> str:
    """A name for a file on every system, its own for each server."""
    if _SAFE.fullmatch(server):
        return server
    digest = hashlib.sha256(server.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{_UNSAFE.sub('-', server.lower())[:60].strip('-') or 'server'}-{digest}"


def new_id(now: str, digest: str) -> str:
    """Sorts by time: ``20261116T041500Z-3f9a``."""
    return re.sub(r"[^0-9TZ]", "", re.sub(r"\.\d+", "", now)) + f"-{digest[:4]}"


def read_fleet_run(path: Path) -> FleetRun:
    """The run in a folder, or in a fleet document.

    Raises: UsageError.
    """
    file = path / DOCUMENT if path.is_dir() else path
    try:
        raw: Json = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        words = f"cannot read {file}: {error.strerror}"
        hint = "pass the folder of a run, for example .mcptest/fleet/20261118T205539Z-657c"
        raise UsageError("fleet-no-run", words, hint=hint) from error
    except (ValueError, RecursionError) as error:
        raise UsageError("fleet-broken-run", f"{file} is not JSON: {error}") from error
    return parse_fleet(raw)


def readable_runs(folders: Iterable[Path]) -> Iterator[FleetRun]:
    """Those that can be read; the rest are unfinished or not ours."""
    for folder in folders:
        with suppress(UsageError):
            yield read_fleet_run(folder)


def runs_in(home: Path) -> Iterator[Path]:
    """The run folders of a home, the newest first; none where others may have made them."""
    if distrust(home) is not None:
        return
    try:
        found = sorted(home.iterdir(), reverse=True)
    except OSError:
        return
    yield from (path for path in found if begun(path / FILE_NAME))
