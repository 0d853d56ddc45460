"""Detect the layout of JSON text, so that insertions match it."""

from __future__ import annotations

import re

from mcptest.lint.json_text.spans import TextSpan
from mcptest.model.record import record


@record
class Layout:
    """How one object is written: where it ends, what stands between its members."""

    at: int
    colon: str
    gap: str  # before a member, after the comma
    item_gap: str  # before an item of a list; without a line break when lists stand on one line
    list_end: str
    empty: bool

    def entry(self, key: str, value: str) -> str:
        return f'"{key}"{self.colon}{value}'

    def strings(self, quoted: list[str]) -> str:
        first = self.item_gap if "\n" in self.item_gap else ""
        return "[" + first + f",{self.item_gap}".join(quoted) + self.list_end + "]"

    def joined(self, entries: list[str]) -> str:
        text = f",{self.gap}".join(entries)
        return text if self.empty else f",{self.gap}{text}"


@record
class Style:
    """What one tool's text shows: the colon, the blank after a comma, lists on one line or not."""

    colon: str
    blank: str
    lists_on_one_line: bool

    @classmethod
    def of(cls, text: str, tool: TextSpan) -> Style:
        first = next(iter(tool.members.values()))
        colon = text[first.key_end : first.value.start]
        inline = next((lst for lst in tool.lists() if not any(i.members for i in lst.items)), None)
        flat = inline is not None and "\n" not in text[inline.start : inline.end]
        return cls(colon, " " if colon.endswith(" ") else "", flat)

    def layout(self, text: str, node: TextSpan) -> Layout:
        if not node.members:
            return Layout(node.start + 1, self.colon, self.blank, self.blank, "", empty=True)
        members = list(node.members.values())
        gap = text[node.start + 1 : members[0].key_start]
        colon = text[members[0].key_end : members[0].value.start]
        last = members[-1].value.end
        if "\n" not in gap:
            between = self._between(text, node)
            return Layout(last, colon, between, between, "", empty=False)
        closing = text[last : node.end - 1]
        unit = gap.rpartition("\n")[2].removeprefix(closing.rpartition("\n")[2])
        if self.lists_on_one_line:
            return Layout(last, colon, gap, self.blank, "", empty=False)
        return Layout(last, colon, gap, gap + unit, gap, empty=False)

    def _between(self, text: str, node: TextSpan) -> str:
        members = list(node.members.values())
        if len(members) == 1:
            return self.blank
        between = text[members[0].value.end : members[1].key_start]
        return re.sub(r"^\s*,", "", between)
