"""Tools that take any path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.sample import arguments, sample, text
from mcptest.model.counted import counted
from mcptest.model.finding import Signal
from mcptest.security.capability import paths_of
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject

_FACT: Final = 0.0
_ANY: Final = re.compile(r"(?i)\b(?:any (?:file|path|folder)|anywhere|absolute path)\b")


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    """Once per catalog: nearly every server has such arguments, and most mean it."""
    found = [(s, a) for s in catalog.tools for a in paths_of(s)]
    if not found:
        return
    said = [s for s, a in found if _ANY.search(f"{s.description} {a.description}")]
    names = list(dict.fromkeys(s.tool.name for s, _ in found))
    yield SecurityHit(
        message=f'{counted(len(names), "tool")} accept any path as far as the schema says, for example "{names[0]}"',
        score=None if said else _FACT,
        kind="path",
        signals=(
            Signal("path without a pattern", 1.0, names[0]),
            *([Signal("the text says any", 1.0, said[0].tool.name)] if said else []),
        ),
        remedy="Name the folder that paths must lie in, and check it after resolving links.",
    )


RULE = StaticRule(
    id="SEC-028",
    family="capability",
    title="Tools take any path",
    score=3.0,
    cwe=22,
    what="Counts the arguments that take a path with neither a pattern nor values. It is a fact unless a text says that any is accepted.",
    why="A path outside of the meant folder reads or changes what is not meant to be touched.",
    fix="Restrict paths to a folder, and say which.",
    not_this="Paths below a folder that the description names, and arguments with a pattern. It is reported once per catalog.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(),),
        failing=(sample(inputSchema=arguments({"path": text("Any file on the machine.")})),),
    ),
)
