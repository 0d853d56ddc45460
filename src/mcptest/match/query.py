"""JSONPath (RFC 9535) with limits on depth, nodes and time."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final

from mcptest.errors import UsageError
from mcptest.match.search_limit import SECONDS, allowed, give_up, search
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson

MAX_NODES: Final = 100_000
MAX_DEPTH: Final = 200  # above what a message may have


class QueryError(ValueError):
    """A query that cannot be read; ``column`` is counted from one."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


@lru_cache(maxsize=256)  # aliases and cases repeat a query thousands of times
def compile_query(text: str) -> Any:
    """Read a query.

    Raises: QueryError.
    """
    import jsonpath_rfc9535

    try:
        return _environment().compile(text)
    except jsonpath_rfc9535.JSONPathError as error:
        token = getattr(error, "token", None)
        message = getattr(token, "message", None) or str(error).partition(", line ")[0]
        raise QueryError(message, (token.index if token else 0) + 1) from None
    except RecursionError:
        raise QueryError("this query is nested too deeply", 1) from None


class QueryTooSlowError(UsageError):
    """So much to look through that it is not done; what was looked for is not known."""


def find(query: Any, document: JsonObject) -> MaybeJson:
    """One value for a singular query, else a list of all; MISSING where nothing is found.

    Raises: QueryTooSlowError.
    """
    import jsonpath_rfc9535

    try:
        values = list(_in_time(islice(query.finditer(document), MAX_NODES)))
    except (jsonpath_rfc9535.JSONPathRecursionError, RecursionError):
        return MISSING
    except TimeoutError:
        message = f"the query took more than {SECONDS:g} s"
        raise QueryTooSlowError("target-too-slow", message, hint="make it more exact") from None
    if not values:
        return MISSING
    return values[0] if query.singular_query() else values


def _in_time(nodes: Iterable[Any]) -> Iterator[Json]:
    deadline = time.monotonic() + allowed()
    for node in nodes:
        yield node.value
        if time.monotonic() > deadline:
            raise give_up()


@cache
def _environment() -> Any:
    """The library's own, with a time limit for patterns."""
    import jsonpath_rfc9535

    environment = jsonpath_rfc9535.JSONPathEnvironment()
    environment.max_recursion_depth = MAX_DEPTH
    functions = environment.function_extensions
    functions["match"] = _bounded(type(functions["match"]), whole=True)
    functions["search"] = _bounded(type(functions["search"]), whole=False)
    return environment


def _bounded(kind: type, *, whole: bool) -> Any:
    import regex
    from iregexp_check import check

    class Bounded(kind):  # type: ignore[misc]
        def __call__(self, string: object, pattern: object) -> bool:
            """RFC 9535: anything that is not a string or not an I-Regexp matches nothing."""
            if not isinstance(string, str) or not isinstance(pattern, str) or not check(pattern):
                return False
            try:
                compiled = regex.compile(_translated(pattern), regex.V1)
                return search(compiled, string, whole=whole)
            except regex.error:
                return False

    return Bounded()


def _translated(pattern: str) -> str:
    """RFC 9485, section 5: a dot outside of a class is anything but a line end."""
    made, inside, escaped = [], False, False
    for char in pattern:
        plain = not escaped
        if plain and char in "[]":
            inside = char == "["
        made.append(r"[^\n\r]" if plain and char == "." and not inside else char)
        escaped = plain and char == "\\"
    return "".join(made)
