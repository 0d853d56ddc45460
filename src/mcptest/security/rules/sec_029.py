"""Tools that take any URL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.sample import arguments, sample, text
from mcptest.model.counted import counted
from mcptest.model.finding import Signal
from mcptest.security.capability import urls_of
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject

_FACT: Final = 0.0
_ANY: Final = re.compile(
    r"(?i)\b(?:any (?:url|address|website|site|host|web ?page)|arbitrary (?:url|host)|any scheme)\b"
)


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    """Once per catalog: nearly every server has such arguments, and most mean it."""
    found = [(s, a) for s in catalog.tools for a in urls_of(s)]
    if not found:
        return
    said = [s for s, a in found if _ANY.search(f"{s.description} {a.description}")]
    names = list(dict.fromkeys(s.tool.name for s, _ in found))
    yield SecurityHit(
        message=f'{counted(len(names), "tool")} accept any URL as far as the schema says, for example "{names[0]}"',
        score=None if said else _FACT,
        kind="url",
        signals=(
            Signal("URL without a pattern", 1.0, names[0]),
            *([Signal("the text says any", 1.0, said[0].tool.name)] if said else []),
        ),
        remedy="Name the hosts that may be reached, or add a pattern.",
    )


RULE = StaticRule(
    id="SEC-029",
    family="capability",
    title="Tools take any URL",
    score=3.5,
    cwe=918,
    what="Counts the arguments that take a URL with neither a pattern nor values. It is a fact unless a text says that any is accepted.",
    why="A server can reach addresses that the user cannot, such as services on its own network.",
    fix="Allow only the hosts that are needed.",
    not_this="Arguments with a pattern that fixes the host. It is reported once per catalog.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(),),
        failing=(sample(inputSchema=arguments({"url": text("Any URL.")})),),
    ),
)
