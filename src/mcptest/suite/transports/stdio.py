"""A server that mcptest starts: ``command``, ``args``, ``env``, ``cwd``."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from mcptest.model.json import JsonObject
from mcptest.model.secret_names import holds_a_secret
from mcptest.suite.secrets import bare_secret
from mcptest.suite.shape import Key, ListOf, Text
from mcptest.suite.transports.entry import Disclosure, TransportEntry
from mcptest.suite.transports.env_file import read_env_file
from mcptest.suite.transports.written import WrittenServer, no_nul, settings_of
from mcptest.wire.target import StdioTarget, Target

# What is taken for a file: a path, or a name with an ending. A word like "search" is not.
_FILE: Final = re.compile(r"^\.{1,2}$|[/\\]|\.[A-Za-z][A-Za-z0-9]{0,7}$")


class Command(ListOf[str]):
    """The words of a command; one text was split by the loader before it comes here."""

    def __init__(self) -> None:
        super().__init__(Text(check=no_nul), least=1)
        self.label = "a command (a string or a list)"

    def json_schema(self) -> JsonObject:
        return {"anyOf": [{"type": "string", "minLength": 1}, super().json_schema()]}


def _read(written: WrittenServer) -> Target:
    members = written.members
    command = (*members["command"], *members.get("args", ()))
    env = {**_from_file(written), **written.settings("env")}
    if "cwd" in members:
        return StdioTarget(command, env, str(Path(written.folder, members["cwd"])))
    return StdioTarget(beside_suite(command, written.folder), env)


def _from_file(written: WrittenServer) -> dict[str, str]:
    node = written.node.get("env_file")
    if node is None or "env_file" not in written.members:
        return {}
    path = Path(written.folder, written.members["env_file"])
    found = read_env_file(path, node.where, written.problems)
    written.secrets |= {
        bare_secret(value) for name, value in found.items() if holds_a_secret(name, value)
    }
    return found


def beside_suite(command: tuple[str, ...], folder: str) -> tuple[str, ...]:
    """The command with its relative files looked for beside the suite, then where we run."""
    program, *arguments = command
    if _relative(program) and os.path.dirname(program):  # noqa: PTH120 - "./x" is not "x"
        program = _found(program, folder)
    return (program, *(_found(word, folder) for word in arguments))


def _found(word: str, folder: str) -> str:
    if not _relative(word) or not _FILE.search(word) or not Path(folder, word).exists():
        return word
    return os.path.abspath(Path(folder, word))  # noqa: PTH100 - links must not be resolved


def _relative(word: str) -> bool:
    return not word.startswith("-") and not Path(word).is_absolute()


def _write(target: Target, disclosure: Disclosure) -> JsonObject | None:
    if not isinstance(target, StdioTarget):
        return None
    plain = disclosure.plain
    found: JsonObject = {"command": [plain(word) for word in target.command]}
    if target.env:
        found["env"] = {
            name: f"${{env.{name}}}" if disclosure.hides(name, value) else plain(value)
            for name, value in target.env.items()
        }
    if target.cwd is not None:
        found["cwd"] = plain(target.cwd)
    return found


STDIO = TransportEntry(
    key="command",
    label="a command",
    keys={
        "command": Key(
            Command(),
            doc=(
                "Program to start: a list, or a string that is split like a shell command. "
                "No shell is used. Relative files start at the suite's folder."
            ),
        ),
        "args": Key(ListOf(Text(empty=True, check=no_nul)), doc="More arguments for the command."),
        "env": Key(
            settings_of(Text(empty=True, null=True, check=no_nul)),
            doc="Environment variables for the program, in addition to a minimal set.",
        ),
        "env_file": Key(
            Text(check=no_nul),
            doc="File with NAME=value lines to add to env, relative to the suite.",
        ),
        "cwd": Key(Text(check=no_nul), doc="Working directory, relative to the suite."),
    },
    pins=("stdio",),
    read=_read,
    write=_write,
)
