"""A description that names a tool which only another server has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.sample import sample, saying
from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit, Span
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject

_NAME: Final = re.compile(r"`([\w.-]{3,64})`|\b([a-z0-9]+(?:_[a-z0-9]+)+)\b")


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    foreign = {tool.name: server for server, tools in catalog.others.items() for tool in tools}
    for subject in catalog.tools if foreign else ():
        own = {argument.name for argument in subject.arguments}
        for found in _NAME.finditer(subject.description):
            name = found.group(1) or found.group(2)
            if name in foreign and name not in catalog.names and name not in own:
                yield SecurityHit(
                    message=f'the description names "{name}", a tool of the server "{foreign[name]}"',
                    pointer="/description",
                    tool=subject.index,
                    kind=name,
                    signals=(Signal("tool of another server", 2.0, name),),
                    span=Span(subject.description, found.start(), found.end()),
                    remedy="Describe the tool without naming tools of other servers.",
                    text=subject.description,
                )


RULE = StaticRule(
    id="SEC-013",
    family="names",
    title="A description names another server's tool",
    score=4.5,
    cwe=441,
    what="Looks for names in backticks or with underscores that only another scanned catalog has.",
    why="A server cannot know which other servers the user has. A text that mentions their tools may try to control them.",
    fix="Mention only tools of the same server.",
    not_this="Ordinary words, the tool's own arguments, and names that the server's own catalog contains.",
    check=_check,
    proof=CatalogProof(
        passing=(saying("See also list_notes."), sample(name="list_notes")),
        failing=(saying("Better than `send_mail`."),),
        beside=(sample(name="send_mail", description="Send a mail to one person."),),
    ),
)
