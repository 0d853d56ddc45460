"""Servers as written to servers that can be opened: commands split, environment looked up."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path

from mcptest.errors import Problem
from mcptest.model.json import Json, JsonObject
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.secret_names import can_be_masked, holds_a_secret
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.scope import INVALID, Invalid, Scope
from mcptest.suite.secrets import bare_secret, password_of
from mcptest.suite.server_shape import SERVER, ClientSettings, FromEnv, ServerForm
from mcptest.suite.shape import Shape
from mcptest.suite.yaml.node import Node
from mcptest.wire.client_side import ClientSide
from mcptest.wire.target import HttpTarget, StdioTarget, Target


@record
class ClientSpec:
    """What we declare to a server and how we answer it."""

    capabilities: JsonObject = field(default_factory=dict)
    answers: Mapping[str, Json] = field(default_factory=dict)

    def side(self) -> ClientSide:
        """A fresh one for one session."""
        return ClientSide(dict(self.capabilities), dict(self.answers))


@record
class ServerSpec:
    """A server ready to be opened; ``ready_url`` is an address to ask until it answers."""

    name: str
    target: Target
    version: SpecVersion | None = None
    timeout: float | None = None
    wait_for_ready: float | None = None
    max_in_flight: int | None = None
    secrets: tuple[str, ...] = ()
    where: Location | None = None
    client: ClientSpec = field(default_factory=ClientSpec)
    ready_url: str | None = None

    def client_side(self) -> ClientSide:
        """How we answer this server; a fresh one for each session."""
        return self.client.side()


def split_command(node: Node, problems: list[Problem]) -> Node:
    """A server whose command is one text, with that text split into its words.

    This comes before variables are filled in, so a value with spaces stays one argument.
    """
    command = node.get("command")
    if command is None or not isinstance(command.value, str) or not isinstance(node.value, dict):
        return node
    lexer = shlex.shlex(command.value, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if os.name == "nt":  # a backslash is part of a path there
        lexer.escape = ""
    try:
        words = list(lexer)
    except ValueError as error:
        message = f"this command cannot be split into words: {str(error).lower()}"
        problems.append(Problem("suite-bad-value", message, command.where))
        words = [command.value]
    parts = [replace(command, value=word, text=None, key_span=None) for word in words]
    return replace(node, value={**node.value, "command": replace(command, value=parts)})


def read_server(
    name: str,
    node: Node,
    *,
    env: Mapping[str, str],
    problems: list[Problem],
    scope: Scope,
    shape: Shape[ServerForm] = SERVER,
) -> ServerSpec | Invalid:
    """One server, its variables filled in already."""
    form = shape.read(node, problems, scope)
    if isinstance(form, Invalid):
        return INVALID
    return _Reading(name, form, node, env, problems, scope).spec()


@record(frozen=False)
class _Reading:
    """The making of one server: settings from the environment, and the secrets among them."""

    name: str
    form: ServerForm
    node: Node
    env: Mapping[str, str]
    problems: list[Problem]
    scope: Scope
    secrets: set[str] = field(default_factory=set)

    def spec(self) -> ServerSpec | Invalid:
        before = len(self.problems)
        target = self._target()
        if len(self.problems) > before:
            return INVALID
        form, ready = self.form, self.form.wait_for_ready
        return ServerSpec(
            self.name,
            target,
            version=form.protocol_version,
            timeout=form.timeout,
            wait_for_ready=ready if isinstance(ready, float) else None,
            max_in_flight=form.max_in_flight,
            secrets=tuple(sorted(self.secrets)),
            where=form.where,
            client=ClientSpec() if form.client is None else _client(form.client),
            ready_url=ready if isinstance(ready, str) else None,
        )

    def _target(self) -> Target:
        form = self.form
        if form.url is None:
            cwd = None if form.cwd is None else str(Path(self.node.source.folder, form.cwd))
            return StdioTarget((*form.command, *form.args), self._settings("env", form.env), cwd)
        password = password_of(form.url)
        if password:
            self.secrets.add(password)
        headers = self._settings("headers", form.headers)
        if form.auth:
            token = self._from_env(form.auth.bearer_token_env, form.auth.where)
            headers["Authorization"] = f"Bearer {token}"
        transport = "streamable-http" if form.transport == "http" else form.transport
        return HttpTarget(form.url, headers, transport)

    def _settings(self, key: str, values: Mapping[str, str | FromEnv]) -> dict[str, str]:
        settings = {}
        for name, value in values.items():
            if isinstance(value, FromEnv):
                settings[name] = self._from_env(value.env, value.where)
                continue
            settings[name] = value
            if holds_a_secret(name, value):
                self.secrets.add(bare_secret(value))
                self._warn_of_literal(key, name)
        return settings

    def _from_env(self, name: str, where: Location) -> str:
        value = self.env.get(name)
        if value is None:
            message = f"the environment variable {name} is not set"
            self.problems.append(Problem("suite-unset-variable", message, where, "set it first"))
            return ""
        self.secrets.add(bare_secret(value))
        if not can_be_masked(bare_secret(value)):
            self.scope.note(
                f"{where}: the value of {name} is too short or too common to mask in reports"
            )
        return value

    def _warn_of_literal(self, key: str, name: str) -> None:
        written = self.node.get(key)
        node = written.get(name) if written else None
        if node is not None and not node.loose:
            place = node.where
            self.scope.note(
                f"{place}: {name} looks like a secret and is written into the suite; "
                f"name a variable instead: {{env: {name.upper().replace('-', '_')}}}"
            )


def _client(client: ClientSettings) -> ClientSpec:
    capabilities: JsonObject = {}
    answers: dict[str, Json] = {}
    if client.roots is not None:
        capabilities["roots"] = {}
        roots: list[Json] = [{"uri": r} if isinstance(r, str) else r for r in client.roots]
        answers["roots/list"] = {"roots": roots}
    if client.sampling is not None:
        capabilities["sampling"] = {}
        answers["sampling/createMessage"] = _sampled(client.sampling)
    if client.elicitation is not None:
        capabilities["elicitation"] = {}
        given = client.elicitation
        answers["elicitation/create"] = {"action": given} if isinstance(given, str) else given
    return ClientSpec(capabilities, answers)


def _sampled(answer: Json) -> Json:
    if not isinstance(answer, str):
        return answer
    content: JsonObject = {"type": "text", "text": answer}
    return {"role": "assistant", "content": content, "model": "mcptest", "stopReason": "endTurn"}
