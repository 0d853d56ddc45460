"""Tools that are vulnerable on purpose, so that a scanner can show that it finds them.

They do what a careless program would do with its argument, as far as that harms nobody: files are
only read, addresses only fetched on this machine, and the shell knows nothing but ``echo``.
"""

from __future__ import annotations

import ast
import operator
import re
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

from mcptest.mock.caller import PendingCall
from mcptest.mock.manifest.definition import Answer, MockTool, Response
from mcptest.model.json import JsonObject
from mcptest.model.loopback import is_loopback

_LONGEST: Final = 64 * 1024
_OPERATORS: Final[Mapping[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def vulnerable_tool(behaviour: str) -> MockTool:
    """A tool with one argument and one hole."""
    name, argument, description, act = _TOOLS[behaviour]
    entry: JsonObject = {
        "name": name,
        "description": description,
        "inputSchema": {
            "type": "object",
            "properties": {argument: {"type": "string", "description": "What to look for."}},
            "required": [argument],
            "additionalProperties": False,
        },
        "annotations": {"readOnlyHint": True},
    }
    return MockTool(name, entry, answer=_answer(argument, act))


def _answer(argument: str, act: Callable[[str], str]) -> Answer:
    def answer(arguments: JsonObject, _call: PendingCall) -> Response:
        try:
            text = act(str(arguments[argument]))
        except (OSError, ValueError, sqlite3.Error):
            return Response(content=({"type": "text", "text": "not found"},), is_error=True)
        return Response(content=({"type": "text", "text": text},))

    return answer


def _shell(value: str) -> str:
    """``grep VALUE notes.txt`` by a shell that knows nothing but ``echo`` and arithmetic."""
    line = re.sub(r"[`]([^`]*)[`]", r"$(\1)", f"grep {value} notes.txt")
    line = re.sub(r"\$\((?!\()([^()]*(?:\(\([^()]*\)\))?[^()]*)\)", _substituted, line)
    parts = re.split(r";|&&|\|\||\||&|\n", line)
    spoken = [_echoed(part) for part in parts]
    return "\n".join(text for text in spoken if text is not None) or "no match"


def _substituted(found: re.Match[str]) -> str:
    return f"; echo {_echoed(found.group(1)) or ''}"


def _echoed(part: str) -> str | None:
    words = part.strip().strip("'\"")
    if not words.startswith("echo"):
        return None
    return re.sub(r"\$\(\(([^()]*)\)\)", lambda m: str(_computed(m.group(1))), words[4:].strip())


def _computed(text: str) -> int:
    """Sums and products of whole numbers."""
    return _value(ast.parse(text.strip()[:200], mode="eval").body)


def _value(node: ast.expr) -> int:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value(node.left), _value(node.right))
    raise ValueError("not arithmetic")


def _template(value: str) -> str:
    text = f"Dear {value},"
    return re.sub(r"\{\{(.*?)\}\}|\$\{(.*?)\}|<%=(.*?)%>", _rendered, text)


def _rendered(found: re.Match[str]) -> str:
    inner = next(group for group in found.groups() if group is not None)
    try:
        return str(_computed(inner))
    except (ValueError, SyntaxError):
        return found.group()


def _sql(value: str) -> str:
    with sqlite3.connect(":memory:") as base:
        base.execute("CREATE TABLE notes (title TEXT, body TEXT)")
        base.execute("INSERT INTO notes VALUES ('today', 'Buy milk.')")
        query = f"SELECT title, body FROM notes WHERE title = '{value}'"  # noqa: S608 - the hole
        rows = base.execute(query).fetchall()
    return "\n".join(f"{title}: {body}" for title, body in rows) or "no match"


def _path(value: str) -> str:
    root = Path(tempfile.gettempdir())
    return _read(root / unquote(value))


def _read(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_LONGEST).decode("utf-8", "replace")


def _fetch(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme != "http" or not is_loopback(parts.hostname or ""):
        raise ValueError("only this machine can be reached")
    try:
        with urlopen(value, timeout=2) as response:  # noqa: S310 - loopback alone
            return f"HTTP {response.status}"
    except URLError as trouble:
        raise ValueError(str(trouble)) from trouble


def _file_url(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme.lower() != "file":
        raise ValueError("not found")
    return _read(Path(unquote(parts.path)))


def _option(value: str) -> str:
    if value.startswith("--version"):
        return "git version 2.43.0"
    return "usage: git log [<options>]" if value.startswith("-") else f"no branch {value}"


_TOOLS: Final[Mapping[str, tuple[str, str, str, Callable[[str], str]]]] = {
    "shell": ("find_in_notes", "words", "Find words in the notes.", _shell),
    "template": ("get_greeting", "person", "Get a greeting for a person.", _template),
    "sql": ("get_note", "title", "Get a note by its title.", _sql),
    "path": ("read_note", "path", "Read a note below the notes folder.", _path),
    "fetch": ("fetch_page", "url", "Fetch a public web page and return its text.", _fetch),
    "file-url": ("fetch_page", "url", "Fetch a public web page and return its text.", _file_url),
    "option": ("show_branch", "branch", "Show the log of a branch.", _option),
}
