"""Turn what a caller passes into a server: a command, a URL, a suite entry or an object."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from mcptest.engine.server import Server
from mcptest.errors import UsageError
from mcptest.model.run import UNNAMED
from mcptest.model.secret_names import holds_a_secret
from mcptest.plan.revision import parse_version
from mcptest.plan.servers import engine_server
from mcptest.suite.load import ServerSpec
from mcptest.suite.secrets import bare_secret, password_of
from mcptest.suite.transports import target_at
from mcptest.wire.target import StdioTarget, Target

ServerLike: TypeAlias = "str | Sequence[str | os.PathLike[str]] | Target | ServerSpec | object"


def find_server(
    given: ServerLike, *, timeout: float | None = None, spec_version: str | None = None
) -> Server:
    """The server as the engine needs it; what is said here stands before what it says itself.

    Raises: UsageError.
    """
    spec = given if isinstance(given, ServerSpec) else ServerSpec(UNNAMED, _signed(given))
    version = parse_version(spec_version) if spec_version is not None else spec.version
    limit = timeout if timeout is not None else spec.timeout
    return engine_server(replace(spec, timeout=limit, version=version))


def _signed(given: object) -> Target:
    """The target, with the login that was kept for its address."""
    from mcptest.auth.attach import with_kept_login

    target = find_target(given)
    return target if target.http is None else with_kept_login(target)


def find_target(given: object) -> Target:
    """Raises: UsageError."""
    if isinstance(given, Target):
        return given
    if isinstance(given, str):
        return target_at(given) or StdioTarget(_command(_words(given)))
    if isinstance(given, Sequence) and not isinstance(given, bytes):
        return StdioTarget(_command(given))
    from mcptest.api.sdk_object import sdk_target

    return sdk_target(given)


def secrets_of(given: ServerLike) -> tuple[str, ...]:
    """What must not be shown: what the suite says, or what is called like a secret."""
    if isinstance(given, ServerSpec):
        return given.secrets
    target = target_at(given) if isinstance(given, str) else given
    if not isinstance(target, Target):
        return ()
    settings = {**target.settings, "password": password_of(target.address or "") or ""}
    named = [bare_secret(value) for name, value in settings.items() if holds_a_secret(name, value)]
    return tuple(filter(None, named))


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text, posix=os.name != "nt")
    except ValueError as error:
        raise UsageError(
            "server-command", f"cannot split the command {text!r} into arguments: {error}"
        ) from None


def _command(words: Sequence[object]) -> tuple[str, ...]:
    if not words or not all(isinstance(word, str | os.PathLike) for word in words):
        raise UsageError(
            "server-command",
            f"a command must be a non-empty list of strings; got {words!r}",
            hint='for example ["python", "server.py"]',
        )
    return tuple(os.fspath(word) for word in words if isinstance(word, str | os.PathLike))
