"""Read hints from a file and from ``KEY=VALUE`` options, checked like those of a suite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from mcptest.compliance.observe.hints import HINTS, WITNESS, Hint
from mcptest.errors import FileProblemsError, Problem, UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.suite.shape import Any, Flag, Invalid, Key, MapOf, Object, Scope, Shape
from mcptest.suite.yaml.source import load_source, parse_source


class _Members(Object[dict[str, Json]]):
    """The keys of one hint; hints.md describes them, so that the suite page has no table."""

    def json_schema(self) -> JsonObject:
        return {word: value for word, value in super().json_schema().items() if word != "title"}


_ARGUMENTS: Final = ("tool_args", "prompt_args")


def _shape(hint: Hint) -> Shape[Json]:
    if not hint.keys:
        values = MapOf(Any()) if hint.name in _ARGUMENTS else Any()
        return Flag() if hint.holds == "`true`" else MapOf(values)
    witness = _Members("witness", {key: Key(Any()) for key in WITNESS})
    keys = {key: Key(witness if key == "witness" else Any()) for key in hint.keys}
    return _Members(hint.name, keys)


HINT_SET: Final[Object[dict[str, Json]]] = Object(
    "set of fixtures", {hint.name: Key(_shape(hint), doc=hint.use) for hint in HINTS}
)
_NAMES: Final = frozenset(hint.name for hint in HINTS)
_CALLS: Final = frozenset(hint.name for hint in HINTS if hint.holds.startswith("`name`"))


def load_hints(path: Path) -> dict[str, Json]:
    """The hints of a file, which has them at its top.

    Raises: FileProblemsError.
    """
    problems: list[Problem] = []
    read = HINT_SET.read(load_source(path, kind="hints"), problems, Scope())
    if isinstance(read, Invalid) or problems:
        raise FileProblemsError(problems)
    return dict(read)


def parse_hints(words: Iterable[str]) -> dict[str, Json]:
    """``slow_tool=sleep``, ``tool_args.search={"query": "x"}``: a dot leads into a hint.

    Raises: UsageError.
    """
    hints: dict[str, Json] = {}
    for word in words:
        path, equals, text = word.partition("=")
        name, _, member = path.partition(".")
        if not equals or name not in _NAMES:
            raise _unknown(word, name)
        value = _value(word, text)
        if member:
            if name in _ARGUMENTS and not isinstance(value, dict):
                raise UsageError(
                    "hint-value",
                    f'--hint "{word}": the arguments are not an object',
                    hint=f'write --hint \'{path}={{"name": "value"}}\'',
                )
            before = hints.get(name)
            hints[name] = {**(before if isinstance(before, dict) else {}), member: value}
        else:
            hints[name] = {"name": value} if name in _CALLS and isinstance(value, str) else value
    return hints


def merged(*sources: Mapping[str, Json]) -> dict[str, Json]:
    """Later ones win; the members of one hint add up."""
    hints: dict[str, Json] = {}
    for source in sources:
        for name, value in source.items():
            before = hints.get(name)
            both = isinstance(before, dict) and isinstance(value, dict)
            hints[name] = {**before, **value} if both else value  # type: ignore[dict-item]
    return hints


def given_arguments(hints: Mapping[str, Json]) -> dict[str, JsonObject]:
    """The user's own arguments for valid calls, by tool."""
    given = hints.get("tool_args")
    found = given.items() if isinstance(given, dict) else ()
    return {name: arguments for name, arguments in found if isinstance(arguments, dict)}


def _value(word: str, text: str) -> Json:
    """YAML, so that a plain word needs no quotes and JSON is read as it is."""
    try:
        return parse_source(text, name="--hint", kind="hints").plain()
    except FileProblemsError as error:
        raise UsageError(
            "hint-value", f'the value of --hint "{word}" is not valid YAML or JSON'
        ) from error


def _unknown(word: str, name: str) -> UsageError:
    from difflib import get_close_matches

    if "=" not in word:
        return UsageError(
            "hint-value", f'--hint "{word}" has no value', hint="write --hint KEY=VALUE"
        )
    near = get_close_matches(name, _NAMES, n=1)
    known = ", ".join(sorted(_NAMES))
    suggestion = f"did you mean {near[0]}?" if near else f"known fixtures: {known}"
    return UsageError("hint-unknown", f'unknown fixture "{name}" in --hint', hint=suggestion)
