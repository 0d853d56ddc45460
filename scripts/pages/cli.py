"""cli.md: every command and every option, from click."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

import click

from mcptest.cli.commands.record import RecordGroup
from mcptest.cli.help import HelpCommand
from mcptest.cli.main import group
from pages.markdown import fence, page, table

_INTRO = """\
Everything after `--` is the command that starts the server: `mcptest tools -- python my_server.py`.
mcptest starts it directly, without a shell.

Options that take a duration accept `250ms`, `30s` and `2m`. A bare number means seconds.
"""


def files() -> Iterator[tuple[str, str]]:
    parts = [_INTRO, _options(group)]
    for path, command in _commands(group, ()):
        parts.append(_command(path, command))
    yield "docs/reference/cli.md", page("Commands", *parts)


def _commands(
    command: click.Group, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(command)
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield (*path, name), inner
        if isinstance(inner, click.Group):
            yield from _commands(inner, (*path, name))


def _command(path: tuple[str, ...], command: click.Command) -> str:
    title = f"## `{' '.join(path)}`" if len(path) == 1 else f"### `{' '.join(path)}`"
    about = _paragraphs(command.help or "")
    parts = [title, about, _usage(path, command), _examples(command), _options(command)]
    return "\n\n".join(filter(None, parts))


def _examples(command: click.Command) -> str:
    lines = [f"$ {line}" for line in getattr(command, "examples", ())]
    return "Examples:\n\n" + fence("console", "\n".join(lines)) if lines else ""


def _paragraphs(text: str) -> str:
    parts = cleandoc(text).replace("\b\n", "").split("\n\n")
    return "\n\n".join(" ".join(part.split()) for part in parts)


def _usage(path: tuple[str, ...], command: click.Command) -> str:
    words = ["mcptest", *path]
    if isinstance(command, RecordGroup):
        return fence("console", "$ " + " ".join([*words, "-o FILE [OPTIONS] [-- COMMAND [ARG]…]"]))
    if any(isinstance(each, click.Option) for each in command.params):
        words.append("[OPTIONS]")
    if isinstance(command, click.Group):
        words.append("COMMAND")
    words += [_argument(each) for each in command.params if isinstance(each, click.Argument)]
    if isinstance(command, HelpCommand) and command.takes_server:
        words.append("[-- COMMAND [ARG]…]")
    if isinstance(command, HelpCommand) and command.takes_client:
        words.append("[-- CLIENT [ARG]…]")
    return fence("console", "$ " + " ".join(words))


def _argument(argument: click.Argument) -> str:
    name = argument.metavar or (argument.name or "").upper()
    if "[" in name or name.endswith("..."):
        return name.replace("...", "…")
    word = f"{name}…" if argument.nargs == -1 else name
    return word if argument.required else f"[{word}]"


def _options(command: click.Command) -> str:
    options = [each for each in command.params if isinstance(each, click.Option)]
    rows = [(_names(each), _default(each), each.help or "") for each in options if not each.hidden]
    return table(("Option", "Default", "What it does"), rows) if rows else ""


def _names(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    value = "" if option.is_flag or option.count else f" {_value(option)}"
    return names + value + (" (repeatable)" if option.multiple else "")


def _value(option: click.Option) -> str:
    if isinstance(option.type, click.Choice):
        return "`" + " ".join(map(str, option.type.choices)) + "`"
    return f"`{option.metavar or option.type.name.upper()}`"


def _default(option: click.Option) -> str:
    value = option.default
    plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    told = "(default:" in (option.help or "")
    return f"`{value}`" if plain and not told and not option.is_flag else ""
