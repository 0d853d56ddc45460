"""The probes by name: the folder is the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from mcptest.registry import lookup, names

if TYPE_CHECKING:
    from mcptest.negative.probe import Probe

DEFAULT: Final = ("unknown_tool", "missing_required", "wrong_type", "extra_field", "oversized")
ALL: Final = "all"
_PACKAGE: Final = "mcptest.negative.probes"


def probe_names() -> tuple[str, ...]:
    """The default ones first, then the rest by name."""
    return (*DEFAULT, *(name for name in names(_PACKAGE) if name not in DEFAULT))


def find_probe(name: str) -> Probe | None:
    from mcptest.negative.probe import Probe

    return lookup(_PACKAGE, name, "PROBE", Probe)


def chosen(checks: Iterable[str] | None) -> tuple[Probe, ...]:
    """The probes that ``checks`` names, each once; what reads the others' errors comes last."""
    wanted = DEFAULT if checks is None else tuple(dict.fromkeys(checks))
    if ALL in wanted:
        wanted = probe_names()
    found = [probe for name in wanted if (probe := find_probe(name)) is not None]
    return tuple(sorted(found, key=lambda probe: probe.reads_errors))
