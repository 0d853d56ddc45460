"""Parse a YAML file into nodes; every error is a problem with its place."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final

from mcptest.errors import FileProblemsError, Problem
from mcptest.model.location import Location
from mcptest.reading import CannotReadError, read_whole
from mcptest.suite.yaml.compose import Composer
from mcptest.suite.yaml.node import START, Node, SourceFile, Span, pack, split_lines
from mcptest.suite.yaml.pause_gc import uncollected

__all__ = ["MAX_BYTES", "Node", "SourceFile", "Span", "load_source", "parse_source"]

MAX_BYTES: Final = 5 * 1024 * 1024
_CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: |$)", re.MULTILINE)
_MINIMAL: Final = "server: {command: ./my-server}\ntools: [{name: it works, tool: my_tool}]"


def load_source(path: str | os.PathLike[str], *, kind: str = "suite") -> Node:
    """Read one file; ``kind`` begins the codes and names the file in messages.

    Raises: FileProblemsError.
    """
    raw = read_bytes(path, kind=kind)
    folder = str(Path(path).absolute().parent)
    return parse_source(raw, name=os.fspath(path), folder=folder, kind=kind)


def parse_source(
    raw: bytes | str, *, name: str = "<text>", folder: str = ".", kind: str = "suite"
) -> Node:
    """Read text that is already here.

    Raises: FileProblemsError.
    """
    if len(raw) > MAX_BYTES:
        raise _problem(f"{kind}-too-large", f"{name} is {_over(kind)}", name)
    text = _decode(raw, name, kind) if isinstance(raw, bytes) else raw
    source = SourceFile(name, folder, text)
    conflict = _CONFLICT.search(text)
    if conflict:
        line = len(split_lines(text[: conflict.start()]))
        span = pack(line - 1, 0, 7)
        message = f"an unresolved merge conflict on line {line}"
        raise FileProblemsError(
            [
                Problem(
                    f"{kind}-merge-conflict",
                    message,
                    source.locate(span),
                    "resolve the conflict first",
                )
            ]
        )
    return _compose(source, kind)


def read_bytes(path: str | os.PathLike[str], *, kind: str = "suite") -> bytes:
    """The bytes of a regular file within the size limit; never waits on a pipe or device.

    Raises: FileProblemsError.
    """
    name = os.fspath(path)
    try:
        return read_whole(path, limit=MAX_BYTES)
    except CannotReadError as error:
        if error.missing:
            raise _problem(f"{kind}-not-found", f"file not found: {name}", name) from None
        if error.too_large:
            raise _problem(f"{kind}-too-large", f"{name} is {_over(kind)}", name) from None
        words = f"cannot read {name}: {error.reason}"
        raise _problem(f"{kind}-unreadable", words, name) from None


def _compose(source: SourceFile, kind: str) -> Node:
    import yaml

    composer = Composer(source, kind)
    try:
        with uncollected():
            _feed(composer, source.text)
    except yaml.YAMLError as error:
        from mcptest.suite.yaml.syntax import explain_syntax

        raise FileProblemsError([*composer.problems, explain_syntax(error, source, kind)]) from None
    except (ValueError, RecursionError, MemoryError) as error:
        problem = _problem(f"{kind}-syntax", f"cannot read {source.name}: {error}", source.name)
        raise problem from None
    if composer.problems:
        raise FileProblemsError(composer.problems)
    root = composer.root
    if root is None or (root.value is None and not root.text):
        hint = f"a minimal suite:\n{_MINIMAL}" if kind == "suite" else None
        where = source.locate(START)
        raise FileProblemsError([Problem(f"{kind}-empty", f"the {kind} is empty", where, hint)])
    return root


def _feed(composer: Composer, text: str) -> None:
    import yaml

    # In C where it was built, else the slower one of the same grammar.
    parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    handlers = composer.handlers()
    next_event = parser.get_event
    while (event := next_event()) is not None:
        handle = handlers.get(event.__class__)
        if handle:
            handle(event)


def _decode(raw: bytes, name: str, kind: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = split_lines(raw[: error.start].decode("utf-8-sig"))
        line, column = len(before), len(before[-1]) + 1
        looks = "; it looks like UTF-16" if raw[:2] in {b"\xff\xfe", b"\xfe\xff"} else ""
        raise FileProblemsError(
            [
                Problem(
                    f"{kind}-encoding",
                    f"{name} is not UTF-8 at byte {error.start}, line {line}{looks}",
                    Location(name, line, column),
                    "save the file as UTF-8",
                )
            ]
        ) from None


def _over(kind: str) -> str:
    return f"larger than {MAX_BYTES // (1024 * 1024)} MiB, the maximum for a {kind}"


def _problem(code: str, message: str, name: str) -> FileProblemsError:
    return FileProblemsError([Problem(code, message, Location(name, 1, 1))])
