"""What can be wrong with one member: left out, of another kind, misspelt, misplaced, twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Operation: TypeAlias = Callable[[Any, str], None]


def _drop(holder: Any, name: str) -> None:
    del holder[name]


def _put(value: Any) -> Operation:
    def put(holder: Any, name: str) -> None:
        holder[name] = value

    return put


def _rename(spell: Callable[[str], str]) -> Operation:
    def rename(holder: Any, name: str) -> None:
        value = holder.pop(name)
        holder[spell(name)] = value

    return rename


def _into_meta(holder: Any, name: str) -> None:
    value = holder.pop(name)
    meta = holder.get("_meta")
    holder["_meta"] = {**(meta if isinstance(meta, dict) else {}), f"com.example/{name}": value}


def _into_sibling(holder: Any, name: str) -> None:
    """Under the first other member that is an object, else under one of its own."""
    value = holder.pop(name)
    inner = next((part for part in holder.values() if isinstance(part, dict)), None)
    if inner is None:
        holder["value"] = {name: value}
    else:
        inner[name] = value


def _swap(holder: Any, name: str) -> None:
    """With the next member of another kind."""
    others = [key for key in holder if type(holder[key]) is not type(holder[name])]
    if others:
        holder[name], holder[others[0]] = holder[others[0]], holder[name]


def _wrap(holder: Any, name: str) -> None:
    holder[name] = [holder[name]]


def _unwrap(holder: Any, name: str) -> None:
    value = holder[name]
    if isinstance(value, list):
        holder[name] = value[0] if value else {}


def _as_text(holder: Any, name: str) -> None:
    import json

    holder[name] = json.dumps(holder[name])


def _null_item(holder: Any, name: str) -> None:
    value = holder[name]
    if isinstance(value, list):
        holder[name] = [*value, None]


def _other_case(holder: Any, name: str) -> None:
    value = holder[name]
    if isinstance(value, str):
        holder[name] = value.upper() if value.upper() != value else value.lower()


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


# Left out or misplaced: only wrong where a member is required.
ABSENT: dict[str, Operation] = {
    "drop": _drop,
    "rename to capitals": _rename(str.upper),
    "rename to snake_case": _rename(_snake),
    "misplace into _meta": _into_meta,
    "misplace one level down": _into_sibling,
}
# Of another kind: wrong wherever a member is named, as long as the shape forbids it.
OTHERWISE: dict[str, Operation] = {
    "null": _put(None),
    "retype to text": _put("lab"),
    "retype to number": _put(7.5),
    "retype to boolean": _put(True),
    "retype to list": _put(["lab"]),
    "retype to object": _put({"lab": 1}),
    "swap with a neighbour": _swap,
    "wrap in a list": _wrap,
    "unwrap": _unwrap,
    "encode as text": _as_text,
    "null among the items": _null_item,
    "other case": _other_case,
}
# With one item of a list alone: a rule that looks at the first would miss it.
LAST_ALONE = ("drop", "null", "retype to text", "retype to object", "other case")
