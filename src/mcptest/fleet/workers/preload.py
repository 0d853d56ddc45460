"""What the fork server imports before the first worker: everything that a job may need.

It costs a second once and saves more than that over a handful of servers.
"""

from __future__ import annotations

import pkgutil
from contextlib import suppress
from importlib import import_module
from typing import Final

_ROOMS: Final = (
    "audit",
    "calls",
    "compliance",
    "engine",
    "fuzz",
    "lint",
    "match",
    "negative",
    "plan",
    "safety",
    "scaffold",
    "schema",
    "suite",
    "wire",
)
_LIBRARIES: Final = ("hypothesis", "jsonpath_rfc9535", "jsonschema_rs", "regex", "yaml")


def preload() -> None:
    """An extra that is not installed is not missed before it is used."""
    for room in _ROOMS:
        package = import_module(f"mcptest.{room}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            _import(found.name)
    for library in _LIBRARIES:
        _import(library)


def _import(name: str) -> None:
    with suppress(ImportError):
        import_module(name)


preload()
