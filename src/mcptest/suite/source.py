"""A YAML file to a tree of nodes; every trouble is a problem with its place."""

from __future__ import annotations

import gc
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from mcptest.errors import FileProblemsError, Problem
from mcptest.model.location import Location
from mcptest.suite.compose import Composer
from mcptest.suite.node import START, Node, Source, Span

__all__ = ["MAX_BYTES", "Node", "Source", "Span", "load_source", "parse_source"]

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
    source = Source(name, folder, text)
    conflict = _CONFLICT.search(text)
    if conflict:
        span = Span(text.count("\n", 0, conflict.start()), 0, 7)
        message = f"an unresolved merge conflict on line {span.line + 1}"
        raise FileProblemsError(
            [Problem(f"{kind}-merge-conflict", message, source.locate(span), "resolve it first")]
        )
    return _compose(source, kind)


def read_bytes(path: str | os.PathLike[str], *, kind: str = "suite") -> bytes:
    """The bytes of a regular file within the size limit; never waits on a pipe or device.

    Raises: FileProblemsError.
    """
    name = os.fspath(path)
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116  (bytes of a name that is no text included)
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
            raise _problem(f"{kind}-unreadable", f"cannot read {name}: it is {what}", name)
        with open(path, "rb") as file:  # noqa: PTH123
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise _problem(f"{kind}-not-found", f"there is no file {name}", name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _problem(f"{kind}-unreadable", f"cannot read {name}: {reason}", name) from None
    if len(raw) > MAX_BYTES:
        raise _problem(f"{kind}-too-large", f"{name} is {_over(kind)}", name)
    return raw


def _compose(source: Source, kind: str) -> Node:
    import yaml

    composer = Composer(source, kind)
    try:
        with _without_collection():
            _feed(composer, source.text)
    except yaml.YAMLError as error:
        from mcptest.suite.syntax import explain_syntax

        raise FileProblemsError([*composer.problems, explain_syntax(error, source, kind)]) from None
    except (ValueError, RecursionError, MemoryError) as error:
        problem = _problem(f"{kind}-syntax", f"{source.name} cannot be read: {error}", source.name)
        raise problem from None
    if composer.problems:
        raise FileProblemsError(composer.problems)
    root = composer.root
    if root is None or (root.value is None and not root.text):
        hint = f"the smallest one:\n{_MINIMAL}" if kind == "suite" else None
        where = source.locate(START)
        raise FileProblemsError([Problem(f"{kind}-empty", f"the {kind} is empty", where, hint)])
    return root


def _feed(composer: Composer, text: str) -> None:
    import yaml

    # In C where it was built, else the slower one of the same grammar.
    parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    handlers = composer.handlers()
    while (event := parser.get_event()) is not None:
        handle = handlers.get(type(event).__name__)
        if handle:
            handle(event)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Many small objects and no garbage: collecting would double the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _decode(raw: bytes, name: str, kind: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
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
    return f"larger than {MAX_BYTES // (1024 * 1024)} MiB, the most that a {kind} may have"


def _problem(code: str, message: str, name: str) -> FileProblemsError:
    return FileProblemsError([Problem(code, message, Location(name, 1, 1))])
