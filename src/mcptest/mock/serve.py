"""Serve a mock as the command line asks: over stdio."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from mcptest.mock.load import load_definition
from mcptest.mock.override import Override
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How to serve."""

    version: SpecVersion | None = None
    fault: str | None = None
    overrides: Sequence[Override] = ()


def serve(path: str | os.PathLike[str], options: ServeOptions) -> None:
    """Serve the file until the other side is done; over stdio the process ends here.

    Raises: FileProblemsError, UsageError.
    """
    server = MockServer(
        load_definition(path),
        version=options.version,
        fault=options.fault,
        overrides=options.overrides,
    )
    from mcptest.mock.stdio import serve_stdio

    serve_stdio(server)
