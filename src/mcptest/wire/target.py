"""A server to connect to: a command, a URL, or a server in this process.

A transport is a subclass of ``Target`` that says how a link is opened, and overrides what else is
different about it. Nothing above ``wire`` asks which subclass it has.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol
from urllib.parse import urlsplit

from mcptest.model.loopback import is_loopback
from mcptest.model.record import record
from mcptest.wire.transport import ANY_HTTP, MEMORY, STDIO, Layer, Transport

if TYPE_CHECKING:
    from mcptest.errors import TargetHandshakeError
    from mcptest.wire.client_side import ClientSide
    from mcptest.wire.limits import Limits
    from mcptest.wire.link import Link

_NOTHING: Mapping[str, str] = {}
_LAYERS = (
    Layer("connect", "the server can be reached", ("launch-", "connect-")),
    Layer("answer", "the server responds", ("handshake-timeout",)),
    Layer("protocol", "the response is valid MCP", ("handshake-malformed",)),
    Layer("handshake", "a session can be opened", ("handshake-",)),
)


class Credentials(Protocol):
    """Something to ask for the Authorization header, which may change in the middle of a run."""

    notes: list[str]

    @property
    def header(self) -> str | None:
        """The value as it stands; None before the first ``prepare``."""

    async def prepare(self) -> None:
        """Have a header that is good for now.

        Raises: TargetDeniedError where there is none.
        """

    async def renew(self, status: int, challenge: str, sent: str) -> bool:
        """After a refusal of ``sent``: whether there is another header to try."""

    def trusting(self, ca_file: str) -> Credentials:
        """The same with the certificates of a file."""


@record(kw_only=True)
class TargetOptions:
    """What a command line adds to a target, whichever transport it has."""

    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    ca_file: str | None = None
    credentials: Credentials | None = None


class Target:
    """A server that can be opened; a subclass is a frozen value, equal where the server is."""

    __slots__ = ()

    presumed: ClassVar[Transport]  # what is known of the transport before a session is open
    accepts: ClassVar[frozenset[str]] = frozenset()  # which fields of TargetOptions mean something
    hosted: ClassVar[bool] = False  # it runs already, so it may need time to come up, and pauses

    async def open(self, *, limits: Limits, client: ClientSide) -> Link:
        """Launch or connect; nothing is said yet.

        Raises: TargetStartError, TargetConnectError.
        """
        raise NotImplementedError

    @property
    def address(self) -> str | None:
        return None

    @property
    def settings(self) -> Mapping[str, str]:
        """Values by name that the server is given, secrets among them."""
        return _NOTHING

    @property
    def folder(self) -> str | None:
        """Where the server is started."""
        return None

    @property
    def arguments(self) -> tuple[str, ...]:
        """Texts that the server is started with."""
        return ()

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The steps on the way to it, for ``mcptest doctor``."""
        return _LAYERS

    @property
    def launched(self) -> bool:
        """Each session starts a process of its own."""
        return self.presumed.process

    @property
    def near(self) -> bool:
        """On this machine, so that calls need no pauses."""
        return not self.hosted

    @property
    def http(self) -> HttpTarget | None:
        """The address and headers, for what can be asked by plain HTTP alone."""
        return None

    @property
    def notes(self) -> tuple[str, ...]:
        """What became known on the way, such as a token that was renewed."""
        return ()

    @property
    def older(self) -> Target | None:
        """The same server by an older transport, where a refusal may mean that one."""
        return None

    def spoken(self, transport: str) -> Target:  # noqa: ARG002 - for who has several
        """The same server by the transport that a session was found to use."""
        return self

    def explained(self, error: TargetHandshakeError) -> TargetHandshakeError:
        """The error of an opening, with what this transport knows about it."""
        return error

    def overlaid(self, options: TargetOptions) -> Target:  # noqa: ARG002 - for who accepts any
        """The same server with these options, of which only the accepted ones are given."""
        return self

    def check(self) -> None:
        """Raises: TargetConnectError, where the address cannot be right."""


