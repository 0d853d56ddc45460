"""Write a suite from drafts, as YAML that a newcomer understands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mcptest.model.json import JsonObject
from mcptest.scaffold.draft import DraftedTest, remark
from mcptest.scaffold.yaml_text import block

BLOCKS = ("tools", "resources", "prompts")

_HEADER = """\
# Tests for {name}, written by `mcptest scaffold`. Edit it as you like.
#
#   mcptest run {file}                 run it
#   mcptest propose {file} --write     call the tools and add assertions
#   mcptest validate {file}            check the file without running it
#
# A test without `expect:` passes when the call succeeds and the result matches the tool's
# outputSchema. To enable a test that has `skip:`, edit it and remove that line.
"""
_EXPLAINED = {
    "tools": "One test per tool, with arguments generated from its inputSchema.",
    "resources": "One test per listed resource.",
    "prompts": "One test per listed prompt.",
}
_RECORDED = "One test per recorded call, with its arguments."


def render_suite(
    name: str,
    server: JsonObject,
    drafts: Sequence[DraftedTest],
    *,
    file: str = "mcptest.yml",
    notes: Iterable[str] = (),
    recorded: bool = False,
) -> str:
    """The whole file; ``notes`` say what was left out and why."""
    parts = [_HEADER.format(name=remark(name), file=file)]
    parts.append("\n".join(block({"server": server}, 0)) + "\n")
    for kind in BLOCKS:
        chosen = [draft for draft in drafts if draft.block == kind]
        if chosen:
            entries = "\n".join(render_entry(draft, 2) for draft in chosen)
            explained = _RECORDED if recorded else _EXPLAINED[kind]
            parts.append(f"# {explained}\n{kind}:\n{entries}")
    parts += [f"# {remark(note)}\n" for note in notes]
    return "\n".join(parts)


def skipped_for_now(count: int) -> str:
    """For the user, after a suite was written."""
    return f"{count} of them {'is' if count == 1 else 'are'} skipped for now; the suite says why"


def render_entry(draft: DraftedTest, indent: int) -> str:
    """One test, its remarks above it, ending in a line break."""
    pad = " " * indent
    comments = [f"{pad}# {text}" for text in draft.remarks]
    return "\n".join([*comments, *block([draft.body], indent)]) + "\n"
