"""Insert lines into an existing suite and keep every other byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mcptest.errors import FileProblemsError
from mcptest.model.json import Json, JsonObject
from mcptest.scaffold.draft import DraftedTest, escape_references
from mcptest.scaffold.places import Places, insert_lines
from mcptest.scaffold.render import BLOCKS, render_entry
from mcptest.scaffold.yaml_text import block
from mcptest.suite.yaml.source import parse_source


def add_expectations(
    text: str, entries: Mapping[int, Sequence[JsonObject]]
) -> tuple[str, list[int]]:
    """``expect:`` at the end of each test; also the tests that it could not be written into."""
    places = Places(text)
    additions: dict[int, str] = {}
    failed = []
    for index, found in entries.items():
        ending = places.of_entry("tools", index)
        if ending is None:
            failed.append(index)
            continue
        expect = escape_references(list(found))
        lines = "\n".join(block({"expect": expect}, ending.column))
        additions[ending.after] = additions.get(ending.after, "") + lines + "\n"
    written = {index: list(found) for index, found in entries.items() if index not in failed}
    changed = insert_lines(text, additions)
    if _holds(text, changed, written):
        return changed, failed
    return text, list(entries)


def add_tests(text: str, drafts: Sequence[DraftedTest]) -> str | None:
    """New entries at the end of their blocks; None where the file is not written in blocks."""
    places = Places(text)
    additions: dict[int, str] = {}
    behind = ""
    for kind in BLOCKS:
        new = [draft for draft in drafts if draft.block == kind]
        if not new:
            continue
        ending = places.of_block(kind)
        if ending is not None:
            entries = "\n".join(render_entry(draft, ending.column) for draft in new)
            additions[ending.after] = f"\n{entries}"
        elif _has(text, kind):
            return None
        else:
            behind += f"\n{kind}:\n" + "\n".join(render_entry(draft, 2) for draft in new)
    changed = insert_lines(text, additions)
    changed = insert_lines(changed, {len(changed.splitlines()): behind}) if behind else changed
    return changed if _only_added(text, changed, drafts) else None


def _has(text: str, key: str) -> bool:
    return parse_source(text).get(key) is not None


def _holds(text: str, changed: str, written: Mapping[int, list[JsonObject]]) -> bool:
    """Whether the change is what was meant: the same tree, and the expectations in it."""
    before, after = _plain(text), _plain(changed)
    tools = before.get("tools") if isinstance(before, dict) else None
    if not isinstance(before, dict) or not isinstance(tools, list):
        return not written
    for index, found in written.items():
        entry = tools[index]
        assert isinstance(entry, dict)
        entry["expect"] = escape_references(list(found))
    return before == after


def _only_added(text: str, changed: str, drafts: Sequence[DraftedTest]) -> bool:
    before, after = _plain(text), _plain(changed)
    if not isinstance(before, dict):
        return False
    for draft in drafts:
        entries = before.setdefault(draft.block, [])
        assert isinstance(entries, list)
        entries.append(draft.body)
    return before == after


def _plain(text: str) -> Json:
    try:
        return parse_source(text).plain()
    except FileProblemsError:
        return None
