"""Add the recorder to one entry of an MCP client config, and remove it again."""

from __future__ import annotations

import codecs
import json
import sys
from pathlib import Path
from typing import Final

from mcptest.atomic import write_atomically
from mcptest.errors import FileProblemsError, Problem, UsageError
from mcptest.jsonc import member_spans, plain_json
from mcptest.model.json import Json, JsonObject
from mcptest.model.location import Location
from mcptest.reading import MIB, CannotReadError, JsonTextError, parse_jsonc, read_whole

BACKUP: Final = ".mcptest-backup"
_LARGEST: Final = 5 * MIB
_KEYS: Final = ("mcpServers", "servers")
_RECORD: Final = ("-m", "mcptest", "record", "-o")


def install(config: Path, server: str | None, recording: Path) -> str:
    """Make the client start the recorder; the name of the entry.

    Raises: UsageError, FileProblemsError, WriteError.
    """
    raw, _, entries = _read(config)
    name = _pick(entries, server, config)
    entry = _object(entries[name])
    if _is_installed(entry):
        raise UsageError("record-installed", f"{name!r} in {config} is already recorded")
    command, args = entry.get("command"), entry.get("args", [])
    if not isinstance(args, list):
        raise UsageError("record-args", f'"args" of {name!r} in {config} must be a list')
    if not isinstance(command, str):
        raise UsageError(
            "record-not-stdio",
            f"{name!r} in {config} has no command, so the client does not start it",
            hint="run mcptest record --url URL --listen PORT and change the url in the config",
        )
    place = str(recording.resolve())
    if not (
        _backup(config).exists() and any(_is_installed(_object(it)) for it in entries.values())
    ):
        write_atomically(_backup(config), raw)
    _edit(config, raw, name, (sys.executable, [*_RECORD, place, "--", command, *args]))
    return name


def uninstall(config: Path, server: str | None) -> str:
    """Put the entry back as it was; the name of the entry.

    Raises: UsageError, FileProblemsError, WriteError.
    """
    raw, document, entries = _read(config)
    installed = [name for name, entry in entries.items() if _is_installed(_object(entry))]
    if server is None and len(installed) == 1:
        server = installed[0]
    name = _pick(entries, server, config)
    entry = _object(entries[name])
    if not _is_installed(entry):
        raise UsageError("record-not-installed", f"{name!r} in {config} is not recorded")
    args = entry["args"]
    assert isinstance(args, list)
    command, *rest = args[args.index("--") + 1 :]
    entries[name] = {**entry, "command": command, "args": rest}
    if not _restore(config, document, name):
        _edit(config, raw, name, (command, rest))
    return name


def _restore(config: Path, document: Json, name: str) -> bool:
    """Whether the backup says the same but for its spelling; then it is put back as it was."""
    backup = _backup(config)
    try:
        raw = read_whole(backup, limit=_LARGEST)
        before = parse_jsonc(raw)
    except (CannotReadError, JsonTextError):
        return False
    entry = _object(_entries(before).get(name))
    mine = _object(_entries(document).get(name))
    if "args" not in entry and mine.get("args") == []:
        del mine["args"]
    if before != document:
        return False
    write_atomically(config, raw)
    backup.unlink()
    return True


def _read(config: Path) -> tuple[bytes, Json, JsonObject]:
    try:
        raw = read_whole(config, limit=_LARGEST)
        document = parse_jsonc(raw)
    except CannotReadError as error:
        where = None if error.missing else Location(str(config), 1, 1)
        raise FileProblemsError(
            [Problem("config-unreadable", error.about(config), where)]
        ) from None
    except JsonTextError as error:
        words = f"{config} is not valid JSON: {error.message}"
        where = Location(str(config), error.line, error.column)
        raise FileProblemsError([Problem("config-not-json", words, where)]) from None
    entries = _entries(document)
    if not entries:
        raise UsageError(
            "config-no-servers", f"{config} defines no server under mcpServers or servers"
        )
    return raw, document, entries


def _entries(document: Json) -> JsonObject:
    members = _object(document)
    return _object(next((members[key] for key in _KEYS if key in members), None))


def _pick(entries: JsonObject, server: str | None, config: Path) -> str:
    listed = ", ".join(sorted(entries))
    if server is None and len(entries) == 1:
        return next(iter(entries))
    if server is None:
        words = f"{config} has several servers ({listed}); choose one with --server NAME"
        raise UsageError("server-which", words)
    if server not in entries:
        raise UsageError("server-unknown", f"{config} has no server {server!r}; it has: {listed}")
    return server


def _is_installed(entry: JsonObject) -> bool:
    args = entry.get("args")
    return isinstance(args, list) and tuple(args[: len(_RECORD)]) == _RECORD and "--" in args[:-1]


def _edit(config: Path, raw: bytes, name: str, start: tuple[Json, Json]) -> None:
    """Change what one entry starts, and no other character: a config has comments and an order."""
    text = raw.decode("utf-8-sig")
    plain = plain_json(text)
    members = member_spans(plain)
    servers = member_spans(plain, next(members[key] for key in _KEYS if key in members)[0])
    entry = member_spans(plain, servers[name][0])
    command, args = (json.dumps(value, ensure_ascii=False) for value in start)
    places = [(entry["command"], command)]
    if "args" in entry:
        places.append((entry["args"], args))
    else:
        places = [(entry["command"], f'{command}, "args": {args}')]
    for (begin, end), words in sorted(places, reverse=True):
        text = text[:begin] + words + text[end:]
    mark = codecs.BOM_UTF8 if raw.startswith(codecs.BOM_UTF8) else b""
    write_atomically(config, mark + text.encode())


def _backup(config: Path) -> Path:
    return config.with_name(config.name + BACKUP)


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}
