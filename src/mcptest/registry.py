"""Load a folder of modules as a table: the file name is the id, one constant is the entry."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def file_name(entry_id: str) -> str:
    """``SCH-001`` and ``contains-all`` as they are spelt on disk."""
    return entry_id.lower().replace("-", "_")


def names(package: str) -> list[str]:
    """The module names in a registry folder, sorted."""
    folder = Path(import_module(package).__path__[0])
    return sorted(file.stem for file in folder.glob("*.py") if not file.name.startswith("_"))


def lookup(package: str, entry_id: str, constant: str, kind: type[T]) -> T | None:
    """One entry, importing its module alone; None when the folder has no such file."""
    name = file_name(entry_id)
    if name not in names(package):
        return None
    return _entry(package, name, constant, kind)


def collect(package: str, constant: str, kind: type[T]) -> dict[str, T]:
    """The whole folder, by file name."""
    return {name: _entry(package, name, constant, kind) for name in names(package)}


def _entry(package: str, name: str, constant: str, kind: type[T]) -> T:
    entry = getattr(import_module(f"{package}.{name}"), constant, None)
    if not isinstance(entry, kind):
        raise TypeError(f"{package}.{name} must end in {constant}, a {kind.__name__}")
    return entry
