"""What the rows of the dashboard can be narrowed by: status, grade, revision, tag and so on."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from mcptest.fleet.report.change import direction
from mcptest.fleet.result import ServerResult
from mcptest.report.html.parts import Choice, RowGroup

_FEW: Final = 8  # as many fit side by side as buttons
Words = Callable[[ServerResult], Iterable[str]]


_KEYS: Final[dict[str, tuple[str, Words]]] = {
    "status": ("Status", lambda server: [server.status.value]),
    "change": ("Since the last run", lambda server: [direction(server)]),
    "grade": ("Grade", lambda server: [server.grade or "none"]),
    "revision": ("Revision", lambda server: server.revisions or ["none"]),
    "tag": ("Tag", lambda server: server.tags or ["none"]),
    "owner": ("Owner", lambda server: [server.owner or "none"]),
    "stage": ("Stage", lambda server: [server.stage or "none"]),
}


def facts(server: ServerResult) -> dict[str, str]:
    """One word a value, since a name may hold anything."""
    return {key: " ".join(map(_word, words(server))) for key, (_, words) in _KEYS.items()}


def groups(servers: Sequence[ServerResult]) -> list[RowGroup]:
    """Only what tells servers apart."""
    found = []
    for key, (label, words) in _KEYS.items():
        counts = Counter(word for server in servers for word in words(server))
        if len(counts) > 1:
            choices = tuple(
                Choice(_word(word), word, count)
                for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            )
            menu = key not in {"status", "change"} or len(choices) > _FEW
            found.append(RowGroup(key, label, choices, menu=menu))
    return found


def _word(text: str) -> str:
    if text.replace("-", "").isalnum() and text.isascii():
        return text
    return "w-" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
