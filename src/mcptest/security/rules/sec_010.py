"""The same tool name on two servers."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.sample import sample
from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    for server, tools in catalog.others.items():
        names = {tool.name for tool in tools}
        for subject in catalog.tools:
            name = subject.tool.name
            if name in names:
                yield SecurityHit(
                    message=f'the server "{server}" has a tool called "{name}" as well',
                    pointer="/name",
                    tool=subject.index,
                    score=None if "_" in name or len(name) > 10 else 3.0,  # noqa: PLR2004
                    kind=server,
                    signals=(Signal("same name on two servers", 2.0, name),),
                    remedy="Rename one of the tools, for example with a prefix.",
                    text=name,
                )


RULE = StaticRule(
    id="SEC-010",
    family="names",
    title="Two servers offer a tool with the same name",
    score=4.5,
    cwe=706,
    what="Compares the tool names in several catalogs that are scanned together. A short name of one word, such as search, is reported as low.",
    why="A host that does not prefix names may call the wrong server's tool.",
    fix="Give each server's tools their own prefix.",
    not_this="Catalogs that are scanned alone.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(name="notes_search"),), failing=(sample(),), beside=(sample(),)
    ),
)
