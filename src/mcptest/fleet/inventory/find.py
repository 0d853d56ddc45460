"""Find servers for a new fleet: in client configs, project folders and URL lists."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from mcptest.errors import FileProblemsError, Problem, UsageError
from mcptest.fleet.inventory.client_configs import read_host_config
from mcptest.fleet.inventory.literal_secrets import secret_in_address, without_literals
from mcptest.fleet.inventory.projects import Stranger, Unclear, find_entries
from mcptest.fleet.inventory.written import as_written, form_node
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.suite.transports.http import check_url
from mcptest.suite.yaml.node import Node
from mcptest.suite.yaml.source import read_bytes

HOST_FILES: Final = (
    ".mcp.json",
    "mcp.json",
    ".vscode/mcp.json",
    ".cursor/mcp.json",
    "claude_desktop_config.json",
)
_COMMENT: Final = re.compile(r"(?:^|\s)#")  # one inside of an address belongs to it


@record(kw_only=True)
class Found:
    """A server: ``node`` starts it here, ``form`` is written, ``cwd`` is where it starts."""

    name: str
    node: Node
    form: JsonObject
    source: str
    cwd: Path | None = None


@record(frozen=False)
class Search:
    """Everything that was found, in the order of looking, and what could not be used."""

    found: list[Found] = field(default_factory=list)
    unclear: list[tuple[str, str]] = field(default_factory=list)  # a file, and why
    strangers: list[str] = field(default_factory=list)  # projects that name no MCP library
    taken: Counter[str] = field(default_factory=Counter)  # names, and how often they came

    def add(self, one: Found) -> None:
        """Two servers may come by one name; the second gets a longer one."""
        name = one.name
        while name in self.taken:
            self.taken[one.name] += 1
            name = f"{one.name}-{self.taken[one.name]}"
        self.taken[name] = 1
        self.found.append(replace(one, name=name))


def find_servers(
    folder: Path,
    *,
    configs: Sequence[Path] = (),
    urls: Sequence[str] = (),
    lists: Sequence[Path] = (),
) -> Search:
    """With a config, an address or a list, those alone; else what the folder holds.

    Raises: UsageError, FileProblemsError.
    """
    search = Search()
    named = bool(configs or urls or lists)
    for path in configs if named else _host_files(folder):
        _from_config(path, search)
    if not named:
        _from_projects(folder, search)
    for name, url in [*(_named(url, "--url") for url in urls), *_listed(lists)]:
        form: JsonObject = {"url": url}
        node = form_node(form, name="<address>", folder=str(folder))
        search.add(Found(name=name, node=node, form=form, source=url))
    return search


def _host_files(folder: Path) -> list[Path]:
    return [folder / name for name in HOST_FILES if (folder / name).is_file()]


def _from_config(path: Path, search: Search) -> None:
    problems: list[Problem] = []
    for name, node in read_host_config(path, None, problems):
        written = as_written(without_literals(node))
        assert isinstance(written, dict)
        cwd = written.pop("cwd", None)
        start = Path(node.source.folder, cwd) if isinstance(cwd, str) else None
        search.add(Found(name=name, node=node, form=written, source=str(path), cwd=start))
    for problem in problems:
        if problem.code != "config-bad-server":
            raise FileProblemsError(problems)
        search.unclear.append((str(path), problem.message))


def _from_projects(folder: Path, search: Search) -> None:
    for entry in find_entries(folder.absolute()):
        shown = os.path.relpath(entry.file, folder.absolute())
        if isinstance(entry, Unclear):
            search.unclear.append((shown, entry.reason))
            continue
        if isinstance(entry, Stranger):
            search.strangers.append(shown)
            continue
        cwd = entry.file.parent
        node = form_node({**entry.form, "cwd": str(cwd)}, name=shown, folder=str(cwd))
        search.add(Found(name=entry.name, node=node, form=entry.form, source=shown, cwd=cwd))


def _listed(lists: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """One address a line, a name before it if there is one; `` #`` begins a comment."""
    for path in lists:
        text = read_bytes(path, kind="fleet").decode("utf-8", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            words = _COMMENT.split(line, maxsplit=1)[0].split()
            if not words:
                continue
            name, url = _named(words[-1], f"{path}:{number}")
            yield (words[0] if len(words) > 1 else name), url


def _named(url: str, place: str) -> tuple[str, str]:
    wrong = check_url(url)
    if wrong:
        shown = Redactor().text(url)[:80]
        raise UsageError("fleet-bad-address", f"{place}: {wrong}: {shown}")
    instead = secret_in_address(url)
    if instead is not None:
        message = f"{place}: this URL contains what looks like a secret"
        raise UsageError("fleet-literal-secret", message, hint=instead)
    parts = urlsplit(url)
    path = parts.path.strip("/").removesuffix("mcp").removesuffix("sse").strip("/")
    port = f"-{parts.port}" if parts.port else ""
    return f"{parts.hostname}{port}{'-' if path else ''}{path.replace('/', '-')}", url
