"""A server that the page may open; only the command line can name one."""

from __future__ import annotations

from dataclasses import field

from mcptest.auth.flows.registration import ClientChoice
from mcptest.auth.settings import IdentityProvider
from mcptest.model.record import record
from mcptest.suite.load import ServerSpec


@record
class OfferedServer:
    """``options`` and ``command`` name the server again for another mcptest command."""

    name: str
    spec: ServerSpec
    options: tuple[str, ...] = ()
    command: tuple[str, ...] | None = None
    bearer_env: str | None = None
    client: ClientChoice = field(default_factory=ClientChoice, repr=False)  # to sign in by hand
    scope: str | None = None
    idp: IdentityProvider | None = None  # that vouches for the person who signs in

    @property
    def tail(self) -> tuple[str, ...]:
        """What stands at the end of a command line."""
        return () if self.command is None else ("--", *self.command)

    @property
    def address(self) -> str:
        """Where it is, for people: a command line or a URL."""
        from shlex import join

        if self.spec.target.address is not None:
            return self.spec.target.address
        command: tuple[str, ...] = getattr(self.spec.target, "command", ())
        return join(command) or self.name
