"""Build nodes from YAML events, with limits on depth and alias expansion."""

from __future__ import annotations

from collections.abc import Callable
from sys import intern
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from mcptest.errors import FileProblemsError, Problem
from mcptest.suite.yaml.node import Node, SourceFile, Span, pack
from mcptest.suite.yaml.scalar import NumberError, read_plain

MAX_DEPTH: Final = 64
MAX_ALIASES: Final = 100
MAX_EXPANDED: Final = 100_000
MAX_VALUES: Final = 400_000  # each costs some 300 bytes
_MERGE: Final = "<<"


class _Anchored(NamedTuple):
    """A value that aliases may repeat, with what it unfolds to: nodes in all, and levels."""

    node: Node
    size: int
    height: int


# A key whose value has not come yet: its name, or None where it cannot be one; its place; whether
# it is quoted. A large suite has half a million, and a class of its own would cost twice as much.
_Key: TypeAlias = tuple[str | None, Span, bool]


class _Open:
    """A list or object whose end has not come yet."""

    __slots__ = (
        "anchor",
        "height",
        "is_map",
        "items",
        "key",
        "key_span",
        "members",
        "size",
        "span",
    )

    def __init__(
        self, span: Span, key_span: Span | None, anchor: str | None, *, is_map: bool
    ) -> None:
        self.span = span
        self.key_span = key_span
        self.anchor = anchor
        self.is_map = is_map
        self.key: _Key | None = None
        self.items: list[Node] = []
        self.members: dict[str, Node] = {}
        self.size = 1
        self.height = 0


