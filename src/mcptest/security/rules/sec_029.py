"""Tools that take any URL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.sample import arguments, sample, text
from mcptest.security.capability import urls_of
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject
from mcptest.security.unrestricted import unrestricted

_ANY: Final = re.compile(
    r"(?i)\b(?:any (?:url|address|website|site|host|web ?page)|arbitrary (?:url|host)|any scheme)\b"
)


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    found = [(s, a) for s in catalog.tools for a in urls_of(s)]
    return unrestricted(found, "URL", _ANY, "Name the hosts that may be reached, or add a pattern.")


RULE = StaticRule(
    id="SEC-029",
    family="capability",
    title="Tools take any URL",
    score=3.5,
    cwe=918,
    what="Counts URL arguments that have neither a pattern nor an enum, and reports them once per catalog. This is info, unless a description says that any URL is accepted.",
    why="A server can reach addresses that the user cannot, such as services on its own network.",
    fix="Allow only the hosts that are needed.",
    not_this="Arguments with a pattern that fixes the host.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(),),
        failing=(sample(inputSchema=arguments({"url": text("Any URL.")})),),
    ),
)
