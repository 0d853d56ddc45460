"""Escape and truncate text for a page; the only way for text to get into it."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup, escape

from mcptest.model.bounds import bounded
from mcptest.model.escape import visible
from mcptest.report.plain import CI_ORDER

_TICKED = re.compile(r"&#96;([^\n]+?)&#96;")


def html_text(value: Any) -> Markup:
    """Whatever a template prints; only what this room has drawn itself is markup already."""
    if isinstance(value, Markup):
        return value
    shown = str(escape(bounded(visible(str(value))))).replace("`", "&#96;")
    return Markup(CI_ORDER.sub(_spelt, shown))  # noqa: S704  (escaped above)


def prose(text: str) -> Markup:
    """The same for sentences: what stands between backticks is set as code, and nothing else."""
    return Markup(_TICKED.sub(r"<code>\1</code>", str(html_text(text))))  # noqa: S704  (escaped above)


def _spelt(order: re.Match[str]) -> str:
    """A page may be printed into a CI log, which obeys lines that begin so."""
    return f"{order[1]}&#{ord(order[2][0])};{order[2][1:]}"


def tag(name: str, attributes: dict[str, Any], *children: Any) -> Markup:
    """One element; its attributes and children are text unless they are markup."""
    given = "".join(
        f' {key}="{html_text(value)}"' for key, value in attributes.items() if value is not None
    )
    inner = "".join(map(html_text, children))
    return Markup(f"<{name}{given}>{inner}</{name}>")  # noqa: S704  (escaped part by part)
