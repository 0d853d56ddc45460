"""What a static rule checks: a catalog, its tools, and every text with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.words import plain_words
from mcptest.security.orders import Order, orders_in
from mcptest.security.reading.about import About
from mcptest.security.review import Review
from mcptest.security.texts import CatalogText, texts_of


@record
class ToolArgument:
    """One argument of a tool at the top of its input schema."""

    name: str
    schema: JsonObject
    pointer: str
    required: bool

    @property
    def words(self) -> frozenset[str]:
        return frozenset(plain_words(self.name))

    @property
    def description(self) -> str:
        said = self.schema.get("description")
        return said if isinstance(said, str) else ""

    @property
    def takes_text(self) -> bool:
        """Free text: a string, or a list of strings, with neither values nor a pattern."""
        return _is_free(self.schema) or _is_free(self.schema.get("items"))


def _is_free(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    kinds = schema.get("type")
    textual = kinds == "string" or (isinstance(kinds, list) and "string" in kinds)
    if not textual:
        choices = schema.get("anyOf") or schema.get("oneOf")
        return isinstance(choices, list) and any(map(_is_free, choices))
    return not ({"enum", "const", "pattern"} & schema.keys())


@record
class ToolSubject:
    """One tool; ``texts`` are all its strings, in the order of the definition."""

    index: int
    tool: ToolDescriptor
    texts: tuple[CatalogText, ...]
    arguments: tuple[ToolArgument, ...]
    words: frozenset[str]  # of the name and the title: what the tool is about
    orders: tuple[Order, ...] = ()

    @property
    def description(self) -> str:
        return self.tool.description or ""

    def hint(self, name: str) -> bool | None:
        """An annotation that is true or false; None where it is neither."""
        hints = self.tool.annotations
        value = hints.get(name) if isinstance(hints, dict) else None
        return value if isinstance(value, bool) else None


@record
class CatalogSubject:
    """The whole catalog; ``others`` are the tools of other servers by server."""

    tools: tuple[ToolSubject, ...]
    names: frozenset[str]
    server: str = ""
    others: Mapping[str, Sequence[ToolDescriptor]] = field(default_factory=dict)
    around: tuple[CatalogText, ...] = ()  # instructions, prompts and resources
    around_orders: tuple[Order, ...] = ()
    review: Review | None = None


def make_catalog(
    tools: Sequence[ToolDescriptor],
    *,
    server: str = "",
    others: Mapping[str, Sequence[ToolDescriptor]] | None = None,
    around: Sequence[CatalogText] = (),
    review: Review | None = None,
) -> CatalogSubject:
    names = frozenset(tool.name for tool in tools)
    return CatalogSubject(
        tools=tuple(_subject(index, tool, names) for index, tool in enumerate(tools)),
        names=names,
        server=server,
        others=others or {},
        around=tuple(around),
        around_orders=orders_in(around, About(names=names)) if around else (),
        review=review,
    )


def _subject(index: int, tool: ToolDescriptor, names: frozenset[str]) -> ToolSubject:
    raw = tool.raw if isinstance(tool.raw, dict) else {}
    title = raw.get("title")
    words = [*plain_words(tool.name), *(plain_words(title) if isinstance(title, str) else [])]
    texts = tuple(texts_of(raw))
    arguments = tuple(_arguments(tool))
    about = About(
        names=names,
        arguments={one.name: one.words | set(plain_words(one.description)) for one in arguments},
        words=frozenset(words),
    )
    return ToolSubject(index, tool, texts, arguments, about.words, orders_in(texts, about))


def _arguments(tool: ToolDescriptor) -> Iterator[ToolArgument]:
    schema = tool.input_schema
    properties = schema.get("properties") if isinstance(schema, dict) else None
    required = schema.get("required") if isinstance(schema, dict) else None
    needed = required if isinstance(required, list) else []
    for name, inner in properties.items() if isinstance(properties, dict) else ():
        if isinstance(inner, dict):
            step = name.replace("~", "~0").replace("/", "~1")
            yield ToolArgument(name, inner, f"/inputSchema/properties/{step}", name in needed)
