"""Find the entries of project folders that start a server."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from mcptest.errors import FileProblemsError
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.suite.yaml.source import read_bytes

DEEPEST: Final = 3
_SKIPPED: Final = frozenset(
    ["node_modules", "site-packages", "__pycache__", "dist", "build", "target", "vendor"]
)
_NODE: Final = ("@modelcontextprotocol/", "fastmcp", "mcp-framework", "mcp-use")
_PYTHON: Final = ("mcp", "fastmcp")
_WORDS: Final = frozenset(["mcp", "mcp-server", "modelcontextprotocol", "model-context-protocol"])


@record
class ProjectEntry:
    """A server that a project can start; ``form`` is relative to the project's folder."""

    name: str
    form: JsonObject
    file: Path


@record
class Unclear:
    """A project that looks like a server and does not say how to start it."""

    file: Path
    reason: str


@record
class Stranger:
    """A project that has a program to start and names no MCP library."""

    file: Path


def find_entries(folder: Path) -> Iterator[ProjectEntry | Unclear | Stranger]:
    """Every entry below a folder, by path; the same folder gives the same list."""
    top = len(folder.parts)
    for here, folders, files in os.walk(folder):
        deep = len(Path(here).parts) - top
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name not in _SKIPPED
        )
        if deep >= DEEPEST:
            folders.clear()
        if "package.json" in files:
            yield from _node(Path(here, "package.json"))
        if "pyproject.toml" in files:
            yield from _python(Path(here, "pyproject.toml"))


def _node(file: Path) -> Iterator[ProjectEntry | Unclear | Stranger]:
    raw = _read(file, json.loads)
    if isinstance(raw, Unclear):
        yield raw
        return
    wanted = [*_keys(raw, "dependencies"), *_keys(raw, "devDependencies")]
    if not any(name.startswith(_NODE) for name in wanted) and not _WORDS & _words(raw):
        if raw.get("bin") or "start" in _keys(raw, "scripts"):
            yield Stranger(file)
        return
    name = str(raw.get("name") or file.parent.name).rpartition("/")[2]
    programs = raw.get("bin")
    if isinstance(programs, str):
        programs = {name: programs}
    if isinstance(programs, dict) and programs:
        for key in sorted(programs):
            yield _entry(_called(name, key, len(programs)), ["node", str(programs[key])], file)
    elif "start" in _keys(raw, "scripts"):
        yield _entry(name, ["npm", "run", "--silent", "start"], file)
    elif isinstance(raw.get("main"), str):
        yield _entry(name, ["node", raw["main"]], file)
    else:
        yield Unclear(file, "it has no bin, no start script and no main")


def _python(file: Path) -> Iterator[ProjectEntry | Unclear | Stranger]:
    raw = _read(file, tomllib.loads)
    if isinstance(raw, Unclear):
        yield raw
        return
    project = raw.get("project")
    project = project if isinstance(project, dict) else {}
    wanted = [str(each) for each in project.get("dependencies") or ()]
    if not any(_requires(each) for each in wanted) and not _WORDS & _words(project):
        if _keys(project, "scripts"):
            yield Stranger(file)
        return
    name = str(project.get("name") or file.parent.name)
    scripts = sorted(_keys(project, "scripts"))
    for script in scripts:
        command = _python_command(file.parent, script)
        yield _entry(_called(name, script, len(scripts)), command, file)
    if not scripts:
        yield Unclear(file, "it has no [project.scripts]")


def _python_command(folder: Path, script: str) -> list[str]:
    if (folder / "uv.lock").is_file():
        return ["uv", "run", "--quiet", script]
    installed = folder / ".venv" / "bin" / script
    return [f".venv/bin/{script}"] if installed.is_file() else [script]


def _requires(requirement: str) -> bool:
    name = requirement.strip().lower().replace("_", "-")
    return any(
        name == each or name[len(each) :].lstrip()[:1] in "[=<>~!;@ "
        for each in _PYTHON
        if name.startswith(each)
    )


def _entry(name: str, command: list[str], file: Path) -> ProjectEntry:
    words: list[Json] = [word.replace("${", "$${") for word in command]
    return ProjectEntry(name, {"command": words}, file)


def _called(project: str, program: str, count: int) -> str:
    return project if count == 1 or program == project else f"{project}-{program}"


def _read(file: Path, parse: Any) -> dict[str, Any] | Unclear:
    try:
        raw = parse(read_bytes(file, kind="fleet").decode("utf-8-sig"))
    except FileProblemsError as error:
        return Unclear(file, error.message)
    except (ValueError, RecursionError) as error:
        return Unclear(file, f"cannot read it: {error}")
    return raw if isinstance(raw, dict) else Unclear(file, "it is not a JSON object")


def _keys(raw: Mapping[str, Any], key: str) -> list[str]:
    found = raw.get(key)
    return [str(name) for name in found] if isinstance(found, dict) else []


def _words(raw: Mapping[str, Any]) -> set[str]:
    found = raw.get("keywords")
    return {str(word).lower() for word in found} if isinstance(found, list) else set()
