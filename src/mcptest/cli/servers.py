"""Resolve the server options of a command line to one server."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mcptest.errors import TargetConnectError, UsageError
from mcptest.model.record import record
from mcptest.model.run import UNNAMED
from mcptest.model.secret_names import can_be_masked, holds_a_secret
from mcptest.model.spec_version import SpecVersion
from mcptest.plan import load_suite
from mcptest.plan.revision import parse_version
from mcptest.suite.load import ServerSpec, Suite
from mcptest.suite.secrets import bare_secret
from mcptest.suite.transports import target_for
from mcptest.wire.target import StdioTarget, Target, TargetOptions

if TYPE_CHECKING:
    from mcptest.cli.signing_in import OAuthChoice


@record(kw_only=True)
class ServerChoice:
    """The server options as typed; ``resolve`` makes one server of them."""

    command: tuple[str, ...] | None = None
    url: str | None = None
    from_suite: str | None = None
    mcp_config: str | None = None
    server: str | None = None
    env: tuple[str, ...] = ()
    cwd: str | None = None
    header: tuple[str, ...] = ()
    bearer_env: str | None = None
    oauth: str | None = None
    client_id: str | None = None
    client_id_env: str | None = None
    client_secret_env: str | None = None
    refresh_token_env: str | None = None
    scope: str | None = None
    idp: str | None = None
    idp_client_id: str | None = None
    idp_client_secret_env: str | None = None
    id_token_env: str | None = None
    timeout: float | None = None
    spec_version: str | None = None
    ca_file: str | None = None
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    _read: dict[str, Suite] = field(default_factory=dict, compare=False, repr=False)

    @property
    def given(self) -> bool:
        return any((self.command is not None, self.url, self.from_suite, self.mcp_config))

    def resolve(self) -> ServerSpec:
        """One server, with the flags laid over what a file said.

        Raises: UsageError, FileProblemsError.
        """
        self._check_exactly_one()
        spec = self._spec()
        target = self._overlaid(spec.target)
        return replace(
            spec,
            target=target,
            version=self._version() or spec.version,
            timeout=self.timeout if self.timeout is not None else spec.timeout,
            secrets=(*spec.secrets, *self._secrets()),
        )

    def _check_exactly_one(self) -> None:
        ways = {
            "-- COMMAND": self.command is not None,
            "--url": self.url is not None,
            "--from-suite": self.from_suite is not None,
            "--mcp-config": self.mcp_config is not None,
        }
        used = [name for name, said in ways.items() if said]
        if len(used) != 1:
            found = " and ".join(used) if used else "none"
            raise UsageError(
                "server-choice",
                f"specify the server with exactly one of {', '.join(ways)}; got {found}",
                hint="end the command line with the server, for example: -- python my_server.py",
            )
        if self.server is not None and not (self.from_suite or self.mcp_config):
            raise UsageError("server-choice", "--server requires --from-suite or --mcp-config")
        if self.command == ():
            raise UsageError("server-command-empty", "there is no command after --")

    def _spec(self) -> ServerSpec:
        if self.command is not None:
            return ServerSpec(name=UNNAMED, target=StdioTarget(self.command))
        if self.url is not None:
            return ServerSpec(name=UNNAMED, target=target_for(self.url))
        if self.from_suite is not None:
            suite = self.suite(self.from_suite)
            suite.require()
            return pick(suite.servers, self.server, self.from_suite)
        from mcptest.cli.client_config import read_mcp_config

        return pick(read_mcp_config(Path(self.mcp_config or "")), self.server, self.mcp_config)

    def suite(self, path: str) -> Suite:
        """The suite of ``--from-suite``, which is read once for all who ask.

        Raises: FileProblemsError.
        """
        if path not in self._read:
            self._read[path] = load_suite(Path(path), env=self.environ)
        return self._read[path]

    def _overlaid(self, target: Target) -> Target:
        if (self.header or self.bearer_env or self.ca_file) and "headers" not in target.accepts:
            words = "--header, --bearer-env and --ca-file require an HTTP server"
            raise UsageError("server-flag-transport", words)
        check_address(target)
        if (self.env or self.cwd) and "env" not in target.accepts:
            words = "--env and --cwd require a server that mcptest starts"
            raise UsageError("server-flag-transport", words)
        headers = flag_pairs(self.header, "--header", ":")
        if self.bearer_env:
            headers["Authorization"] = f"Bearer {self._bearer()}"
        env = variables_of(self.env, self.environ)
        options = TargetOptions(
            env=env,
            cwd=self.cwd,
            headers=headers,
            ca_file=self.ca_file,
            credentials=self.signing_in.credentials(target, self.environ),
        )
        return self._kept(target.overlaid(options))

    @property
    def signing_in(self) -> OAuthChoice:
        """The OAuth options as typed."""
        from mcptest.cli.signing_in import OAuthChoice

        return OAuthChoice(
            grant=self.oauth,
            client_id=self.client_id,
            client_id_env=self.client_id_env,
            client_secret_env=self.client_secret_env,
            refresh_token_env=self.refresh_token_env,
            scope=self.scope,
            idp=self.idp,
            idp_client_id=self.idp_client_id,
            idp_client_secret_env=self.idp_client_secret_env,
            id_token_env=self.id_token_env,
        )

    def _kept(self, target: Target) -> Target:
        """The login that was kept for an address, where nothing else is said."""
        if target.http is None:
            return target
        from mcptest.auth.attach import with_kept_login

        return with_kept_login(target)

    def _bearer(self) -> str:
        token = self.environ.get(self.bearer_env or "")
        if not token:
            raise UsageError(
                "server-token-unset",
                f"the environment variable {self.bearer_env} (--bearer-env) is not set",
            )
        return token

    def _secrets(self) -> tuple[str, ...]:
        env = variables_of(self.env, self.environ)
        given = {**flag_pairs(self.header, "--header", ":"), **env}
        values = [
            bare_secret(value) for name, value in given.items() if holds_a_secret(name, value)
        ]
        found = [*values, *filter(None, [self.bearer_env and self._bearer()])]
        if any(secret and not can_be_masked(secret) for secret in found):
            sys.stderr.write("note: a secret is too short or too common to mask in reports\n")
        return tuple(found)

    def _version(self) -> SpecVersion | None:
        return parse_version(self.spec_version) if self.spec_version else None


def check_address(target: Target) -> None:
    """An invalid URL is a usage error, not an unreachable server."""
    try:
        target.check()
    except TargetConnectError as error:
        raise UsageError(error.code, error.message, hint=error.hint) from None


def pick(servers: Mapping[str, ServerSpec], name: str | None, place: str | None) -> ServerSpec:
    """The named server, or the only one."""
    if name is None and len(servers) == 1:
        return next(iter(servers.values()))
    if name is not None and name in servers:
        return servers[name]
    listed = ", ".join(sorted(servers)) or "none"
    if name is None:
        raise UsageError(
            "server-which", f"{place} has several servers ({listed}); choose one with --server NAME"
        )
    from difflib import get_close_matches

    near = get_close_matches(name, servers, n=1)
    raise UsageError(
        "server-unknown",
        f"{place} has no server {name!r}; it has: {listed}",
        hint=f"did you mean {near[0]!r}?" if near else None,
    )


def variables_of(texts: tuple[str, ...], environ: Mapping[str, str]) -> dict[str, str]:
    """``--env K=V`` as it says, ``--env NAME`` from our own environment.

    Raises: UsageError.
    """
    return flag_pairs(tuple(_passed_on(text, environ) for text in texts), "--env", "=")


def _passed_on(text: str, environ: Mapping[str, str]) -> str:
    if "=" in text or not text.strip():
        return text
    if text in environ:
        return f"{text}={environ[text]}"
    # Anything but a usual name can be a secret whose name was forgotten, and is not repeated.
    name = text if text.isidentifier() and text.isupper() else None
    raise UsageError(
        "server-env-unset",
        f"the environment variable {name} (--env) is not set"
        if name
        else "--env names an environment variable that is not set",
        hint=f"set it, or pass a value with --env {name or 'NAME'}=VALUE",
    )


def flag_pairs(texts: tuple[str, ...], flag: str, sign: str) -> dict[str, str]:
    """Raises: UsageError."""
    pairs = {}
    for text in texts:
        key, found, value = text.partition(sign)
        if not found or not key.strip():
            raise UsageError("server-flag-pair", f"{flag} must have the form KEY{sign}VALUE")
        if any(char in text for char in "\r\n\0"):
            raise UsageError("server-flag-pair", f"{flag} contains a line break or a NUL character")
        pairs[key.strip()] = value.strip() if sign == ":" else value
    return pairs
