"""Say in words what an entry has that meets the conditions of a rule."""

from __future__ import annotations

import json
from collections.abc import Iterable

from mcptest.match.expectation import Expectation
from mcptest.model.json import Json

_FORMS = {  # by the kind of a reply
    "result": "returned a result",
    "error": "returned an error",
    "tool-error": "returned a tool error",
    "http": "returned an HTTP response",
    "document": "returned a document",
}


def condition_words(clauses: Iterable[Expectation]) -> str:
    """``has a title``, ``has the method ping and has params``: it goes on after a noun."""
    return " and ".join(clause.message or _words(clause) for clause in clauses)


def unmet_words(clause: Expectation) -> str:
    """The same for a condition that is not about the entries of a list."""
    return clause.message or f"{_member(clause)} does not meet the rule's condition"


def _words(clause: Expectation) -> str:
    member, wants = _member(clause), clause.check.wants
    if member == "form":
        return " or ".join(_FORMS.get(str(form), str(form)) for form in _several(wants))
    match clause.check.matcher:
        case "present":
            return f"has {_with_article(member)}"
        case "absent":
            return f"has no {member}"
        case "exact" | "one-of":
            return f"has the {member} {_choice(wants)}"
        case "type":
            kind = _with_article(str(wants))
            return f"has {kind} as {member}" if member else f"is {kind}"
        case "not" if isinstance(wants, dict) and wants.keys() <= {"exact", "one-of"}:
            return f"has another {member} than {_choice(next(iter(wants.values())))}"
        case _:
            return f"has a suitable {member or 'value'}"


def _member(clause: Expectation) -> str:
    """The last name of the target; nothing for the entry itself."""
    text = clause.target.text
    last = text.rpartition("item.")[2].rpartition(".")[2] or text
    return "" if text == "item" else last.replace("_", " ")


def _with_article(noun: str) -> str:
    if noun.endswith("s"):
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def _choice(wants: Json) -> str:
    said = [one if isinstance(one, str) else json.dumps(one) for one in _several(wants)]
    return " or ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else "".join(said)


def _several(wants: Json) -> list[Json]:
    return wants if isinstance(wants, list) else [wants]
