"""Turn server entries into targets: split commands, look up the environment."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import TypeAlias

from mcptest.errors import Problem
from mcptest.model.json import Json, JsonObject
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.elicitation import elicitation_answer
from mcptest.suite.scope import INVALID, Invalid, Scope
from mcptest.suite.server_shape import SERVER, ClientSettings, ReadyCommand, ServerForm
from mcptest.suite.shape import Shape
from mcptest.suite.transports.stdio import beside_suite
from mcptest.suite.transports.written import WrittenServer
from mcptest.suite.yaml.node import Node
from mcptest.wire.client_side import ClientSide
from mcptest.wire.ready import CommandCheck
from mcptest.wire.target import StdioTarget, Target

ClientAnswer: TypeAlias = "Json | Callable[[], Callable[[JsonObject], Json]]"


@record
class ClientSpec:
    """What we declare to a server and how we answer it."""

    capabilities: JsonObject = field(default_factory=dict)
    answers: Mapping[str, ClientAnswer] = field(default_factory=dict)

    def side(self) -> ClientSide:
        """A fresh one for one session."""
        answers = {
            method: answer() if callable(answer) else answer
            for method, answer in self.answers.items()
        }
        return ClientSide(dict(self.capabilities), answers)


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
    ready_command: CommandCheck | None = None
    counted_as: str | None = None  # the server whose calls these are, for one of a matrix

    def client_side(self) -> ClientSide:
        """How we answer this server; a fresh one for each session."""
        return self.client.side()


def split_command(node: Node, problems: list[Problem]) -> Node:
    """A server whose command is one text, with that text split into its words.

    This comes before variables are filled in, so a value with spaces stays one argument.
    """
    ready = node.get("wait_for_ready")
    if ready is not None and isinstance(ready.value, dict) and isinstance(node.value, dict):
        split = split_command(ready, problems)
        node = replace(node, value={**node.value, "wait_for_ready": split})
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
        message = f"cannot split this command into arguments: {str(error).lower()}"
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
    before = len(problems)
    written = WrittenServer(form.own, node, env, problems, scope)
    target = form.transport.read(written)
    if len(problems) > before:
        return INVALID
    ready = form.wait_for_ready
    return ServerSpec(
        name,
        target,
        version=form.protocol_version,
        timeout=form.timeout,
        wait_for_ready=ready if isinstance(ready, float) else None,
        max_in_flight=form.max_in_flight,
        secrets=tuple(sorted(written.secrets)),
        where=form.where,
        client=ClientSpec() if form.client is None else _client(form.client),
        ready_url=ready if isinstance(ready, str) else None,
        ready_command=_ready_command(ready, node),
    )


def _ready_command(ready: object, node: Node) -> CommandCheck | None:
    if not isinstance(ready, ReadyCommand):
        return None
    folder = node.source.folder
    target = StdioTarget(beside_suite(ready.command, folder), dict(os.environ), folder)
    return CommandCheck(target, ready.timeout)


def _client(client: ClientSettings) -> ClientSpec:
    capabilities: JsonObject = {}
    answers: dict[str, ClientAnswer] = {}
    if client.roots is not None:
        capabilities["roots"] = {}
        roots: list[Json] = [{"uri": r} if isinstance(r, str) else r for r in client.roots]
        answers["roots/list"] = {"roots": roots}
    if client.sampling is not None:
        capabilities["sampling"] = {}
        answers["sampling/createMessage"] = _sampled(client.sampling)
    if client.elicitation is not None:
        capabilities["elicitation"] = {}
        written = client.elicitation
        rounds = list(written) if isinstance(written, tuple) else written
        answers["elicitation/create"] = elicitation_answer(rounds)
    return ClientSpec(capabilities, answers)


def _sampled(answer: Json) -> Json:
    if not isinstance(answer, str):
        return answer
    content: JsonObject = {"type": "text", "text": answer}
    return {"role": "assistant", "content": content, "model": "mcptest", "stopReason": "endTurn"}