class Composer:
    """Feed it events in order; ``root`` is there at the end."""

    def __init__(self, source: SourceFile, kind: str) -> None:
        self.source = source
        self.kind = kind
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self._stack: list[_Open] = []
        self._top: _Open | None = None  # of the stack
        self._anchors: dict[str, _Anchored | None] = {}
        self._documents = 0
        self._aliases = 0
        self._expanded = 0
        self._values = 0

    def handlers(self) -> dict[type, Callable[[Any], None]]:
        """What to do with an event, by its class."""
        from yaml import events

        return {
            events.ScalarEvent: self._scalar,
            events.AliasEvent: self._alias,
            events.SequenceStartEvent: self._begin,
            events.MappingStartEvent: self._begin_map,
            events.SequenceEndEvent: self._end,
            events.MappingEndEvent: self._end,
            events.DocumentStartEvent: self._document,
        }

    def _document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            self._stop(
                "documents",
                "a second YAML document begins here",
                _span(event),
                f"a {self.kind} must be one document: remove this `---`, or use two files",
            )

    def _begin_map(self, event: Any) -> None:
        self._begin(event, is_map=True)

    def _begin(self, event: Any, *, is_map: bool = False) -> None:
        span = _span(event)
        self._values += 1
        if self._values > MAX_VALUES:
            self._stop_counting(span)
        if len(self._stack) >= MAX_DEPTH:
            self._stop("depth", f"this is nested more than {MAX_DEPTH} levels deep", span)
        if event.tag:
            self._refuse_tag(event)
        if event.anchor:
            self._anchors[event.anchor] = None
        self._top = _Open(span, self._key_span(), event.anchor, is_map=is_map)
        self._stack.append(self._top)

    def _end(self, _event: Any) -> None:
        done = self._stack.pop()
        self._top = self._stack[-1] if self._stack else None
        value = done.members if done.is_map else done.items
        node = Node(value, self.source, done.span, done.key_span)
        self._place(node, done.size, done.height + 1, done.anchor)

    def _scalar(self, event: Any) -> None:
        if event.tag:
            self._refuse_tag(event)
        start, end = event.start_mark, event.end_mark
        line, column = start.line, start.column
        width = end.column - column if end.line == line else 1
        span = pack(line, column, width or 1)
        self._values += 1
        if self._values > MAX_VALUES:
            self._stop_counting(span)
        text, quoted, top = event.value, bool(event.style), self._top
        if top is not None and top.is_map and top.key is None:
            self._take_key(top, event.anchor, text, span, quoted=quoted)
            return
        key_span = None if top is None or top.key is None else top.key[1]
        if quoted:
            node = Node(text, self.source, span, key_span)
        else:
            node = Node(self._plain(text, span), self.source, span, key_span, text)
        self._place(node, 1, 0, event.anchor)

    def _stop_counting(self, span: Span) -> NoReturn:
        """A file of few bytes for each value could fill the memory all the same."""
        words = f"the {self.kind} has more than {MAX_VALUES:,} keys and values"
        self._stop("too-large", words, span, "split it into several files")

    def _take_key(
        self, top: _Open, anchor: str | None, text: str, span: Span, *, quoted: bool
    ) -> None:
        top.size += 1
        # Few keys are spelt often: one text for all of them.
        top.key = (intern(text) if text or quoted else None, span, quoted)
        if anchor:
            self._anchors[anchor] = _Anchored(Node(text, self.source, span, None, text), 1, 0)

    def _plain(self, text: str, span: Span) -> bool | int | float | str | None:
        try:
            return read_plain(text)
        except NumberError as error:
            self._note("number", str(error), span, "quote it if you mean text")
            return None

    def _alias(self, event: Any) -> None:
        name, span = event.anchor, _span(event)
        found = self._known(name, span)
        self._aliases += 1
        self._expanded += found.size
        if self._aliases > MAX_ALIASES or self._expanded > MAX_EXPANDED:
            self._stop(
                "alias-bomb",
                f"more than {MAX_ALIASES} aliases, or over {MAX_EXPANDED:,} values behind them",
                span,
                "write the values out, or use `variables`",
            )
        if len(self._stack) + found.height > MAX_DEPTH:
            self._stop("depth", f"*{name} is nested more than {MAX_DEPTH} levels deep", span)
        old = found.node
        node = Node(old.value, self.source, span, self._key_span(), old.text)
        self._place(node, found.size, found.height, None)

    def _known(self, name: str, span: Span) -> _Anchored:
        if name not in self._anchors:
            self._stop("alias", f"*{name} has no anchor &{name} before it", span)
        found = self._anchors[name]
        if found is None:
            self._stop("alias", f"*{name} is used inside the value that it refers to", span)
        return found

    def _key_span(self) -> Span | None:
        top = self._top
        return None if top is None or top.key is None else top.key[1]

    def _place(self, node: Node, size: int, height: int, anchor: str | None) -> None:
        if anchor:
            self._anchors[anchor] = _Anchored(node, size, height)
        top = self._top
        if top is None:
            self.root = node
            return
        top.size += size
        if height > top.height:  # noqa: PLR1730  a call for each value costs more than the rest
            top.height = height
        if not top.is_map:
            top.items.append(node)
        elif top.key is None:
            name = node.value if isinstance(node.value, str) else None
            top.key = (name, node.span, True)
        else:
            self._member(top.members, top.key, node)
            top.key = None

    def _member(self, members: dict[str, Node], key: _Key, node: Node) -> None:
        name, span, quoted = key
        if name is None:
            self._note("key", "a key must be a string or a number", span)
        elif name == _MERGE and not quoted:
            self._note(
                "merge-key",
                "merge keys (`<<`) are not part of YAML 1.2",
                span,
                "write out the keys, or use `defaults`; quote it if you mean a key named `<<`",
            )
        elif name in members:
            first = members[name].key_where
            self._note(
                "duplicate-key",
                f'duplicate key "{name}"; the first is on line {first.line}',
                span,
                f"the first one is at {first}; remove one of them",
            )
        else:
            members[name] = node

    def _refuse_tag(self, event: Any) -> None:
        tag = event.tag.replace("tag:yaml.org,2002:", "!!")
        self._note("tag", f"the tag {tag} is not allowed", _span(event), "write the plain value")

    def _note(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        where = self.source.locate(span)
        self.problems.append(Problem(f"{self.kind}-{code}", message, where, hint))

    def _stop(self, code: str, message: str, span: Span, hint: str | None = None) -> NoReturn:
        self._note(code, message, span, hint)
        raise FileProblemsError(self.problems)


def _span(event: Any) -> Span:
    mark = event.start_mark
    return pack(mark.line, mark.column)
