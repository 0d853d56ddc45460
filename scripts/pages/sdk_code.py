"""The end of a rule's page: which SDKs decide it, and code for each SDK."""

from __future__ import annotations

from mcptest.sdk.explain import decided_lines
from mcptest.sdk.fixes import LANGUAGES, fixes
from pages.markdown import fence

_FENCES = {"fastmcp": "python"}


def sdk_parts(entry_id: str) -> list[str]:
    """Nothing where there is neither."""
    decided = [f"- {line}" for line in decided_lines(entry_id)]
    parts = ["## Decided by the SDK", _EVERY + "\n".join(decided)] if decided else []
    codes = fixes().get(entry_id, {})
    parts += ["## Code"] if codes else []
    for language, text in codes.items():
        name = language.partition("-")[0]
        parts += [f"### {LANGUAGES[language]}", fence(_FENCES.get(name, name), text)]
    return parts


_EVERY = "This is so for every server on them:\n\n"
