"""Move the fragments of changelog.d/ into CHANGELOG.md, under the version and the date of today."""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
KINDS = ("added", "changed", "fixed", "removed", "security")
_NAME = re.compile(rf"[a-z0-9-]+\.(?P<kind>{'|'.join(KINDS)})\.md")
_UNRELEASED = "## Unreleased\n\nSee [changelog.d](changelog.d).\n"
_VERSION = re.compile(r'^__version__ = "(?P<version>[^"]+)"$', re.MULTILINE)


def main(arguments: list[str]) -> int:
    """``--draft`` prints the section and changes nothing."""
    if arguments not in ([], ["--draft"]):
        print("usage: changelog.py [--draft]", file=sys.stderr)
        return 2
    folder, log = ROOT / "changelog.d", ROOT / "CHANGELOG.md"
    try:
        section = assemble(folder, version=current_version(), date=f"{datetime.now(UTC):%Y-%m-%d}")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if arguments:
        print(section)
        return 0
    log.write_text(insert(log.read_text("utf-8"), section), "utf-8")
    for file in fragments(folder):
        file.unlink()
    return 0


def current_version() -> str:
    text = (ROOT / "src" / "mcptest" / "__init__.py").read_text("utf-8")
    found = _VERSION.search(text)
    assert found is not None
    return found["version"]


def fragments(folder: Path) -> list[Path]:
    """Raises: ValueError for a file with another kind of name."""
    files = sorted(file for file in folder.iterdir() if not file.name.startswith("."))
    odd = [file.name for file in files if not _NAME.fullmatch(file.name)]
    if odd:
        raise ValueError(f"changelog.d: not named <slug>.<{'|'.join(KINDS)}>.md: {', '.join(odd)}")
    return files


def assemble(folder: Path, *, version: str, date: str) -> str:
    """One section with a heading for each kind, and a bullet for each fragment.

    Raises: ValueError where there is nothing to release, or a fragment is misnamed or empty.
    """
    by_kind: dict[str, list[str]] = {}
    for file in fragments(folder):
        text = " ".join(file.read_text("utf-8").split()).removeprefix("- ")
        if not text:
            raise ValueError(f"changelog.d: {file.name} is empty")
        by_kind.setdefault(file.name.split(".")[-2], []).append(f"- {text}")
    if not by_kind:
        raise ValueError("changelog.d: there are no fragments, so there is nothing to release")
    parts = [
        f"### {kind.capitalize()}\n\n" + "\n".join(by_kind[kind])
        for kind in KINDS
        if kind in by_kind
    ]
    return f"## {version} ({date})\n\n" + "\n\n".join(parts) + "\n"


def insert(log: str, section: str) -> str:
    """Raises: ValueError where the log has no place for it, or the version already."""
    heading = section.splitlines()[0].split(" (")[0]
    if f"\n{heading} (" in log:
        raise ValueError(f"CHANGELOG.md already has {heading.removeprefix('## ')}")
    if _UNRELEASED not in log:
        raise ValueError('CHANGELOG.md has no section "Unreleased" to put it under')
    return log.replace(_UNRELEASED, f"{_UNRELEASED}\n{section}", 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
