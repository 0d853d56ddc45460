"""Puts a middle into one connection: who asked what, and what becomes of each message."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.lab.change import Answer, Middle, Pause


class Conversation:
    """One client's messages; knows the request that each answer belongs to."""

    def __init__(self, middle: Middle) -> None:
        self.middle = middle
        self._asked: dict[tuple[str, Any], Any] = {}

    def hear(self, raw: bytes) -> bytes | Answer | None:
        """What the server is to hear of it; bytes that are no message go on as they are."""
        message = parse(raw)
        if not isinstance(message, dict):
            for part in message if isinstance(message, list) else ():
                self._remember(part)
            return raw
        self._remember(message)
        heard = self.middle.hear(message)
        if heard is message:
            return raw
        if heard is None or isinstance(heard, Answer):
            return heard
        return json.dumps(heard, ensure_ascii=False).encode()

    def _remember(self, message: Any) -> None:
        if isinstance(message, dict) and "method" in message and "id" in message:
            self._asked[key(message["id"])] = message

    def asked(self, message: Any) -> Any:
        if not isinstance(message, dict) or "method" in message:
            return None
        return self._asked.get(key(message.get("id")))

    def said(self, raw: bytes) -> Iterator[bytes | Pause]:
        """The JSON texts, and the pauses between them, that the client gets for it."""
        message = parse(raw)
        if message is None:
            yield raw
            return
        for out in self.outs(message):
            yield out if isinstance(out, bytes | Pause) else self.middle.spell(out)

    def outs(self, message: Any) -> Iterator[Any]:
        """A batch is changed item by item and stays one batch; what is said besides follows."""
        if not isinstance(message, list):
            yield from self.middle.say(message, self.asked(message))
            return
        parts = [out for part in message for out in self.middle.say(part, self.asked(part))]
        yield [part for part in parts if not isinstance(part, bytes | Pause)]


def key(own: Any) -> tuple[str, Any]:
    return (type(own).__name__, own if isinstance(own, str | int | float) else repr(own))


def parse(raw: bytes) -> Any:
    """None where it is not JSON; a message is never null."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None
