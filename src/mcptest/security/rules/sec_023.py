"""An internal address or a private folder in a tool definition."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.sample import saying, taking, text
from mcptest.model.finding import Signal
from mcptest.model.leak_patterns import EXAMPLE, HOSTS, PATHS, PLACEHOLDER, PUBLIC_HOSTS
from mcptest.security.evidence import SecurityHit, Span
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject
from mcptest.security.texts import CatalogText

_INTERNAL = ("10.", "192.168.", "172.", ".internal", ".corp", ".lan", ".intranet", ".local", ".svc")
_ANYONE = ("/home/user", "/home/you", "/users/you", "/users/name", "/home/me", "/users/username")


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    for subject in catalog.tools:
        for one in subject.texts:
            for kind, span in _found(one):
                yield SecurityHit(
                    message=f"the text contains {kind}: {span.quoted}",
                    pointer=one.pointer,
                    tool=subject.index,
                    kind=kind,
                    signals=(Signal(kind, 2.0, span.quoted),),
                    span=span,
                    remedy="Read the place from the server's configuration instead.",
                    text=one.text,
                )


def _found(text: CatalogText) -> Iterator[tuple[str, Span]]:
    if any(part in text.text for part in _INTERNAL):
        for found in HOSTS.finditer(text.text):
            if found.group().rpartition(":")[0].lower() not in PUBLIC_HOSTS and _is_fact(found):
                yield "an internal address", Span(text.text, found.start(), found.end())
                break
    if "/home/" in text.text or "Users" in text.text:
        for found in PATHS.finditer(text.text):
            if _is_fact(found) and not PLACEHOLDER.match(found.group()):
                yield "a private folder", Span(text.text, found.start(), found.end())
                break


def _is_fact(found: object) -> bool:
    import re

    assert isinstance(found, re.Match)
    before = found.string[max(0, found.start() - 100) : found.start()]
    quoted = found.group().lower().replace("\\\\", "/").replace("\\", "/").removeprefix("c:")
    sample = quoted.startswith(_ANYONE) or "username" in quoted or "<" in quoted
    return EXAMPLE.search(before) is None and not sample


RULE = StaticRule(
    id="SEC-023",
    family="secrets",
    title="A definition contains an internal address or a private folder",
    score=3.5,
    cwe=200,
    what="Looks for private addresses with a port or scheme, internal host names, and home folders of real users.",
    why="It tells strangers how the network or the machine behind the server is laid out.",
    fix="Take such places from the server's configuration.",
    not_this="Localhost, networks in CIDR form, DOIs, and examples such as /home/user.",
    check=_check,
    proof=CatalogProof(
        passing=(saying("Reads 10.0.0.0/8 networks, for example http://10.1.2.3:8080."),),
        failing=(taking(query=text("Words.", default="http://10.11.12.13:8080/search")),),
    ),
)
