"""Several legal changes at once: where none of them moves a verdict together, none does alone.

Each change of a group is of another family, so that no change hides another one. A group that
moves a verdict is taken apart, and every change of it is tried alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tests.lab.change import Answer, Change, HttpReply, Middle, Pause, as_line, compact

# What two changes of one family set is the same thing; a stream has no body to cut into chunks.
FAMILIES = {
    family: re.compile(pattern)
    for family, pattern in {
        "text": "^JSON text",
        "body": "^stream |^HTTP: (bodies|connections)|notification",
        "pipe": "^pipe",
        "stderr": "^stderr",
        "names of headers": "^HTTP: names",
        "content type": "^HTTP: content type",
        "status line": "^HTTP: (an empty reason|another reason|early hints)",
        "header": "^HTTP: ",
        "refusals": "^HTTP refusals",
        "session ids": "^session ids",
        "error message": "^error message",
        "error data": "^errors? with",
        "server info": "^serverInfo",
        "instructions": "^instructions",
        "capabilities": "^capabilities",
        "pages": "^pages|^an empty first page",
        "content": "^a text block",
        "order": "^lists in reverse",
        "time": "^every answer",
        "extra member": "^extra member",
        "left out": "^left out",
        "added": "^added",
    }.items()
}


def family_of(change: Change) -> str | None:
    found = (name for name, pattern in FAMILIES.items() if pattern.search(change.name))
    return next(found, None)


def grouped(changes: Sequence[Change]) -> list[list[Change]]:
    """One of each family at most, and never those that may take a feature away with others."""
    groups: list[tuple[bool, set[str], list[Change]]] = []
    alone = []
    for change in changes:
        family = family_of(change)
        if family is None:
            alone.append([change])
            continue
        for may_apply, families, group in groups:
            if may_apply == change.may_apply and family not in families:
                families.add(family)
                group.append(change)
                break
        else:
            groups.append((change.may_apply, {family}, [change]))
    return [*(group for *_, group in groups), *alone]


class Together:
    """The middles of some changes as one."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self._parts = [(change, change.make()) for change in changes]
        plain = Middle()
        self.middle = Middle(hear=self._hear, say=self._say, http=self._http)
        for _, part in self._parts:
            if part.spell is not compact:
                self.middle.spell = part.spell
            if part.line is not as_line:
                self.middle.line = part.line
            if part.as_sse or part.sse != plain.sse:
                self.middle.sse, self.middle.as_sse = part.sse, part.as_sse
            self.middle.own_session = part.own_session or self.middle.own_session
            self.middle.stderr = part.stderr or self.middle.stderr

    def reached(self) -> set[str]:
        """The changes that did something; the proxy itself counts streams and sessions."""
        return {
            change.name
            for change, part in self._parts
            if part.made or (self.middle.made and (part.as_sse or part.own_session))
        }

    def _hear(self, message: Any) -> Any:
        """The client's words pass the last change first."""
        for _, part in reversed(self._parts):
            message = part.hear(message)
            if message is None or isinstance(message, Answer):
                return message
        return message

    def _say(self, message: Any, asked: Any) -> Iterator[Any]:
        outs: Iterator[Any] = iter([message])
        for _, part in self._parts:
            outs = _said(part.say, outs, asked)
        return outs

    def _http(self, reply: HttpReply, method: str, asked: Any) -> HttpReply:
        for _, part in self._parts:
            reply = part.http(reply, method, asked)
        return reply


def _said(say: Callable[[Any, Any], Any], outs: Iterator[Any], asked: Any) -> Iterator[Any]:
    for out in outs:
        if isinstance(out, bytes | Pause):
            yield out
        else:
            # What an earlier change says besides answers nobody.
            own = asked if not (isinstance(out, dict) and "method" in out) else None
            yield from say(out, own)