@record
class StdioTarget(Target):
    """A command to launch; it gets a minimal environment plus ``env``."""

    presumed: ClassVar[Transport] = STDIO
    accepts: ClassVar[frozenset[str]] = frozenset({"env", "cwd"})

    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None

    @property
    def settings(self) -> Mapping[str, str]:
        return self.env

    @property
    def folder(self) -> str:
        return str(Path(self.cwd or "").absolute())

    @property
    def arguments(self) -> tuple[str, ...]:
        return (*self.command[1:], *self.env.values())

    @property
    def layers(self) -> tuple[Layer, ...]:
        from mcptest.wire.process.layers import STDIO as LAYERS

        return LAYERS

    async def open(self, *, limits: Limits, client: ClientSide) -> Link:
        from mcptest.wire.stdio import open_stdio

        return await open_stdio(self, limits=limits, client=client)

    def explained(self, error: TargetHandshakeError) -> TargetHandshakeError:
        from mcptest.wire.process.missing_variables import with_missing_variables

        return with_missing_variables(error, self.env)

    def overlaid(self, options: TargetOptions) -> Target:
        return replace(self, env={**self.env, **options.env}, cwd=options.cwd or self.cwd)


@record
class HttpTarget(Target):
    """An address; ``transport`` pins one of the two HTTP transports, None finds out."""

    presumed: ClassVar[Transport] = ANY_HTTP
    accepts: ClassVar[frozenset[str]] = frozenset({"headers", "ca_file", "credentials"})
    hosted: ClassVar[bool] = True

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    transport: str | None = None  # "streamable-http" | "sse" | None
    ca_file: str | None = None
    credentials: Credentials | None = None

    @property
    def address(self) -> str:
        return self.url

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self.credentials.notes) if self.credentials else ()

    @property
    def settings(self) -> Mapping[str, str]:
        return self.headers

    @property
    def layers(self) -> tuple[Layer, ...]:
        from mcptest.wire.http.layers import layers_of

        return layers_of(self.url)

    @property
    def near(self) -> bool:
        try:
            return is_loopback(urlsplit(self.url).hostname or "")
        except ValueError:
            return False

    @property
    def http(self) -> HttpTarget:
        header = self.credentials.header if self.credentials else None
        return replace(self, headers={**self.headers, "Authorization": header}) if header else self

    @property
    def older(self) -> Target | None:
        return self.spoken("sse") if self.transport is None else None

    async def open(self, *, limits: Limits, client: ClientSide) -> Link:
        if self.transport == "sse":
            from mcptest.wire.http.open_sse import open_sse

            return await open_sse(self, limits=limits, client=client)
        from mcptest.wire.http.open import open_http

        return await open_http(self, limits=limits, client=client)

    def spoken(self, transport: str) -> Target:
        return replace(self, transport="sse") if transport == "sse" else self

    def explained(self, error: TargetHandshakeError) -> TargetHandshakeError:
        from mcptest.wire.http.denied import denied
        from mcptest.wire.reply import Reply

        return (denied(error.reply, self) if isinstance(error.reply, Reply) else None) or error

    def overlaid(self, options: TargetOptions) -> Target:
        credentials = options.credentials or self.credentials
        if credentials is not None and options.ca_file:
            credentials = credentials.trusting(options.ca_file)
        return replace(
            self,
            headers={**self.headers, **options.headers},
            ca_file=options.ca_file or self.ca_file,
            credentials=credentials,
        )

    def check(self) -> None:
        from mcptest.wire.http.address import parse_address

        parse_address(self.url)


class MemoryPipe(Protocol):
    """The peer's end of an in-memory link: one message a call, as bytes."""

    async def receive(self) -> bytes | None:
        """The next message from us; None when we closed."""

    async def send(self, message: bytes) -> None:
        """Give us one message."""


@record
class MemoryTarget(Target):
    """A server in the same process; ``serve`` runs until its pipe closes."""

    presumed: ClassVar[Transport] = MEMORY

    serve: Callable[[MemoryPipe], Awaitable[None]]

    async def open(self, *, limits: Limits, client: ClientSide) -> Link:
        from mcptest.wire.memory import open_memory

        return await open_memory(self, limits=limits, client=client)
