"""Faults as data: what a scripted client sends or does differently.

``{send: METHOD}`` is about requests and notifications, ``{answer: METHOD}`` about responses to
the server, ``{header: NAME}`` about HTTP headers, ``{hear: METHOD, say: [...]}`` about answers to
notifications, and ``{behave: NAME}`` about everything that is not one message.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

Message = dict[str, Any]


class Faults:
    """The faults of one client; none makes a client that is right."""

    def __init__(self, faults: Sequence[Message] = ()) -> None:
        self._faults = list(faults)

    def behaves(self, name: str) -> bool:
        return any(fault.get("behave") == name for fault in self._faults)

    def outgoing(
        self, kind: str, method: str, message: Message
    ) -> Iterator[Message | bytes | list[Any]]:
        """What goes out in place of a message: nothing, itself, another, or several."""
        whole: list[Message | bytes | list[Any]] = [message]
        for fault in self._faults:
            if fault.get(kind) in ("*", method):
                whole = [part for one in whole for part in _changed(fault, one)]
        yield from whole

    def said_to(self, method: str) -> Iterator[Message]:
        """What is said in reaction to a notification."""
        for fault in self._faults:
            if fault.get("hear") == method:
                yield from fault["say"]

    def headers(self, method: str, headers: dict[str, str]) -> dict[str, str]:
        """The headers of a request with this method, or of a GET or DELETE."""
        for fault in self._faults:
            if "header" in fault and fault.get("on", "*") in ("*", method):
                name, value = fault["header"], fault.get("value")
                headers = {k: v for k, v in headers.items() if k.lower() != name.lower()}
                if value is not None:
                    headers[name] = value
        return headers


def _changed(fault: Message, message: Any) -> Iterator[Any]:
    if not isinstance(message, dict) or fault.get("drop"):
        return
    yield from fault.get("before", [])
    if "raw" in fault:
        yield fault["raw"].encode("utf-8", "surrogateescape")
    elif "hex" in fault:
        yield bytes.fromhex(fault["hex"])
    else:
        made = _patched(fault, message)
        yield [made] if fault.get("batch") else made
        if fault.get("twice"):
            yield made
    yield from fault.get("after", [])


def _patched(fault: Message, message: Message) -> Message:
    made = copy.deepcopy(message)
    for path, value in fault.get("set", {}).items():
        *way, last = _steps(path)
        _at(made, way)[last] = value
    for path in fault.get("remove", []):
        *way, last = _steps(path)
        _at(made, way).pop(last, None)
    return made


def _steps(path: str) -> list[str]:
    """A JSON pointer without its first slash."""
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")]


def _at(message: Message, way: list[str]) -> Message:
    for step in way:
        message = message.setdefault(step, {})
    return message
