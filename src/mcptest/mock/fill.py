"""Replace ``${args.x}`` in a mock's response; arguments are inserted, never interpreted."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import partial

from mcptest.model.json import MISSING, Json, MaybeJson

_HOLE = re.compile(r"\$\{([A-Za-z_]\w*)((?:\.[^.\[\]{}]+|\[\d+\])*)\}")
_STEP = re.compile(r"\.([^.\[\]{}]+)|\[(\d+)\]")


def fill(value: Json, roots: Mapping[str, Json], *, typed: bool = True) -> Json:
    """Fill every text in a value.

    A text that is one hole becomes what the hole names, with its type, unless ``typed`` is false.
    What is not there becomes empty text; a hole with an unknown first name stays as it is.
    """
    if isinstance(value, str):
        whole = _HOLE.fullmatch(value) if typed else None
        if whole is not None and whole[1] in roots:
            found = _find(whole, roots)
            return "" if found is MISSING else found
        return fill_text(value, roots)
    if isinstance(value, list):
        return [fill(item, roots, typed=typed) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, roots, typed=typed) for key, item in value.items()}
    return value


def fill_text(text: str, roots: Mapping[str, Json]) -> str:
    """The same for a text that stays a text."""
    return _HOLE.sub(partial(_as_text, roots=roots), text)


def _as_text(hole: re.Match[str], roots: Mapping[str, Json]) -> str:
    if hole[1] not in roots:
        return hole[0]
    found = _find(hole, roots)
    if found is MISSING:
        return ""
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def _find(hole: re.Match[str], roots: Mapping[str, Json]) -> MaybeJson:
    value = roots[hole[1]]
    for step in _STEP.finditer(hole[2]):
        if isinstance(value, dict) and step[1] is not None and step[1] in value:
            value = value[step[1]]
        elif isinstance(value, list) and step[2] is not None and int(step[2]) < len(value):
            value = value[int(step[2])]
        else:
            return MISSING
    return value
