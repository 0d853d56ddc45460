"""The files of a new fleet as text: fleet.yml, a suite for each server, and an index of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from mcptest.fleet.folder import file_name
from mcptest.fleet.inventory.drafting import Drafted
from mcptest.fleet.inventory.find import Found
from mcptest.model.escape import one_line
from mcptest.model.json import JsonObject
from mcptest.scaffold.render import render_suite
from mcptest.scaffold.yaml_text import block

SUITES: Final = "suites"
FLEET: Final = "fleet.yml"
INDEX: Final = f"{SUITES}/README.md"
_HEADER: Final = """\
# A fleet of MCP servers, written by `mcptest fleet init`. Edit it as you like.
#
#   mcptest fleet run           audit every server and run its suite
#   mcptest validate fleet.yml  check this file without running anything
#
# Add `tags` and `owner` to servers, and set requirements with `gates`.
"""


def suite_path(name: str) -> str:
    """Where the suite of a server lies, relative to the fleet file."""
    return f"{SUITES}/{file_name(name)}.mcptest.yml"


def fleet_files(
    folder: Path,
    found: Sequence[Found],
    drafted: Sequence[Drafted],
    unclear: Sequence[tuple[str, str]],
) -> Iterator[tuple[str, str]]:
    """Every file by its path relative to the folder."""
    entries: JsonObject = {}
    for server, draft in zip(found, drafted, strict=True):
        entry = _placed(server, folder)
        if draft.trouble is None:
            path = suite_path(server.name)
            entry["suite"] = path
            yield path, _suite(server, draft, folder / SUITES, path)
        entries[server.name] = entry
    yield FLEET, _HEADER + "\n" + "\n".join(block({"servers": entries}, 0)) + "\n"
    yield INDEX, "\n".join(_index(found, drafted, unclear)) + "\n"


def _suite(server: Found, draft: Drafted, folder: Path, path: str) -> str:
    form = _placed(server, folder)
    return render_suite(draft.title, form, draft.drafts, file=path, notes=draft.notes)


def _placed(server: Found, folder: Path) -> JsonObject:
    """The form, with its folder as seen from the file that it is written to."""
    form = dict(server.form)
    if server.cwd is not None:
        form["cwd"] = Path(os.path.relpath(server.cwd, folder.absolute())).as_posix()
    return form


def _index(
    found: Sequence[Found], drafted: Sequence[Drafted], unclear: Sequence[tuple[str, str]]
) -> Iterator[str]:
    yield "# The fleet\n"
    yield "Written by `mcptest fleet init`."
    yield "`mcptest fleet run` audits every server and runs its suite.\n"
    yield "| Server | Found in | Tests | Skipped until you edit them | Problem |"
    yield "| --- | --- | --- | --- | --- |"
    for server, draft in zip(found, drafted, strict=True):
        name = _cell(server.name)
        linked = f"[{name}]({file_name(server.name)}.mcptest.yml)" if not draft.trouble else name
        cells = [linked, _cell(server.source), str(len(draft.drafts)), str(draft.waiting)]
        yield f"| {' | '.join([*cells, _cell(draft.trouble or '')])} |"
    if unclear:
        yield "\n## Not listed\n"
        yield from (f"- `{_cell(file)}`: {_cell(reason)}." for file, reason in unclear)


def _cell(text: str) -> str:
    return one_line(text, limit=200).replace("|", "\\|")
