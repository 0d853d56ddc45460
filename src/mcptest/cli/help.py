"""Help pages with examples, and ``-- COMMAND`` in the usage of commands that start a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import click

_WHOLE = str.maketrans("-", "\N{NON-BREAKING HYPHEN}")
_COLUMN = 30  # the widest that click makes the column of options
_EXTRA = re.compile(r"\s+\[([^\[\]]*)\]$")
_RANGE = re.compile(r"^(\d+)<=x<=(\d+)$")
_OPEN_RANGE = re.compile(r"^x>=[01]$")
_OBVIOUS = {"0 to 65535"}  # every port
_PLAIN = str.maketrans("\N{NON-BREAKING HYPHEN}", "-")


class WholeWords(click.HelpFormatter):
    """Breaks lines between words only: half an option cannot be searched or copied."""

    def write_text(self, text: str) -> None:
        super().write_text(text.translate(_WHOLE))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        whole = [(first.translate(_WHOLE), second.translate(_WHOLE)) for first, second in rows]
        super().write_dl(whole, col_max, col_spacing)

    def getvalue(self) -> str:
        return super().getvalue().translate(_PLAIN)


class SectionOption(click.Option):
    """An option that the help shows under a heading, with others of its kind."""

    def __init__(self, *args: Any, section: str, **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.section = section


def options_of(section: str) -> Callable[..., Callable[[Any], Any]]:
    """``click.option`` for options under this heading."""
    return partial(click.option, cls=SectionOption, section=section)


class HelpContext(click.Context):
    formatter_class = WholeWords


class _WithExamples(click.Command):
    """Examples between the help text and the options, and the options under headings."""

    context_class = HelpContext

    def __init__(self, *args: Any, examples: Sequence[str] = (), **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.examples = tuple(examples)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.examples:
            with formatter.section("Examples"):
                indent = " " * formatter.current_indent
                formatter.write("".join(f"{indent}{example}\n" for example in self.examples))
        _write_options(self.get_params(ctx), ctx, formatter)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


def _write_options(
    params: Iterable[click.Parameter], ctx: click.Context, formatter: click.HelpFormatter
) -> None:
    """Those of the command itself first, all with their help in one column."""
    sections: dict[str, list[tuple[str, str]]] = {"Options": []}
    for param in params:
        if isinstance(param, click.Argument):  # the usage line and the description name it
            continue
        section = param.section if isinstance(param, SectionOption) else "Options"
        if (found := param.get_help_record(ctx)) is not None:
            sections.setdefault(section, []).append((found[0], _told(param, found[1])))
    names = [name for rows in sections.values() for name, _ in rows]
    width = min(max(map(len, names)), _COLUMN)
    for section, rows in sections.items():
        at, (name, text) = next((i, row) for i, row in enumerate(rows) if len(row[0]) <= _COLUMN)
        rows[at] = (name.ljust(width), text)
        with formatter.section(section):
            formatter.write_dl(rows)


def _told(param: click.Parameter, text: str) -> str:
    """What an option does, and whether it may be given more than once."""
    told = _tidy(text)
    return f"{told.removesuffix('.')} (repeatable)." if param.multiple else told


def _tidy(text: str) -> str:
    """``(1 to 64, default: 2)`` before the period instead of click's brackets after it."""
    extra = _EXTRA.search(text)
    if extra is None:
        return text
    body, facts = text[: extra.start()], extra[1].split("; ")
    told = [fact for fact in facts if not _OPEN_RANGE.search(fact)]
    told = sorted((_RANGE.sub(r"\1 to \2", fact) for fact in told), key=_is_default)
    told = [fact.replace("(built in)", "built in") for fact in told if fact not in _OBVIOUS]
    if not told:
        return body
    if " (default: " in body:
        return body.replace(" (default: ", f" ({', '.join(told)}, default: ")
    return f"{body.removesuffix('.')} ({', '.join(told)})."


def _is_default(fact: str) -> bool:
    return fact.startswith("default")


class HelpCommand(_WithExamples):
    """A command whose help shows how it is typed."""

    def __init__(self, *args: Any, takes_client: bool = False, **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.takes_client = takes_client

    @property
    def takes_server(self) -> bool:
        """Whether the words after ``--`` are a server's command."""
        return any(param.name == "mcp_config" for param in self.params)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        pieces = super().collect_usage_pieces(ctx)
        if self.takes_client:
            return [*pieces, "[-- CLIENT...]"]
        return [*pieces, "[-- COMMAND...]"] if self.takes_server else pieces


class HelpGroup(_WithExamples, click.Group):
    """A group whose commands are ``HelpCommand``."""

    command_class = HelpCommand
