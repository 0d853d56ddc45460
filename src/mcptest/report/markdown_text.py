"""Escape untrusted text for Markdown."""

from __future__ import annotations

import re

from mcptest.model.escape import one_line


def cell(text: str) -> str:
    """Text in a table, where a bar would end the cell."""
    return code(text).replace("|", "\\|")


def code(text: str) -> str:
    """Nothing from anywhere may become markup, a link, an image or a mention.

    Only code is safe from all of them: mentions are looked for after backslashes are gone.
    """
    flat = one_line(text, limit=300)
    ticks = "`" * (1 + max(map(len, re.findall("`+", flat)), default=0))
    space = " " if not flat.strip() or flat[0] in "` " or flat[-1] in "` " else ""
    return f"{ticks}{space}{flat}{space}{ticks}"
