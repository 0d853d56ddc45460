"""Read a matcher's argument, or raise a ValueError that says what is needed."""

# ruff: noqa: TRY004  (a wrong argument is a value that a person wrote, not a bug in a call)
from __future__ import annotations

from mcptest.match.show import short
from mcptest.model.json import Json, JsonObject


def text_argument(wants: Json) -> str:
    if not isinstance(wants, str):
        raise ValueError(f"expected a string, got {short(wants)}")
    return wants


def list_argument(wants: Json) -> list[Json]:
    if not isinstance(wants, list) or not wants:
        raise ValueError(f"expected a non-empty list, got {short(wants)}")
    return wants


def flag_argument(wants: Json) -> bool:
    if not isinstance(wants, bool):
        raise ValueError(f"expected true or false, got {short(wants)}")
    return wants


def number_argument(wants: Json, name: str) -> float:
    if isinstance(wants, bool) or not isinstance(wants, int | float):
        raise ValueError(f"{name} must be a number, got {short(wants)}")
    return wants


def schema_argument(wants: Json) -> JsonObject | bool:
    if not isinstance(wants, dict | bool):
        raise ValueError(f"expected a JSON Schema object, got {short(wants)}")
    return wants
