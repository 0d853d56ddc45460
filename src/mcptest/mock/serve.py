"""Serve a mock over stdio, or over HTTP if an address is given."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from mcptest.errors import UsageError
from mcptest.mock.beside import beside
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.overrides.override import Override
from mcptest.mock.server import MockServer
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

LOOPBACK: Final = "127.0.0.1"


@record
class ListenAddress:
    """Where to listen; port 0 takes a free one."""

    host: str = LOOPBACK
    port: int = 0


@record
class ServeOptions:
    """How to serve; no ``http`` means stdio.

    ``ground`` is a file whose server the one to serve stands on: overrides may point into it.
    """

    http: ListenAddress | None = None
    version: SpecVersion | None = None
    fault: str | None = None
    overrides: Sequence[Override] = ()
    ground: str | os.PathLike[str] | None = None


def serve(path: str | os.PathLike[str], options: ServeOptions) -> None:
    """Serve the file until the other side is done; over stdio the process ends here.

    Raises: FileProblemsError, UsageError.
    """
    serve_definition(whole_definition(path, options), options)


def whole_definition(path: str | os.PathLike[str], options: ServeOptions) -> MockDefinition:
    """What a file describes, on its ground.

    Raises: FileProblemsError.
    """
    definition = load_definition(path)
    if options.ground is not None:
        definition = beside(load_definition(options.ground), definition)
    return definition


def make_server(definition: MockDefinition, options: ServeOptions) -> MockServer:
    """The server that the options ask for.

    Raises: UsageError.
    """
    return MockServer(
        definition,
        version=options.version,
        fault=options.fault,
        overrides=options.overrides,
    )


def serve_definition(definition: MockDefinition, options: ServeOptions) -> None:
    """The same for a definition; its ``ground`` is not looked at.

    Raises: UsageError.
    """
    server = make_server(definition, options)
    if options.http is None:
        from mcptest.mock.stdio import serve_stdio

        serve_stdio(server)
    else:
        from mcptest.mock.http.listen import serve_http

        serve_http(server, options.http.host, options.http.port)


def parse_address(text: str) -> ListenAddress:
    """``8080``, ``0.0.0.0:8080``, ``[::1]:8080``.

    Raises: UsageError.
    """
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") if colon else LOOPBACK
    usable = port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535  # noqa: PLR2004
    if not usable or not host:
        hint = "use a port, or a host and a port: 8080, 127.0.0.1:0, [::1]:8080"
        raise UsageError(
            "mock-bad-address", f'"{text}" is not a valid address to listen on', hint=hint
        )
    return ListenAddress(host, int(port))
