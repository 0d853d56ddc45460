"""Tools that take any path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.sample import arguments, sample, text
from mcptest.security.capability import paths_of
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject
from mcptest.security.unrestricted import unrestricted

_ANY: Final = re.compile(r"(?i)\b(?:any (?:file|path|folder)|anywhere|absolute path)\b")


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    found = [(s, a) for s in catalog.tools for a in paths_of(s)]
    return unrestricted(
        found,
        "path",
        _ANY,
        "Name the folder that paths must lie in, and check it after resolving links.",
    )


RULE = StaticRule(
    id="SEC-028",
    family="capability",
    title="Tools take any path",
    score=3.0,
    cwe=22,
    what="Counts path arguments that have neither a pattern nor an enum, and reports them once per catalog. This is info, unless a description says that any path is accepted.",
    why="A path outside the intended folder can read or change files that the tool should not touch.",
    fix="Restrict paths to a folder, and say which.",
    not_this="Paths below a folder that the description names, and arguments with a pattern.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(),),
        failing=(sample(inputSchema=arguments({"path": text("Any file on the machine.")})),),
    ),
)
