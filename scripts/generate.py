"""Write the generated files, or check that they are fresh."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"
PAGES = (
    "cli",
    "client_rules",
    "client_scenarios",
    "compliance_rules",
    "documents",
    "errors",
    "exit_codes",
    "fleet",
    "hints",
    "install",
    "lint_rules",
    "matchers",
    "probes",
    "python",
    "reports",
    "security_rules",
    "suite",
    "suite_schema",
    "targets",
)


def main(arguments: list[str]) -> int:
    """``--check`` says what is stale; without it, that is written."""
    if arguments not in ([], ["--check"]):
        print("usage: generate.py [--check]", file=sys.stderr)
        return 2
    files = dict(generated())
    stale = [*_different(files), *_left_over(files)]
    if arguments:
        for path in stale:
            print(f"stale: {path.relative_to(ROOT)}; run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        _mend(path, files)
    print(f"{len(files)} generated files, {len(stale)} changed")
    return 0


def generated() -> Iterator[tuple[Path, str]]:
    """Every generated file with its text."""
    for name in PAGES:
        yield from ((ROOT / path, text) for path, text in import_module(f"pages.{name}").files())


def _different(files: dict[Path, str]) -> list[Path]:
    return [path for path, text in files.items() if not _holds(path, text)]


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def _left_over(files: dict[Path, str]) -> list[Path]:
    """Pages of things that are gone; the whole folder is generated."""
    return sorted(path for path in REFERENCE.rglob("*.md") if path not in files)


def _mend(path: Path, files: dict[Path, str]) -> None:
    if path not in files:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(files[path], encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
