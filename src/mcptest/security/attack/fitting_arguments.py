"""Which arguments a probe suits, by their names and texts."""

from __future__ import annotations

import re
from typing import Final

from mcptest.security.reading.language import word_set
from mcptest.security.subject import ToolArgument, ToolSubject

_EVALUATES: Final = word_set(
    """
    calc calculate calculator compute eval evaluate execute exec expression formula math
    notebook python repl run script shell spreadsheet sql terminal bash code command
    query_sql
    """
)
_PATHS: Final = word_set(
    """
    path file filename filepath folder directory dir name document doc template page
    note key resource image report log
    """
)
_URLS: Final = word_set(
    """
    url uri link address endpoint href site webhook source image
    """
)
_PUBLIC: Final = re.compile(
    r"(?i)\b(?:public|internet|web ?pages?|websites?|online|external|the web)\b"
)
_LOCAL: Final = re.compile(
    r"(?i)\b(?:localhost|local (?:server|dev)|browser|devtools|intranet|any (?:url|host))\b"
)
_FILES: Final = re.compile(r"(?i)\bfile://|\blocal files?\b|\bfile (?:path|uri)s?\b|\bfrom disk\b")
_ROOTED: Final = re.compile(
    r"(?i)\b(?:below|within|inside|under|relative|allowed|root|sandbox\w*|restricted"
    r"|in the \w+ (?:folder|directory))\b"
)


def takes_text(subject: ToolSubject, argument: ToolArgument) -> bool:
    """Free text of a tool that is not there to evaluate it."""
    return argument.takes_text and not subject.words & _EVALUATES


def takes_path(subject: ToolSubject, argument: ToolArgument) -> bool:
    return (
        argument.takes_text and bool(argument.words & _PATHS) and not takes_url(subject, argument)
    )


def takes_url(_subject: ToolSubject, argument: ToolArgument) -> bool:
    text = f"{argument.name} {argument.description}"
    return argument.takes_text and (bool(argument.words & _URLS) or "http" in text)


def claims_public(subject: ToolSubject) -> bool:
    """A tool for public pages has no business on this machine."""
    text = " ".join([subject.description, *(a.description for a in subject.arguments)])
    return bool(_PUBLIC.search(text)) and not _LOCAL.search(text)


def claims_root(subject: ToolSubject) -> bool:
    """A tool that says where its files lie; one that does not may read any by design."""
    text = " ".join([subject.description, *(a.description for a in subject.arguments)])
    return bool(_ROOTED.search(text))


def reads_local_files(subject: ToolSubject) -> bool:
    text = " ".join([subject.description, *(a.description for a in subject.arguments)])
    return bool(_FILES.search(text))
