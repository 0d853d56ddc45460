"""Write the server options as shell arguments, without any secret."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping

from mcptest.cli.servers import ServerChoice
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run
from mcptest.model.secret_names import can_be_masked, holds_a_secret, names_a_secret
from mcptest.plan.suites import Loaded
from mcptest.report.reproduce import ShellServer, with_reproductions
from mcptest.suite.load import ServerSpec, Suite

_FLAGS = {
    "url": "--url",
    "from_suite": "--from-suite",
    "mcp_config": "--mcp-config",
    "server": "--server",
    "cwd": "--cwd",
    "bearer_env": "--bearer-env",
    "oauth": "--oauth",
    "client_id": "--client-id",
    "client_id_env": "--client-id-env",
    "client_secret_env": "--client-secret-env",
    "refresh_token_env": "--refresh-token-env",
    "scope": "--scope",
    "idp": "--idp",
    "idp_client_id": "--idp-client-id",
    "idp_client_secret_env": "--idp-client-secret-env",
    "id_token_env": "--id-token-env",
    "ca_file": "--ca-file",
    "spec_version": "--spec-version",
}
_NAMED = re.compile(r"-*(?P<name>[A-Za-z][A-Za-z0-9_-]*)=(?P<value>.*)\Z", re.DOTALL)


def reproducing(choice: ServerChoice, spec: ServerSpec) -> Callable[[Run], Run]:
    """Add the command that reproduces a finding, where there is one."""
    servers = {spec.name: shell_server(choice)}
    redact = Redactor(spec.secrets).text
    return lambda run: with_reproductions(run, servers, redact=redact)


def reproducing_suites(loaded: Loaded, env: Mapping[str, str]) -> Callable[[Run], Run]:
    """The same for the servers of suites, with the variables of ``run --env``."""
    variables = [word for pair in env.items() for word in ("--env", _variable("=".join(pair)))]
    servers = {}
    for name in dict.fromkeys(name for suite in loaded.suites for name in suite.servers):
        suites = [suite for suite in loaded.suites if name in suite.servers]
        if all(suite.servers[name].target == suites[0].servers[name].target for suite in suites):
            passed = variables if "env" in suites[0].servers[name].target.accepts else []
            servers[name] = ShellServer((*_from_suite(suites[0], name), *passed))
    redact = Redactor(loaded.secrets).text
    return lambda run: with_reproductions(run, servers, redact=redact)


def _from_suite(suite: Suite, name: str) -> list[str]:
    which = ["--server", shlex.quote(name)] if len(suite.servers) > 1 else []
    return ["--from-suite", shlex.quote(str(suite.path)), *which]


def shell_server(choice: ServerChoice) -> ShellServer:
    """The same server for another command; a variable stands in place of each secret."""
    options = [
        word
        for name, flag in _FLAGS.items()
        if (value := getattr(choice, name)) is not None
        for word in (flag, shlex.quote(value))
    ]
    options += [word for text in choice.header for word in ("--header", _header(text))]
    options += [word for text in choice.env for word in ("--env", _variable(text))]
    if choice.timeout is not None:
        options += ["--timeout", f"{choice.timeout:g}s"]
    end = ("--", *_command(choice.command, choice.environ)) if choice.command else ()
    return ShellServer(tuple(options), end)


def _header(text: str) -> str:
    name, _, value = text.partition(":")
    return f'"{name.strip()}: ${_shouted(name)}"' if _hides(name, value) else shlex.quote(text)


def _variable(text: str) -> str:
    """A secret is passed on by name, from the environment in which the command runs."""
    name, _, value = text.partition("=")
    return shlex.quote(name if _hides(name, value) else text)


def _hides(name: str, value: str) -> bool:
    return holds_a_secret(name.strip(), value.strip()) or Redactor().text(value) != value


def _command(words: tuple[str, ...], environ: Mapping[str, str]) -> Iterator[str]:
    """A secret stands after its option, after ``NAME=``, in a variable, or looks like one."""
    known = {
        value: name
        for name, value in environ.items()
        if names_a_secret(name) and can_be_masked(value)
    }
    before = ""
    for word in words:
        named = _NAMED.match(word)
        if before.startswith("-") and holds_a_secret(before.lstrip("-"), word):
            yield f'"${_shouted(before)}"'
        elif named and holds_a_secret(named["name"], named["value"]):
            yield f'{word[: named.start("value")]}"${_shouted(named["name"])}"'
        elif any(secret in word for secret in known):
            yield f'"${next(name for secret, name in known.items() if secret in word)}"'
        else:
            yield shlex.quote(word) if Redactor().text(word) == word else '"$SECRET"'
        before = word


def _shouted(name: str) -> str:
    return re.sub(r"[^A-Z0-9]+", "_", name.strip().strip("-").upper())
