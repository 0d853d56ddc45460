"""Small pieces of Markdown that the pages are made of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import yaml

from mcptest.model.json import MISSING, MaybeJson

MARK = "<!-- Written by scripts/generate.py. Change the source, then run `make docs`. -->"


def page(title: str, *parts: str) -> str:
    """A whole page; parts are separated by blank lines."""
    return "\n\n".join([f"# {title}", MARK, *(part.strip("\n") for part in parts if part)]) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a bar inside a cell is escaped, a line break becomes a space."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def code(value: MaybeJson) -> str:
    """A value as code, or nothing where there is none."""
    if value is MISSING:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def fence(language: str, text: str) -> str:
    return f"```{language}\n{text.strip(chr(10))}\n```"


def as_yaml(value: object) -> str:
    """A value as short YAML."""
    return yaml.safe_dump(value, sort_keys=False, default_flow_style=None, allow_unicode=True)


def inline_yaml(value: object) -> str:
    """A value as YAML on one line."""
    return yaml.safe_dump(value, default_flow_style=True, width=1000).strip()
