"""Load data that people edit as YAML or TOML from one prebuilt JSON file.

A wheel carries the built file beside its package. An editable install builds it on first use,
beside the bytecode, under the digest of its sources: after a change it is built anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from mcptest.atomic import write_atomically
from mcptest.errors import WriteError
from mcptest.model.record import record

_FORMAT: Final = 2  # of the built file


@record
class Prebuilt:
    """``build`` reads the sources with every check; what it gives must be plain JSON."""

    name: str
    folder: Path
    sources: Callable[[], Iterable[Path]]
    build: Callable[[], Any]

    @property
    def shipped(self) -> Path:
        """Where a wheel carries it."""
        return self.folder / f"{self.name}.json"

    @property
    def cache(self) -> Path:
        return self.folder / "__pycache__"

    def load(self) -> Any:
        """Load what was built; build it where that is missing or out of date.

        Raises: what ``build`` raises for sources that it cannot read.
        """
        if self.shipped.exists():
            return json.loads(self.shipped.read_bytes())["data"]
        digest = self.digest()
        file = self.cache / f"{self.name}.{digest[:16]}.json"
        found = _read(file, digest)
        if found is None:
            found = self.whole()
            self._keep(file, found)
        return found["data"]

    def whole(self) -> dict[str, Any]:
        """Build it, with the digest of what it was built from."""
        return {"digest": self.digest(), "data": self.build()}

    def digest(self) -> str:
        """A digest of the name and the content of every source."""
        from hashlib import sha256

        digest = sha256(f"{_FORMAT}".encode())
        for file in sorted(self.sources()):
            content = file.read_bytes()
            digest.update(f"\0{file.parent.name}/{file.name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()

    def _keep(self, file: Path, found: dict[str, Any]) -> None:
        """Replace older ones. Where nothing can be written, it is built again next time."""
        with suppress(OSError, WriteError):
            self.cache.mkdir(exist_ok=True)
            write_atomically(file, dump(found))
            for old in self.cache.glob(f"{self.name}.*.json"):
                if old != file:
                    old.unlink(missing_ok=True)


def dump(found: dict[str, Any]) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def _read(file: Path, digest: str) -> dict[str, Any] | None:
    """None for what is missing or damaged, which is then built again."""
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("digest") == digest else None
