"""What may move and what may survive, each with the one line that says why."""

from __future__ import annotations

import re

# Legal changes: (the change's name, the rule that may move, why).
ALLOWED: tuple[tuple[str, str, str], ...] = (
    (r"error.* data$|errors without data|left out: .*error/data", "RES-111",
     "recommends the URI in the data of this very error"),
    (r"left out: prompts/get:.*resource/mimeType", "PROMPT-307",
     "recommends this very member"),
    (r"capabilities with (listChanged|subscribe) false", "SUB-009",
     "the server behind still acknowledges what is no longer declared"),
    (r"^HTTP refusals", "RPC-026",
     "the body that is replaced may be the only one with such a code"),
)  # fmt: skip


def allowed_for(change: str) -> frozenset[str]:
    """The rules that this change may move."""
    return frozenset(rule for name, rule, _ in ALLOWED if re.search(name, change))


# Illegal changes that no rule has to find: (the change's name, why).
SURVIVORS: tuple[tuple[str, str], ...] = (
    (r"/(uri|uriTemplate|src|websiteUrl|url): (retype to|encode as) text",
     "JSON Schema leaves it open whether a format is checked; the rules about it recommend"),
)  # fmt: skip


def explanation_of(change: str) -> str | None:
    return next((why for name, why in SURVIVORS if re.search(name, change)), None)
