"""What changed between two lists of tools."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.model.json import JsonObject
from mcptest.security.evidence import SecurityHit, spell_out
from mcptest.security.live.observed import SeenList

_MEMBERS: Final = ("description", "title", "inputSchema", "outputSchema", "annotations")
_MINOR: Final = 3.0
_FACT: Final = 0.0
_DIGITS: Final = re.compile(r"\d+")
_SHOWN: Final = 120


def list_changes(before: SeenList, after: SeenList) -> Iterator[SecurityHit]:
    """Changed definitions, then tools that came or went."""
    for name, tool in before.tools.items():
        other = after.tools.get(name)
        if other is None:
            continue
        for member in _MEMBERS:
            if _text(tool, member) != _text(other, member):
                yield _changed(name, member, tool, other, f"{before.label} and {after.label}")
    moved = before.tools.keys() ^ after.tools.keys()
    if moved:
        names = ", ".join(sorted(moved)[:5])
        yield SecurityHit(
            message=f"{before.label} and {after.label} list different tools: {names}",
            score=_MINOR,
            kind="tools",
            signals=(Signal("tools came or went", 1.0, names),),
            remedy="Send notifications/tools/list_changed when the list changes.",
            text="tools",
        )


def _text(tool: JsonObject, member: str) -> str:
    return json.dumps(tool.get(member), sort_keys=True)


def _changed(name: str, member: str, tool: JsonObject, other: JsonObject, when: str) -> SecurityHit:
    old, new = _text(tool, member), _text(other, member)
    counted = _DIGITS.sub("", old) == _DIGITS.sub("", new)
    shown = f"{spell_out(old)[:_SHOWN]} became {spell_out(new)[:_SHOWN]}"
    return SecurityHit(
        message=f'the {member} of "{name}" differs between {when}: {shown}',
        score=_FACT if counted else None,
        kind=f"{name} {member}",
        signals=(Signal("definition changed", 3.0, member),),
        remedy="Keep the definition constant, or announce the change.",
        text=new,
    )
