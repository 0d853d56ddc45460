"""A server entry as written, and its settings with the environment looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from mcptest.errors import Problem
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.secret_names import can_be_masked, holds_a_secret
from mcptest.suite.scope import Scope
from mcptest.suite.secrets import bare_secret
from mcptest.suite.shape import Either, Key, MapOf, Object, Text
from mcptest.suite.yaml.node import Node


@record
class FromEnv:
    """A value that the environment holds: ``{env: VAR}``."""

    env: str
    where: Location


FROM_ENV = Object(
    "value from the environment",
    {"env": Key(Text(label="the name of a variable"), required=True, doc="Name of the variable.")},
    FromEnv,
    place=True,
)


def settings_of(value: Text) -> MapOf[str | FromEnv]:
    """The shape of settings by name, each a text or ``{env: VAR}``."""
    return MapOf(Either(value, FROM_ENV, label="text or {env: VAR}"))


def no_nul(text: str) -> str | None:
    return "contains a NUL character, which cannot be passed to a program" if "\0" in text else None


@record(frozen=False)
class WrittenServer:
    """What a transport makes its target of; ``secrets`` collects what must never be shown."""

    members: Mapping[str, Any]
    node: Node
    env: Mapping[str, str]
    problems: list[Problem]
    scope: Scope
    secrets: set[str] = field(default_factory=set)

    @property
    def folder(self) -> str:
        """The folder of the file that the entry is in."""
        return self.node.source.folder

    def settings(self, key: str) -> dict[str, str]:
        """The values under a key; those from the environment and those named so are secrets."""
        values: Mapping[str, str | FromEnv] = self.members.get(key, {})
        settings = {}
        for name, value in values.items():
            if isinstance(value, FromEnv):
                settings[name] = self.from_env(value.env, value.where)
                continue
            settings[name] = value
            if holds_a_secret(name, value):
                self.secrets.add(bare_secret(value))
                self._warn_of_literal(key, name)
        return settings

    def from_env(self, name: str, where: Location) -> str:
        """A secret from the environment; a problem where it is not set."""
        value = self.env.get(name)
        if value is None:
            message = f"the environment variable {name} is not set"
            self.problems.append(
                Problem("suite-unset-variable", message, where, "set it before you run mcptest")
            )
            return ""
        self.secrets.add(bare_secret(value))
        if not can_be_masked(bare_secret(value)):
            self.scope.note(
                f"{where}: the value of {name} is too short or too common to be masked in reports"
            )
        return value

    def _warn_of_literal(self, key: str, name: str) -> None:
        written = self.node.get(key)
        node = written.get(name) if written else None
        if node is not None and not node.loose:
            place = node.where
            self.scope.note(
                f"{place}: the value of {name} looks like a secret; use an "
                "environment variable instead: "
                f"{{env: {name.upper().replace('-', '_')}}}"
            )
