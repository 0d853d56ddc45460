"""A server that mcptest starts: ``command``, ``args``, ``env``, ``cwd``."""

from __future__ import annotations

from pathlib import Path

from mcptest.model.json import JsonObject
from mcptest.suite.shape import Key, ListOf, Text
from mcptest.suite.transports.entry import Disclosure, TransportEntry
from mcptest.suite.transports.written import WrittenServer, no_nul, settings_of
from mcptest.wire.target import StdioTarget, Target


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
    cwd = str(Path(written.folder, members["cwd"])) if "cwd" in members else None
    return StdioTarget(command, written.settings("env"), cwd)


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
                "No shell is used."
            ),
        ),
        "args": Key(ListOf(Text(empty=True, check=no_nul)), doc="More arguments for the command."),
        "env": Key(
            settings_of(Text(empty=True, null=True, check=no_nul)),
            doc="Environment variables for the program, in addition to a minimal set.",
        ),
        "cwd": Key(Text(check=no_nul), doc="Working directory, relative to the suite."),
    },
    pins=("stdio",),
    read=_read,
    write=_write,
)
