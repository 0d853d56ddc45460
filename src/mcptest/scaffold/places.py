"""Find where things end in YAML text, to insert lines without changing others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcptest.model.record import record

if TYPE_CHECKING:
    import yaml


@record
class BlockEnd:
    """The line after which something ends, counted from zero, and the column it begins at."""

    after: int
    column: int


class Places:
    """The tree of one text; anything that is not written in block style has no place."""

    def __init__(self, text: str) -> None:
        import yaml

        self._root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))

    def of_block(self, key: str) -> BlockEnd | None:
        """The list under a top-level key: where it ends, and the column of its dashes."""
        found = self._block(key)
        return None if found is None or found.flow_style else _ending(found)

    def of_entry(self, key: str, index: int) -> BlockEnd | None:
        """One mapping of that list: where it ends, and the column of its keys."""
        import yaml

        found = self._block(key)
        if found is None or index >= len(found.value):
            return None
        entry = found.value[index]
        usable = isinstance(entry, yaml.MappingNode) and not entry.flow_style and entry.value
        return _ending(entry) if usable else None

    def _block(self, key: str) -> yaml.SequenceNode | None:
        import yaml

        if not isinstance(self._root, yaml.MappingNode):
            return None
        for name, value in self._root.value:
            if name.value == key and isinstance(value, yaml.SequenceNode) and value.value:
                return value
        return None


def _ending(node: yaml.CollectionNode) -> BlockEnd:
    return BlockEnd(_last_line(node), node.start_mark.column)


def _last_line(node: yaml.Node) -> int:
    """The line after the last one of the node; its own end mark lies past the comments below."""
    import yaml

    if isinstance(node, yaml.CollectionNode) and node.value and not node.flow_style:
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    end = node.end_mark
    at_start = end.column == 0 and end.line > node.start_mark.line
    return end.line if at_start else end.line + 1


def insert_lines(text: str, additions: dict[int, str]) -> str:
    """The text with each addition before the line of that number; the line ends are kept."""
    lines = text.splitlines(keepends=True)
    eol = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += eol
    parts: list[str] = []
    for number in range(len(lines) + 1):
        parts.append(additions.get(number, "").replace("\n", eol))
        parts += lines[number : number + 1]
    return "".join(parts)
