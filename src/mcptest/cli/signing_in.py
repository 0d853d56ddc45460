"""Check the OAuth options of a command line, and turn them into settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from mcptest.errors import UsageError
from mcptest.model.record import record
from mcptest.wire.target import Credentials, Target

if TYPE_CHECKING:
    from mcptest.auth.settings import IdentityProvider

_NEEDS = {
    "client-credentials": ("client_secret_env",),
    "refresh-token": ("refresh_token_env",),
    "enterprise-managed": ("idp", "idp_client_id", "id_token_env"),
}


@record(kw_only=True)
class OAuthChoice:
    """The options as typed."""

    grant: str | None
    client_id: str | None
    client_id_env: str | None
    client_secret_env: str | None
    refresh_token_env: str | None
    scope: str | None
    idp: str | None
    idp_client_id: str | None
    idp_client_secret_env: str | None
    id_token_env: str | None

    def credentials(self, target: Target, environ: Mapping[str, str]) -> Credentials | None:
        """None where no grant was asked for.

        Raises: UsageError.
        """
        if self.grant is None:
            self._check_unused()
            return None
        address = target.address
        if address is None or "credentials" not in target.accepts:
            raise UsageError("server-flag-transport", "--oauth requires an HTTP server")
        from mcptest.auth.attach import credentials_for
        from mcptest.auth.settings import Grant, OAuthSettings

        self._check_needed()
        settings = OAuthSettings(
            grant=Grant(self.grant.replace("-", "_")),
            client_id=self.client_id or self._variable("client_id_env", environ),
            client_secret=self._variable("client_secret_env", environ),
            refresh_token=self._variable("refresh_token_env", environ),
            scope=self.scope,
            idp=self.provider(environ),
        )
        return credentials_for(address, settings)

    def provider(self, environ: Mapping[str, str]) -> IdentityProvider | None:
        """Raises: UsageError."""
        from mcptest.auth.settings import AuthClient, IdentityProvider

        if self.idp is None:
            return None
        if self.idp_client_id is None:
            raise UsageError("server-oauth", "--idp requires --idp-client-id")
        client = AuthClient(self.idp_client_id, self._variable("idp_client_secret_env", environ))
        return IdentityProvider(self.idp, client, self._variable("id_token_env", environ))

    def _check_unused(self) -> None:
        for name in (field.name for field in fields(self) if field.name != "grant"):
            if getattr(self, name) is not None:
                raise UsageError("server-oauth", f"{_option(name)} requires --oauth")

    def _check_needed(self) -> None:
        needed = _NEEDS.get(self.grant or "")
        if needed is None:
            return
        if (self.client_id is None) == (self.client_id_env is None):
            words = f"--oauth {self.grant} requires either --client-id or --client-id-env"
            raise UsageError("server-oauth", words)
        for name in needed:
            if getattr(self, name) is None:
                words = f"--oauth {self.grant} requires {_option(name)}"
                raise UsageError("server-oauth", words)

    def _variable(self, name: str, environ: Mapping[str, str]) -> str | None:
        variable: str | None = getattr(self, name)
        if variable is None:
            return None
        found = environ.get(variable)
        if not found:
            words = f"the environment variable {variable} ({_option(name)}) is not set"
            raise UsageError("server-token-unset", words)
        return found


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
