"""The servers that the page may open, each with the options that select it."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from mcptest.auth.flows.registration import ClientChoice
from mcptest.cli.servers import ServerChoice
from mcptest.ui.offered import OfferedServer

_VALUES = {
    "--url": "url",
    "--from-suite": "from_suite",
    "--mcp-config": "mcp_config",
    "--cwd": "cwd",
    "--bearer-env": "bearer_env",
    "--oauth": "oauth",
    "--client-id": "client_id",
    "--client-id-env": "client_id_env",
    "--client-secret-env": "client_secret_env",
    "--refresh-token-env": "refresh_token_env",
    "--scope": "scope",
    "--idp": "idp",
    "--idp-client-id": "idp_client_id",
    "--idp-client-secret-env": "idp_client_secret_env",
    "--id-token-env": "id_token_env",
    "--ca-file": "ca_file",
    "--spec-version": "spec_version",
}
# What starts a server without being one.
_RUNNER = re.compile(r"(?:python|node|npx|uvx?|pipx|run|bunx?|deno|docker)[\d.]*(?:\.exe)?")
_FILES = {"from_suite", "mcp_config", "ca_file", "cwd"}


def offered_servers(choice: ServerChoice) -> list[OfferedServer]:
    """The server that was named, or every server of the file.

    Raises: UsageError, FileProblemsError.
    """
    return [_offered(replace(choice, server=name), name) for name in _names(choice)]


def _names(choice: ServerChoice) -> list[str | None]:
    if choice.server is not None:
        return [choice.server]
    if choice.from_suite is not None:
        suite = choice.suite(choice.from_suite)
        suite.require()
        return list(suite.servers)
    if choice.mcp_config is not None:
        from mcptest.cli.client_config import read_mcp_config

        return list(read_mcp_config(Path(choice.mcp_config)))
    return [None]


def _offered(choice: ServerChoice, name: str | None) -> OfferedServer:
    spec = choice.resolve()
    shown = name or _short_name(choice) or spec.name
    return OfferedServer(
        name=shown,
        spec=replace(spec, name=shown),
        options=tuple(_options(choice)),
        command=choice.command,
        bearer_env=choice.bearer_env,
        client=_client(choice),
        scope=choice.scope,
        idp=choice.signing_in.provider(choice.environ),
    )


def _client(choice: ServerChoice) -> ClientChoice:
    """The registered client for a sign-in by hand; its variables were checked before."""
    secret = choice.environ.get(choice.client_secret_env or "")
    found = choice.client_id or choice.environ.get(choice.client_id_env or "")
    return ClientChoice(found or None, secret or None)


def _short_name(choice: ServerChoice) -> str | None:
    """The script or package of a command, or the host of an address."""
    if choice.url is not None:
        return urlsplit(choice.url).netloc or None
    words = [word for word in choice.command or () if not word.startswith("-")]
    own = [word for word in words if not _RUNNER.fullmatch(Path(word).name)]
    return Path((own or words or [""])[0]).name or None


def _options(choice: ServerChoice) -> list[str]:
    """The same options for a command that runs in another folder."""
    words = []
    for flag, field in _VALUES.items():
        value = getattr(choice, field)
        if value is not None:
            words.append(f"{flag}={Path(value).absolute() if field in _FILES else value}")
    words += [f"--env={pair}" for pair in choice.env]
    words += [f"--header={pair}" for pair in choice.header]
    if choice.server is not None:
        words.append(f"--server={choice.server}")
    if choice.timeout is not None:
        words.append(f"--timeout={choice.timeout:g}s")
    if choice.command is not None and choice.cwd is None:
        words.append(f"--cwd={os.getcwd()}")  # noqa: PTH109 - a word, not a path
    return words
