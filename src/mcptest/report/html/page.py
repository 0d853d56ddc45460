"""A self-contained page: style, script and policy around a template's output."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from mcptest import __version__
from mcptest.report.html import charts
from mcptest.report.html.parts import cell
from mcptest.report.html.sink import html_text, prose
from mcptest.report.words import duration_text

LOOK = Path(__file__).with_name("look")


def render_page(template: str, *, folder: Path | None = None, title: str, **context: Any) -> str:
    """The text of a page; the templates of ``folder`` come before ours."""
    style, script = _part("style.css"), _part("script.js")
    page = _environment(folder).get_template(template)
    text: str = page.render(
        title=title,
        version=__version__,
        style=style,
        script=script,
        policy=content_policy(style, script),
        **context,
    )
    return text if text.endswith("\n") else text + "\n"


def content_policy(style: str, script: str) -> Markup:
    """Nothing may be loaded or run but the very style and script of this page."""
    return Markup(  # noqa: S704  (hashes of our own)
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    )


@cache
def _environment(folder: Path | None) -> Environment:
    environment = Environment(
        loader=FileSystemLoader([each for each in (folder, LOOK) if each is not None]),
        autoescape=True,
        finalize=html_text,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(duration=duration_text, prose=prose)
    environment.globals.update(charts=charts, as_cell=cell)
    return environment


def _part(name: str) -> Markup:
    """A file of this package, unchanged: the hash is of exactly these bytes."""
    return Markup((LOOK / name).read_text(encoding="utf-8"))  # noqa: S704  (our own)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
