"""Load a fleet file: report every problem, and what each server lacks in the environment."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Final

from mcptest.errors import Problem
from mcptest.fleet.inventory.client_configs import read_host_config
from mcptest.fleet.inventory.fleet import Fleet, FleetServer
from mcptest.fleet.inventory.literal_secrets import find_literals
from mcptest.fleet.inventory.shape import (
    FLEET_SERVER,
    IMPORTS,
    TOP,
    AuditForm,
    FleetForm,
    GateForm,
    Import,
)
from mcptest.fleet.inventory.written import as_written, open_form
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.suite.scope import Invalid, Scope, did_you_mean
from mcptest.suite.servers import split_command
from mcptest.suite.yaml.node import Node
from mcptest.suite.yaml.source import load_source

_UNSET: Final = "suite-unset-variable"


def load_fleet(path: str | os.PathLike[str], *, env: Mapping[str, str]) -> Fleet:
    """Read a fleet; what is wrong inside is in ``problems``.

    Raises: FileProblemsError where the file cannot be read as YAML at all.
    """
    root = load_source(path, kind="fleet")
    return _FleetLoading(Path(path), env).fleet(root)


class _Anything(dict[str, str]):
    """An environment in which every variable is set, so that only unknown names are unset."""

    def get(self, key: str, default: Any = None) -> Any:
        del default
        return super().get(key, f"value of {key}")


@record(frozen=False)
class _FleetLoading:
    path: Path
    env: Mapping[str, str]
    problems: list[Problem] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)
    servers: dict[str, FleetServer] = field(default_factory=dict)
    addresses: dict[tuple[str, ...], str] = field(default_factory=dict)  # and whose they are

    def fleet(self, root: Node) -> Fleet:
        top = TOP.read(root, self.problems, self.scope)
        members: dict[str, Any] = {} if isinstance(top, Invalid) else top
        variables = dict(_items(root.get("variables")))
        for server in self._named(root, variables):
            self._take(server)
        if not self.servers and not self.problems:
            message = 'this fleet has no servers; add "servers" or "imports"'
            hint = "servers: {mine: {command: ./my-server}}, or run mcptest fleet init"
            self.problems.append(Problem("fleet-no-server", message, root.where, hint))
        self._check_gates(root, members)
        plain = {name: as_written(node) for name, node in variables.items()}
        known = {key: members[key] for key in ("gates", "limits", "audit") if key in members}
        return Fleet(
            path=self.path,
            name=members.get("fleet") or self.path.absolute().parent.name or "fleet",
            servers=tuple(self.servers.values()),
            variables=plain,
            notes=tuple(self.scope.notes),
            problems=tuple(self.problems),
            **known,
        )

    def _check_gates(self, root: Node, members: Mapping[str, Any]) -> None:
        gates, audit = members.get("gates", GateForm()), members.get("audit", AuditForm())
        known = {tag for server in self.servers.values() for tag in server.tags}
        for tag in sorted(gates.tags.keys() - known):
            near = did_you_mean(tag, sorted(known)) if known else "no server has a tag"
            self.scope.note(f'no server has the tag "{tag}" of these gates; {near}')
        floors = [each.min_grade for each in (gates, *gates.tags.values()) if each.min_grade]
        if floors and "compliance" not in audit.stages:
            message = "min_grade requires the protocol stage, which audit.stages omits"
            written = root.get("gates") or root
            self.problems.append(Problem("fleet-no-grade", message, written.key_where))

    def _named(self, root: Node, variables: Mapping[str, Node]) -> Iterator[FleetServer]:
        imports = root.get("imports")
        for entry in self._imports(imports) if imports is not None else ():
            yield from self._imported(*entry, variables)
        servers = root.get("servers")
        if servers is not None and not isinstance(servers.value, dict):
            message = "servers must be an object with a name for each server"
            self.problems.append(Problem("suite-wrong-type", message, servers.where))
        for name, node in _items(servers):
            yield from self._server(name, node, variables)

    def _imports(self, node: Node) -> Iterator[tuple[Import, Node]]:
        read = IMPORTS.read(node, self.problems, self.scope)
        for entry, written in zip(() if isinstance(read, Invalid) else read, node, strict=False):
            yield entry if isinstance(entry, Import) else Import(file=entry), written

    def _imported(
        self, entry: Import, place: Node, variables: Mapping[str, Node]
    ) -> Iterator[FleetServer]:
        path = self.path.parent / entry.file
        for name, node in read_host_config(path, place, self.problems):
            for server in self._server(name, node, variables):
                yield replace(server, tags=entry.tags, owner=entry.owner, stage=entry.stage)

    def _server(
        self, name: str, node: Node, variables: Mapping[str, Node]
    ) -> Iterator[FleetServer]:
        """One server, or its problems; what only the environment lacks is its own trouble."""
        self.problems += find_literals(node)
        here: list[Problem] = []
        open_form(name, node, variables, env=self.env, problems=here)
        lacking = [problem for problem in here if problem.code == _UNSET]
        if lacking:
            anywhere: list[Problem] = []
            open_form(name, node, variables, env=_Anything(self.env), problems=anywhere)
            self.problems += [each for each in anywhere if each.code == _UNSET]
        else:
            self.problems += here
        form = FLEET_SERVER.read(split_command(node, []), [], Scope())
        yield self._made(name, node, form, tuple(lacking))

    def _made(
        self, name: str, node: Node, form: FleetForm | Invalid, trouble: tuple[Problem, ...]
    ) -> FleetServer:
        plain = as_written(node)
        written: JsonObject = plain if isinstance(plain, dict) else {}
        made = FleetServer(
            name=name,
            form=written,
            folder=node.source.folder,
            where=node.key_where,
            trouble=trouble,
        )
        if isinstance(form, Invalid):
            return made
        return replace(
            made,
            tags=form.tags,
            suite=self._suite(node, form.suite),
            owner=form.owner,
            stage=form.stage,
            limit=form.limit,
        )

    def _suite(self, node: Node, written: str | None) -> Path | None:
        if written is None:
            return None
        path = Path(node.source.folder) / written
        if not path.is_file():
            place = node.get("suite")
            message = f"suite not found: {written}"
            hint = "the path is relative to the fleet file; mcptest scaffold creates a suite"
            where = place.where if place else node.where
            self.problems.append(Problem("fleet-no-suite", message, where, hint))
        return path

    def _take(self, server: FleetServer) -> None:
        first = self.servers.setdefault(server.name, server)
        if first is not server:
            message = f'duplicate server name "{server.name}"'
            hint = f"the first one is at {first.where}; rename one of them"
            self.problems.append(Problem("fleet-duplicate-server", message, server.where, hint))
            return
        other = self.addresses.setdefault(_address(server), server.name)
        if other != server.name:
            self.scope.note(
                f'{server.where}: "{server.name}" and "{other}" define the same '
                "server; both are run"
            )


def _address(server: FleetServer) -> tuple[str, ...]:
    """What makes two entries the same server."""
    keys = ("command", "args", "env", "cwd", "url", "headers")
    return (server.folder, *(repr(server.form.get(key)) for key in keys))


def _items(node: Node | None) -> list[tuple[str, Node]]:
    return node.items() if node is not None else []
