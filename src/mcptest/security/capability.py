"""What the tools of a catalog can do, according to their names, texts and schemas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from mcptest.lint.words import first_word
from mcptest.security.subject import CatalogSubject, ToolArgument, ToolSubject

_CODE_NAMES: Final = frozenset({"command", "cmd", "shell", "code", "script", "commands"})
_RUNS: Final = re.compile(
    r"(?i)\b(?:runs?|executes?|evaluates?)\b[^.]{0,60}\b"
    r"(?:commands?|shell|scripts?|code|bash|python|javascript)\b"
)
_NOT_RUN: Final = re.compile(
    r"(?i)\b(?:sandbox\w*|isolated|container|not (?:run|executed)|nothing is (?:run|executed)"
    r"|allow-?list|whitelist|read-only|predefined)\b"
)
_SQL_NAMES: Final = frozenset({"sql", "statement", "query"})
_SQL: Final = re.compile(r"(?i)\bsql\b")
_SQL_SAFE: Final = re.compile(
    r"(?i)\b(?:read-?only|select (?:statements?|quer(?:y|ies))|only select|selects? only|rejected"
    r"|refused|not executed|formats?|validates?|explains?|blocked|no (?:writes|modifications))\b"
)
_PATHS: Final = frozenset(
    {"path", "file", "filename", "filepath", "folder", "directory", "dir", "paths", "files"}
)
_URLS: Final = frozenset({"url", "uri", "urls", "endpoint", "webhook", "href", "link"})
_PRIVATE: Final = frozenset(
    {"mail", "mails", "email", "emails", "inbox", "file", "files", "message", "messages",
     "contacts", "calendar", "drive", "document", "documents", "database", "clipboard", "photos"}
)  # fmt: skip
_STRANGE: Final = re.compile(
    r"(?i)\b(?:web ?pages?|websites?|search the web|web search|internet|issues?|pull requests?"
    r"|comments|inbox|rss|feeds?|reviews|tweets|posts)\b"
)
_SENDS: Final = frozenset(
    {"send", "post", "publish", "upload", "forward", "share", "reply", "submit"}
)
_READS: Final = frozenset(
    {"read", "get", "list", "search", "fetch", "find", "view", "show", "query", "open", "load"}
)
_TARGETS: Final = frozenset(
    {"to", "recipient", "recipients", "url", "webhook", "endpoint", "address", "email", "channel"}
)
_EFFECT: Final = re.compile(
    r"(?i)\A\W*(?:this tool |the tool |permanently |immediately |always )*"
    r"(?:deletes?|removes?|overwrites?|erases?|wipes?|purges?|sends?|publish(?:es)?|pays?"
    r"|transfers?|uninstalls?|revokes?)\s+(?!the filter|filters|data back|quer(?:y|ies)"
    r"|duplicates? (?:from|in) the (?:input|list|text)"
    r"|requests?\b|a (?:get|read|http get|search|query|test|prompt|request))"
    r"[^.\n]{0,60}"
)
_HARMLESS: Final = re.compile(
    r"(?i)\b(?:preview|dry[- ]run|would|nothing is|without (?:deleting|sending|changing)|simulat\w+"
    r"|from the (?:input|given|provided|text|string|list)|whitespace|html tags?|does not"
    r"|in memory)\b"
)


def runs_code(subject: ToolSubject) -> ToolArgument | None:
    text = f"{subject.tool.name.replace('_', ' ')}. {subject.description}"
    if not _RUNS.search(text) or _NOT_RUN.search(text):
        return None
    return next((a for a in _free(subject) if a.name.lower() in _CODE_NAMES), None)


def runs_sql(subject: ToolSubject) -> ToolArgument | None:
    text = f"{subject.tool.name.replace('_', ' ')}. {subject.description}"
    if not _SQL.search(text):
        return None
    found = next((a for a in _free(subject) if a.words & _SQL_NAMES), None)
    said = f"{text} {found.description}" if found is not None else ""
    return None if found is None or _SQL_SAFE.search(said) else found


def paths_of(subject: ToolSubject) -> list[ToolArgument]:
    return [a for a in _free(subject) if a.words & _PATHS]


def urls_of(subject: ToolSubject) -> list[ToolArgument]:
    return [a for a in _free(subject) if a.words & _URLS]


def told_effect(description: str) -> re.Match[str] | None:
    """What the first sentence says that the tool changes."""
    first = description.partition("\n")[0][:300]
    return None if _HARMLESS.search(description[:600]) else _EFFECT.match(first)


def private_readers(catalog: CatalogSubject) -> list[str]:
    return _names(s for s in _reading(catalog) if s.words & _PRIVATE)


def stranger_readers(catalog: CatalogSubject) -> list[str]:
    return _names(s for s in _reading(catalog) if _STRANGE.search(s.description))


def sinks(catalog: CatalogSubject) -> list[str]:
    return _names(
        s
        for s in catalog.tools
        if first_word(s.tool.name) in _SENDS and any(a.words & _TARGETS for a in s.arguments)
    )


def _reading(catalog: CatalogSubject) -> Iterator[ToolSubject]:
    return (s for s in catalog.tools if first_word(s.tool.name) in _READS)


def _free(subject: ToolSubject) -> Iterator[ToolArgument]:
    return (argument for argument in subject.arguments if argument.takes_text)


def _names(subjects: Iterable[ToolSubject]) -> list[str]:
    return [subject.tool.name for subject in subjects]
