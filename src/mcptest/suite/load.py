"""Load a suite: merge imports, replace variables, resolve servers; blocks stay nodes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Final, TypeVar

from mcptest.errors import FileProblemsError, Problem
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.model.run import UNNAMED
from mcptest.suite.block import BlockTable
from mcptest.suite.imports import load_tree
from mcptest.suite.matrix import find_two_servers
from mcptest.suite.merge import fill_defaults, find_homeless, merge
from mcptest.suite.options import DEFAULTS, RUN_OPTIONS, Defaults, SuiteOptions
from mcptest.suite.run_settings import RUN_SETTINGS
from mcptest.suite.scope import Invalid, Scope
from mcptest.suite.secrets import warn_of_secrets
from mcptest.suite.servers import ServerSpec, read_server, split_command
from mcptest.suite.shape import Shape
from mcptest.suite.top import top_shape
from mcptest.suite.variables import Filler, Variables, define
from mcptest.suite.yaml.node import Node

__all__ = ["Defaults", "ServerSpec", "Suite", "SuiteOptions", "read_suite"]

T = TypeVar("T")
HOOKS: Final = frozenset({"setup", "teardown", "before_each", "after_each"})
_CAPTURING: Final = ("setup", "before_each")


@record
class Suite:
    """Everything but the meaning of its blocks, which the features read.

    ``problems`` holds what is wrong so far: add those of the blocks and call ``require``.
    """

    path: Path
    scope: Scope
    servers: Mapping[str, ServerSpec] = field(default_factory=dict)
    variables: Mapping[str, Json] = field(default_factory=dict)
    defaults: Defaults = field(default_factory=Defaults)
    run_options: SuiteOptions = field(default_factory=SuiteOptions)
    blocks: Mapping[str, Node] = field(default_factory=dict)
    secrets: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def folder(self) -> str:
        return self.scope.folder

    @property
    def notes(self) -> tuple[str, ...]:
        """What people should know; more may come while blocks are read in ``scope``."""
        return tuple(self.scope.notes)

    def require(self, more: Iterable[Problem] = ()) -> None:
        """Raise FileProblemsError with every problem, by place, if there is one."""
        problems = sorted([*self.problems, *more], key=_by_place)
        if problems:
            raise FileProblemsError(problems)


def read_suite(
    path: str | os.PathLike[str],
    *,
    blocks: BlockTable,
    env: Mapping[str, str],
    text: str | None = None,
    within: Path | None = None,
) -> Suite:
    """Read a suite; what is wrong inside is in ``problems``.

    ``blocks`` are those that a suite may have; each one that it has is asked how it is merged.
    ``text`` stands for what the file holds; imports never leave ``within``, a real path.
    Raises: FileProblemsError where the file cannot be read as YAML at all.
    """
    problems: list[Problem] = []
    files = load_tree(path, problems, text=text, within=within)
    scope = Scope(str(Path(path).absolute().parent))
    return _Loading(Path(path), blocks, env, problems, scope).suite(files)


@record(frozen=False)
class _Loading:
    path: Path
    table: BlockTable
    env: Mapping[str, str]
    problems: list[Problem]
    scope: Scope

    def suite(self, files: list[Node]) -> Suite:
        top = top_shape(self.table)
        parts = [self._top(top, node) for node in files]
        table = self._variables(parts)
        self.scope = replace(self.scope, captured=_captured(parts))
        filler = Filler(table, self.problems)
        parts = [self._fill(part, filler) for part in parts]
        servers = self._server_nodes(parts)
        if not servers and not self.problems:
            self._complain_of_no_server(files[-1])
        self.scope = replace(self.scope, servers=tuple(servers))
        blocks = self._blocks(parts)
        if len(servers) > 1:  # one server needs no name
            owners = [(self.table[name](), node) for name, node in blocks.items()]
            find_homeless(owners, servers, self.problems)
        specs = self._servers(servers)
        for node in files:
            warn_of_secrets(node.source, self.scope)
        options = self._merged(parts, "run_options")
        defaults = self._merged(parts, "defaults")
        secrets = {secret for spec in specs.values() for secret in spec.secrets}
        return Suite(
            path=self.path,
            scope=self.scope,
            servers=specs,
            variables=table.values,
            defaults=self._read(DEFAULTS, defaults, Defaults()),
            run_options=self._read(RUN_OPTIONS, options, SuiteOptions()),
            blocks=blocks,
            secrets=tuple(sorted(secrets | table.secrets)),
            problems=tuple(self.problems),
        )

    def _top(self, top: Shape[dict[str, Node]], node: Node) -> dict[str, Node]:
        read = top.read(node, self.problems, self.scope)
        return dict(node.items()) if isinstance(read, Invalid) else read

    def _variables(self, parts: list[dict[str, Node]]) -> Variables:
        table = Variables(self.env)
        nodes: dict[str, Node] = {}
        for part in parts:
            written = part.get("variables")
            nodes.update(written.items() if written else ())
        define(nodes, table, self.problems)
        return table

    def _fill(self, part: dict[str, Node], filler: Filler) -> dict[str, Node]:
        if "server" in part:
            part = {**part, "server": split_command(part["server"], self.problems)}
        if "servers" in part:
            servers = part["servers"]
            split = {name: split_command(one, self.problems) for name, one in servers.items()}
            part = {**part, "servers": replace(servers, value=split or servers.value)}
        for hook in HOOKS & part.keys():
            steps = [split_command(step, self.problems) for step in part[hook]]
            part = {**part, hook: replace(part[hook], value=steps or part[hook].value)}
        return {key: self._filled(key, node, filler) for key, node in part.items()}

    def _filled(self, key: str, node: Node, filler: Filler) -> Node:
        if key in {"variables", "imports"} or "${" not in node.source.text:
            return node
        if self.scope.captured and key in self.table and self.table[key]().late:
            return filler.fill(node, self.scope.captured, twice=True)
        return filler.fill(node)

    def _server_nodes(self, parts: list[dict[str, Node]]) -> dict[str, Node]:
        nodes: dict[str, Node] = {}
        for part in parts:
            if "server" in part:
                self._name_server(nodes, UNNAMED, part["server"])
            if "servers" in part:
                for name, node in part["servers"].items():
                    self._name_server(nodes, name, node)
        return nodes

    def _name_server(self, nodes: dict[str, Node], name: str, node: Node) -> None:
        if name in nodes:
            message = f'duplicate server name "{name}"'
            hint = f"the first one is at {nodes[name].key_where}"
            self.problems.append(Problem("suite-duplicate-name", message, node.key_where, hint))
        nodes[name] = node

    def _servers(self, nodes: Mapping[str, Node]) -> dict[str, ServerSpec]:
        specs = {}
        for name, node in nodes.items():
            spec = read_server(name, node, env=self.env, problems=self.problems, scope=self.scope)
            if not isinstance(spec, Invalid):
                specs[name] = spec
        return specs

    def _blocks(self, parts: list[dict[str, Node]]) -> dict[str, Node]:
        shared = self._suite_wide(parts) | dict(self._items(self._merged(parts, "defaults")))
        blocks: dict[str, Node] = {}
        for part in parts:
            own = {**shared, **dict(self._items(part.get("defaults")))}
            if "matrix" in own and own["matrix"].get("server") is not None:
                own.pop("server", None)
            for name in self.table:
                if name in part:
                    find_two_servers(self.table[name](), part[name], self.problems)
                    node = fill_defaults(self.table[name](), part[name], own) if own else part[name]
                    blocks[name] = merge(blocks.get(name), node, name, self.problems)
        return {name: blocks[name] for name in self.table if name in blocks}

    def _suite_wide(self, parts: list[dict[str, Node]]) -> dict[str, Node]:
        """What the top of the suite says about every test, where it is right."""
        found: dict[str, Node] = {}
        for key, known in RUN_SETTINGS.items():
            node = self._merged(parts, key)
            if node is None:
                continue
            if not isinstance(known.shape.read(node, self.problems, self.scope), Invalid):
                found[key] = node
        return found

    def _items(self, node: Node | None) -> list[tuple[str, Node]]:
        known = DEFAULTS.keys
        return [(key, value) for key, value in (node.items() if node else []) if key in known]

    def _merged(self, parts: list[dict[str, Node]], key: str) -> Node | None:
        merged: Node | None = None
        for part in parts:
            if key in part:
                merged = merge(merged, part[key], key, [])
        return merged

    def _read(self, shape: Shape[T], node: Node | None, default: T) -> T:
        if node is None:
            return default
        read = shape.read(node, self.problems, self.scope)
        return default if isinstance(read, Invalid) else read

    def _complain_of_no_server(self, node: Node) -> None:
        message = 'this suite has neither "server" nor "servers"'
        hint = "server: {command: ./my-server}"
        self.problems.append(Problem("suite-missing-key", message, node.where, hint))


def _captured(parts: list[dict[str, Node]]) -> frozenset[str]:
    """The names that the hooks before tests capture."""
    steps = [step for part in parts for key in _CAPTURING if key in part for step in part[key]]
    captures = filter(None, (step.get("capture") for step in steps))
    return frozenset(name for capture in captures for name, _ in capture.items())


def _by_place(problem: Problem) -> tuple[str, int, int]:
    where = problem.where
    return (where.file, where.line, where.column) if where else ("", 0, 0)
