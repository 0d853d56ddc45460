"""Reads servers from an MCP client config, such as that of Claude Desktop or VS Code."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from mcptest.errors import FileProblemsError, Problem, UsageError
from mcptest.model.json import Json, JsonObject, json_type
from mcptest.model.location import Location
from mcptest.reading import MIB, CannotReadError, JsonTextError, parse_jsonc, read_whole
from mcptest.suite.load import ServerSpec
from mcptest.suite.secrets import bare_secret
from mcptest.suite.transports import target_for
from mcptest.wire.target import StdioTarget, Target, TargetOptions

_LARGEST = 5 * MIB


def read_mcp_config(path: Path) -> dict[str, ServerSpec]:
    """Every server of the file, by name.

    Raises: UsageError, FileProblemsError.
    """
    raw = _read(path)
    found = raw if isinstance(raw, dict) else {}
    entries = found.get("mcpServers", found.get("servers"))
    if not isinstance(entries, dict) or not entries:
        what = "an empty list of servers" if entries == {} else "neither mcpServers nor servers"
        raise UsageError("config-no-servers", f"{path} has {what}")
    return {name: _Entry(name, entry, path).server() for name, entry in entries.items()}


def _read(path: Path) -> Json:
    try:
        return parse_jsonc(read_whole(path, limit=_LARGEST))
    except CannotReadError as error:
        where = None if error.missing else Location(str(path), 1, 1)
        raise FileProblemsError([Problem("config-unreadable", error.about(path), where)]) from None
    except JsonTextError as error:
        words = f"{path} is not valid JSON: {error.message}"
        where = Location(str(path), error.line, error.column)
        raise FileProblemsError([Problem("config-not-json", words, where)]) from None


class _Entry:
    """One server as the host writes it."""

    def __init__(self, name: str, entry: Json, path: Path) -> None:
        self._name = name
        self._path = path
        self._members: JsonObject = entry if isinstance(entry, dict) else {}

    def server(self) -> ServerSpec:
        if isinstance(url := self._members.get("url"), str):
            headers = self._texts("headers")
            return self._spec(target_for(url).overlaid(TargetOptions(headers=headers)), headers)
        if isinstance(command := self._members.get("command"), str) and command.strip():
            env, cwd = self._texts("env"), self._members.get("cwd")
            if cwd is not None and not isinstance(cwd, str):
                self._refuse("cwd", f"expected a string, got {json_type(cwd)}")
            line = tuple(self._text("command", word) for word in (command, *self._args()))
            return self._spec(StdioTarget(line, env, cwd or None), env)
        words = f"the server {self._name!r} in {self._path} has neither a command nor a url"
        raise UsageError("config-bad-server", words)

    def _spec(self, target: Target, settings: Mapping[str, str]) -> ServerSpec:
        """What a host's file keeps for a server alone is its secret."""
        secrets = tuple(bare_secret(value) for value in settings.values())
        return ServerSpec(name=self._name, target=target, secrets=secrets)

    def _args(self) -> list[str]:
        args = self._members.get("args", [])
        if not isinstance(args, list):
            self._refuse("args", f"expected a list, got {json_type(args)}")
        return [self._text("args", word) for word in args]

    def _texts(self, key: str) -> dict[str, str]:
        pairs = self._members.get(key, {})
        if not isinstance(pairs, dict):
            self._refuse(key, f"expected an object, got {json_type(pairs)}")
        for name in pairs:
            if not name or any(char in name for char in "=\0\r\n"):
                self._refuse(key, f"{name!r} is not a valid variable or header name")
        return {name: self._text(key, value) for name, value in pairs.items()}

    def _text(self, key: str, value: Json) -> str:
        if value is None or isinstance(value, list | dict):
            self._refuse(key, f"expected a string, got {json_type(value)}")
        if isinstance(value, bool):
            return "true" if value else "false"
        text = str(value)
        if "\0" in text:
            self._refuse(key, "contains a NUL character, which cannot be passed to a program")
        return text

    def _refuse(self, key: str, why: str) -> NoReturn:
        words = f"{key} of the server {self._name!r} in {self._path}: {why}"
        raise UsageError("config-bad-server", words)
