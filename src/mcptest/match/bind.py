"""Bind a matcher to its argument."""

from __future__ import annotations

import json
from functools import cache

from mcptest import registry
from mcptest.match.matcher import Check, Matcher
from mcptest.model.json import Json

MATCHERS = "mcptest.match.matchers"


class BindError(ValueError):
    """A matcher that cannot be used.

    ``pointer`` leads to it inside what was written; ``unknown`` says that its very name is wrong.
    """

    def __init__(
        self,
        message: str,
        *,
        pointer: str = "",
        suggestion: str | None = None,
        unknown: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.pointer = pointer
        self.suggestion = suggestion
        self.unknown = unknown

    @property
    def hint(self) -> str | None:
        if self.suggestion:
            return f'did you mean "{self.suggestion}"?'
        return f"known: {', '.join(matcher_names())}" if self.unknown else None

    def below(self, pointer: str) -> BindError:
        """The same trouble, seen from further up."""
        return BindError(
            self.message,
            pointer=f"{pointer}{self.pointer}",
            suggestion=self.suggestion,
            unknown=self.unknown,
        )


def bind(spec: Json) -> Check:
    """Read ``{exact: 1}``, or the bare word of a matcher that needs no argument.

    Raises: BindError.
    """
    if isinstance(spec, str):
        spec = {spec: _default(spec)}
    if not isinstance(spec, dict) or len(spec) != 1:
        raise BindError(_one_matcher(spec))
    ((name, argument),) = spec.items()
    matcher = find_matcher(name)
    try:
        return matcher.bind(argument)
    except BindError as error:
        raise error.below(f"/{name}") from None
    except ValueError as error:
        raise BindError(f"{name}: {error}", pointer=f"/{name}") from None
    except RecursionError:
        raise BindError(f"{name}: nested too deeply", pointer=f"/{name}") from None


def find_matcher(name: str) -> Matcher:
    """One matcher, importing it alone.

    Raises: BindError with a suggestion.
    """
    found = _load(name)
    if found is not None:
        return found
    from difflib import get_close_matches

    from mcptest.match.other_names import OTHER_NAMES

    plain = name[:60].casefold().replace("_", "-")
    same = OTHER_NAMES.get(plain)
    near = [same] if same else get_close_matches(plain, matcher_names(), n=1)
    raise BindError(
        f'unknown matcher "{name[:60]}"',
        pointer=f"/{name}",
        suggestion=near[0] if near else None,
        unknown=True,
    )


@cache
def matcher_names() -> tuple[str, ...]:
    """Every matcher by the word a suite uses, sorted."""
    return tuple(name.replace("_", "-") for name in registry.names(MATCHERS))


@cache
def _load(name: str) -> Matcher | None:
    if name not in matcher_names():
        return None
    return registry.lookup(MATCHERS, name, "MATCHER", Matcher)


def _default(name: str) -> Json:
    argument = find_matcher(name).argument
    if "default" not in argument:
        raise BindError(f"{name} needs an argument: {{{name}: …}}", pointer=f"/{name}")
    return argument["default"]


def _one_matcher(spec: Json) -> str:
    if isinstance(spec, dict) and spec:
        names = ", ".join(list(spec)[:5])
        return f"expected one matcher, got {len(spec)} ({names}); combine them with all-of"
    shown = json.dumps(spec)[:40]
    return f"expected a matcher such as {{exact: 1}}, got {shown}"
