"""Bundle the page's modules into one script, so that a browser makes one request.

This is not a build step: files are joined when the page is served, and only what they say is known:
named imports by absolute path, and exported declarations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mcptest.errors import InternalError

_IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "(/[\w/]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(
    r"^export ((?:async function|function|const|class) (\w+))", re.MULTILINE
)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundled(modules: Mapping[str, str], entry: str) -> str:
    """One script that does what the entry and everything that it imports do.

    Raises: InternalError for a cycle, or for a form of import or export that is not known.
    """
    order = list(dict.fromkeys(_in_order(modules, entry, ())))
    names = {path: f"$module{number}" for number, path in enumerate(order)}
    return "".join(_wrapped(path, modules[path], names) for path in order)


def _in_order(modules: Mapping[str, str], path: str, above: tuple[str, ...]) -> Iterator[str]:
    """Each module after those that it imports."""
    if path in above or path not in modules:
        words = " imports ".join((*above, path))
        raise InternalError("internal", f"the page's modules cannot be joined: {words}")
    for _, needed in _IMPORT.findall(modules[path]):
        yield from _in_order(modules, needed, (*above, path))
    yield path


def _wrapped(path: str, code: str, names: Mapping[str, str]) -> str:
    """A module as a function of its own, so that its names stay its own."""
    exported = ", ".join(name for _, name in _EXPORT.findall(code))
    body = _IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {names[found[2]]};\n", code)
    body = _EXPORT.sub(r"\1", body)
    if unknown := _OTHER.search(body):
        raise InternalError("internal", f"{path} has a line that cannot be joined: {unknown[0]}")
    return (
        f"// {path}\nconst {names[path]} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n\n"
    )
