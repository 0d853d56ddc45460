"""Select rules by id or family."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Protocol, TypeVar

from mcptest.errors import NothingSelectedError, UsageError


class Selectable(Protocol):
    """A rule that ``--select`` and ``--ignore`` can name."""

    @property
    def id(self) -> str: ...
    @property
    def family(self) -> str: ...


R = TypeVar("R", bound=Selectable)


def select_rules(
    rules: Sequence[R],
    *,
    select: Iterable[str],
    ignore: Iterable[str],
    kind: str,
    codes: Mapping[str, str],
    applies: Callable[[R], bool] = lambda _rule: True,
) -> tuple[R, ...]:
    """The rules whose id or family is selected (all, when nothing is) and not ignored.

    ``kind`` is the word for these rules, and ``codes`` has those of the two errors.

    Raises: UsageError for a word that names no rule, NothingSelectedError when none is left.
    """
    select, ignore = tuple(select), tuple(ignore)
    known = {rule.id: {rule.id, rule.family.upper()} for rule in rules}
    for word in (*select, *ignore):
        if not any(word.upper() in names for names in known.values()):
            hint = _hint(rules, word)
            raise UsageError(codes["unknown"], f'unknown {kind} rule or family "{word}"', hint=hint)
    wanted, unwanted = ({word.upper() for word in words} for words in (select, ignore))
    chosen = tuple(
        rule
        for rule in rules
        if (not wanted or wanted & known[rule.id])
        and not unwanted & known[rule.id]
        and applies(rule)
    )
    if not chosen:
        message = f"the selection leaves no {kind} rule"
        hint = "select at least one rule that is not ignored"
        raise NothingSelectedError(codes["nothing"], message, hint=hint)
    return chosen


def _hint(rules: Sequence[Selectable], word: str) -> str:
    families = list(dict.fromkeys(rule.family for rule in rules))
    known = {name.upper(): name for name in [*(rule.id for rule in rules), *families]}
    near = get_close_matches(word.upper(), list(known), n=1, cutoff=0.4)
    return f'did you mean "{known[near[0]]}"?' if near else f"families: {', '.join(families)}"
