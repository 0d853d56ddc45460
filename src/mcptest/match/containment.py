"""Whether one value contains another: text in text, an item in a list, keys in an object."""

from __future__ import annotations

from collections.abc import Callable

from mcptest.match.matcher import Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson, json_type, same_json


def absent() -> Mismatch:
    """What every matcher that wants a value says where there is none."""
    return Mismatch("is absent")


def holds(container: Json, wanted: Json) -> bool:
    """Substring of a text, member of a list (an object may be a part of one), part of an object."""
    if isinstance(container, str):
        return isinstance(wanted, str) and wanted in container
    if isinstance(container, list):
        return any(same_json(item, wanted) or _is_part(wanted, item) for item in container)
    if isinstance(container, dict):
        return wanted in container if isinstance(wanted, str) else _is_part(wanted, container)
    return False


def holds_folded(container: Json, wanted: str) -> bool:
    """The same for text without regard to case."""
    folded = wanted.casefold()
    if isinstance(container, str):
        return folded in container.casefold()
    names = container if isinstance(container, list | dict) else ()
    return any(isinstance(name, str) and name.casefold() == folded for name in names)


def refuse_kind(value: MaybeJson, wanted: Json) -> Mismatch | None:
    """A mismatch where the value cannot hold anything, or not this."""
    if value is MISSING:
        return absent()
    if isinstance(value, str) and not isinstance(wanted, str):
        return Mismatch(f"is a string, which can only contain strings: quote {short(wanted)}")
    if not isinstance(value, str | list | dict):
        return Mismatch(f"is the {json_type(value)} {short(value)}, which cannot contain anything")
    return None


def text_test(passes: Callable[[str], bool], saying: str) -> Callable[[MaybeJson], Mismatch | None]:
    """A comparison that only text can pass."""

    def compare(value: MaybeJson) -> Mismatch | None:
        if value is MISSING:
            return absent()
        if not isinstance(value, str):
            return Mismatch(f"is the {json_type(value)} {short(value)}, not a string")
        return None if passes(value) else Mismatch(f"{saying}: {short(value)}")

    return compare


def _is_part(wanted: Json, container: Json) -> bool:
    """Every member that is wanted is there; objects inside may again have more."""
    if not isinstance(wanted, dict) or not isinstance(container, dict):
        return False
    return all(
        key in container and (same_json(container[key], value) or _is_part(value, container[key]))
        for key, value in wanted.items()
    )
