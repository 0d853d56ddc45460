"""python.md: every public name of the package, with what its types and first sentences say."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from typing import Any

import mcptest
from mcptest.api.suites import RunOptions
from mcptest.wire.target import Target
from pages.markdown import fence, page, table

_INTRO = """\
These are the public names of `import mcptest`; see [use mcptest from Python](../how-to/use-from-python.md) for examples.
Modules inside `mcptest` are not public.

| Type | Accepts |
| --- | --- |
| `ServerLike` | A command (a list or a string), an `http://` or `https://` URL, a target, an entry of `suite.servers`, or a server object of your SDK. |
| `SuiteLike` | A `Suite`, or the path of a suite or of a folder with suites. |
| `CatalogLike` | Tools, an object with `tools`, or the path of a saved catalog. |
| `Json`, `MaybeJson` | A JSON value; `MaybeJson` may also be absent. |
"""
_GROUPS = {
    "Talk to a server": "Client AsyncClient Answer Match matches Transcript StdioTarget HttpTarget MemoryTarget oauth",
    "Suites": "load run run_async render Suite Run CaseResult Status Finding Severity",
    "Tools": "lint_tools classify diff ToolDescriptor Classification ToolClass CatalogDiff",
    "Compliance": "grade grade_async Compliance SpecVersion VersionCorpus VersionDiff diff_versions MigrationCorpus Pass Fail Skipped",
    "Safety": "ExecutionPolicy CallBudget BudgetExhausted",
    "Errors": "McptestError UsageError NothingSelectedError FileProblemsError Problem TargetError TargetStartError TargetConnectError TargetHandshakeError TargetDeniedError SignInError NoAnswerError ProtocolViolationError RefusedByPolicyError WriteError InternalError ExitCode",
    "Version": "__version__",
}


def files() -> Iterator[tuple[str, str]]:
    named = [name for names in _GROUPS.values() for name in names.split()]
    assert sorted(named) == mcptest.__all__, set(named) ^ set(mcptest.__all__)
    parts = [_INTRO]
    for title, names in _GROUPS.items():
        parts.append(f"## {title}")
        parts += [part for name in names.split() for part in _entry(name)]
    yield "docs/reference/python.md", page("Python", *parts)


def _entry(name: str) -> Iterator[str]:
    found = getattr(mcptest, name)
    yield f"### `{name}`"
    if isinstance(found, str):
        yield "The version of mcptest, as a string."
    elif inspect.isclass(found):
        yield from _class(name, found)
    else:
        yield fence("python", _signature(name, found))
        yield _sentences(found)
        if name == "run":
            yield _options()


def _class(name: str, found: type[Any]) -> Iterator[str]:
    if issubclass(found, Exception):
        yield f"An exception, derived from {' and '.join(f'`{base.__name__}`' for base in found.__bases__)}."
    yield _sentences(found)
    if hasattr(found, "__members__"):
        yield f"One of {', '.join(f'`{each.name}`' for each in found)}."
    elif dataclasses.is_dataclass(found):
        fields = [(f"`{each.name}`", f"`{each.type}`") for each in dataclasses.fields(found)]
        yield table(("Field", "Type"), fields)
    elif "__init__" in vars(found) and not issubclass(found, Exception):
        yield fence("python", _signature(name, found))
    members = list(_members(found))
    if members:
        yield table(("Member", "Meaning"), members)


def _members(found: type[Any]) -> Iterator[tuple[str, str]]:
    for name, member in vars(found).items():
        if name.startswith("_") or hasattr(found, "__members__") or _overrides(found, name):
            continue
        if isinstance(member, property):
            kind = _plain(str(inspect.signature(member.fget).return_annotation))
            yield f"`{name}: {kind}`", _first(member)
        elif inspect.isfunction(member) or isinstance(member, classmethod):
            shown = _signature(name, getattr(found, name)).removeprefix("async ")
            waited = "await " if inspect.iscoroutinefunction(member) else ""
            yield f"`{waited}{shown.removeprefix('def ').removeprefix('class ')}`", _first(member)


def _overrides(found: type[Any], name: str) -> bool:
    """Methods that a target overrides matter only to the author of a transport."""
    return issubclass(found, Target) and hasattr(Target, name)


def _signature(name: str, found: Any) -> str:
    words = re.sub(r"\bself(, /)?(, )?", "", _plain(str(inspect.signature(found))), count=1)
    return f"{name}{words}"


def _plain(signature: str) -> str:
    """Annotations are texts in the source; the quotes around them say nothing."""
    return re.sub(r"(: |-> )'([^']+)'", r"\1\2", signature)


def _sentences(found: Any) -> str:
    """Its own words; a class without any has those of nobody."""
    text = found.__dict__.get("__doc__") if inspect.isclass(found) else found.__doc__
    own = text if text and not text.startswith(f"{found.__name__}(") else ""
    return inspect.cleandoc(own).replace("``", "`")


def _first(member: Any) -> str:
    return inspect.cleandoc(member.__doc__ or "").partition("\n\n")[0].replace("``", "`")


def _options() -> str:
    rows = [
        (f"`{name}`", f"`{_option(kind)}`") for name, kind in RunOptions.__annotations__.items()
    ]
    return table(("Option", "Type"), rows)


def _option(kind: Any) -> str:
    return str(getattr(kind, "__forward_arg__", kind))
