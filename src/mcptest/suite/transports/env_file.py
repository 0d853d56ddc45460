"""``env_file``: variables for a server, one ``NAME=value`` a line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from mcptest.errors import Problem
from mcptest.model.location import Location
from mcptest.reading import CannotReadError, read_whole

_LARGEST: Final = 1024 * 1024
_LINE: Final = re.compile(r"(?:export\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_.-]*)\s*=\s*(?P<value>.*)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}


def read_env_file(path: Path, where: Location, problems: list[Problem]) -> dict[str, str]:
    """The variables of the file; ``where`` is the place in the suite that names it."""
    try:
        text = read_whole(path, limit=_LARGEST).decode("utf-8")
    except CannotReadError as error:
        message = f"cannot read the env_file {path}: {error.reason}"
        hint = "a relative path starts at the folder of the suite"
        problems.append(Problem("suite-env-file", message, where, hint))
        return {}
    except UnicodeDecodeError:
        problems.append(Problem("suite-env-file", f"{path} is not UTF-8 text", where))
        return {}
    return _variables(text.removeprefix("\ufeff"), path, where, problems)


def _variables(text: str, path: Path, where: Location, problems: list[Problem]) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        match = _LINE.fullmatch(stripped)
        value = None if match is None else _value(match["value"])
        if match is None or value is None or "\0" in value:
            message = f"{path}:{number}: expected NAME=value"
            problems.append(Problem("suite-env-file", message, where))
            continue
        found[match["name"]] = value
    return found


def _value(text: str) -> str | None:
    """Without its quotes, or without a comment after it; None where a quote is not closed."""
    quote = text[:1]
    if quote not in {"'", '"'} or not quote:
        return re.split(r"\s#", text, maxsplit=1)[0].strip()
    body = r"[^']*" if quote == "'" else r'(?:[^"\\]|\\.)*'
    match = re.fullmatch(rf"{quote}(?P<value>{body}){quote}\s*(?:#.*)?", text)
    if match is None:
        return None
    if quote == "'":
        return match["value"]
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), match["value"])
