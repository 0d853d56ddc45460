"""``matrix:``: the servers and revisions that a test runs on."""

from __future__ import annotations

from mcptest.errors import Problem
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.block import AnyBlock
from mcptest.suite.shape import Key, ListOf, Object, Revision, ServerName
from mcptest.suite.yaml.node import Node


@record
class Matrix:
    """A test runs once for each combination; an empty axis leaves the usual choice."""

    server: tuple[str, ...] = ()
    spec_version: tuple[SpecVersion, ...] = ()


NO_MATRIX = Matrix()
MATRIX: Object[Matrix] = Object(
    "matrix",
    {
        "server": Key(ListOf(ServerName(), least=1), doc="Servers to run on."),
        "spec_version": Key(ListOf(Revision(), least=1), doc="Revisions to run with."),
    },
    Matrix,
    doc="Run once for each combination of these servers and revisions.",
)


def variant_name(server: str, version: SpecVersion) -> str:
    """What reports call a server that is pinned to a revision of the matrix."""
    return f"{server}@{version.value.removeprefix('v')}"


def find_two_servers(block: AnyBlock, node: Node, problems: list[Problem]) -> None:
    """Entries that name a server both by itself and in their matrix."""
    for entry in block.entries_of(node) or ():
        matrix = entry.get("matrix")
        axis = matrix.get("server") if matrix is not None else None
        if axis is not None and entry.get("server") is not None:
            message = 'this test has both "server" and "matrix.server"'
            problems.append(
                Problem("suite-bad-value", message, axis.key_where, "remove one of them")
            )
