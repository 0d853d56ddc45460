"""Help reads like the help of other tools: verb phrases, examples that parse, a usage line."""

from __future__ import annotations

import re
import shlex

import click
import pytest

from mcptest.cli.invocation import Invocation
from mcptest.cli.main import group, run

VERBS = frozenset(
    [
        "Accept",
        "Add",
        "Allow",
        "Always",
        "Answer",
        "Append",
        "Apply",
        "Ask",
        "Attack",
        "Authenticate",
        "Authorize",
        "Badge",
        "Call",
        "Check",
        "Choose",
        "Compare",
        "Confirm",
        "Connect",
        "Continue",
        "Disable",
        "Drive",
        "Edit",
        "Exclude",
        "Exit",
        "Fail",
        "Fix",
        "Follow",
        "Force",
        "Fuzz",
        "Generate",
        "Get",
        "Give",
        "Grade",
        "Ignore",
        "Include",
        "Inject",
        "Judge",
        "Keep",
        "Limit",
        "List",
        "Listen",
        "Log",
        "Make",
        "Mark",
        "Match",
        "Merge",
        "Name",
        "Normalize",
        "Offer",
        "Open",
        "Overwrite",
        "Pass",
        "Pause",
        "Play",
        "Prefer",
        "Print",
        "Prompt",
        "Read",
        "Record",
        "Refuse",
        "Register",
        "Remove",
        "Rename",
        "Repeat",
        "Replay",
        "Report",
        "Request",
        "Require",
        "Respond",
        "Restart",
        "Restore",
        "Restrict",
        "Retry",
        "Rewrite",
        "Run",
        "Save",
        "Scan",
        "Send",
        "Serve",
        "Set",
        "Show",
        "Skip",
        "Spend",
        "Start",
        "Stop",
        "Store",
        "Stream",
        "Suppress",
        "Time",
        "Trust",
        "Update",
        "Use",
        "Violate",
        "Wait",
        "Write",
    ]
)
TRANSLATED = re.compile(r"\bis no\b|\bof yours\b|\bof ours\b|\bmade up\b|\b1 \w+s\b")


def leaves(command, path=()):
    """Every command that does something, with the words that call it."""
    context = click.Context(command, obj=Invocation())
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        if isinstance(inner, click.Group):
            yield from leaves(inner, (*path, name))
        else:
            yield " ".join((*path, name)), inner


LEAVES = dict(leaves(group))
OPTIONS = [
    pytest.param(option.help or "", id=f"{name} {option.opts[-1]}")
    for name, command in LEAVES.items()
    for option in command.params
    if isinstance(option, click.Option)
]


def test_there_are_options():
    assert len(OPTIONS) > 100


@pytest.mark.parametrize("text", OPTIONS)
def test_the_help_of_an_option_is_a_verb_phrase(text):
    assert text.split(" ", 1)[0] in VERBS
    assert text.endswith(".")
    assert not TRANSLATED.search(text)


@pytest.mark.parametrize("name", LEAVES)
def test_a_command_shows_examples_that_parse(name):
    examples = LEAVES[name].examples
    assert examples
    for example in examples:
        words = shlex.split(example.partition(" > ")[0])
        own = words[: words.index("--")] if "--" in words else words
        start = len(name.split()) + 1
        assert own[:start] == ["mcptest", *name.split()]
        LEAVES[name].make_context(name, own[start:], obj=Invocation())


@pytest.mark.parametrize("name", LEAVES)
def test_a_usage_line_says_where_the_server_command_goes(name, capsys):
    assert run([*name.split(), "--help"]) == 0
    usage = capsys.readouterr().out.split("\n\n")[0]
    takes_server = any("--bearer-env" in param.opts for param in LEAVES[name].params)
    assert ("[-- COMMAND...]" in usage) is takes_server


@pytest.mark.parametrize("name", LEAVES)
def test_the_summary_of_a_command_is_one_sentence(name):
    first = (LEAVES[name].help or "").split("\n\n", 1)[0].strip()
    assert first.endswith(".")
    assert first[0].isupper()
    assert not TRANSLATED.search(first)


def test_every_command_stands_under_a_heading_of_the_overview(capsys):
    from mcptest.cli.main import _SECTION, _SECTIONS, _module_file

    context = click.Context(group)
    for name in group.list_commands(context):
        found = _SECTION.search(_module_file(name).read_text(encoding="utf-8"))
        assert found, name
        assert found[1] in _SECTIONS, name
    run(["--help"])
    shown = capsys.readouterr().out
    assert all(f"\n{section}:\n" in shown for section in _SECTIONS)


def test_ranges_and_defaults_stand_before_the_period(capsys):
    run(["audit", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "Make this many generated calls at once (1 to 64, default: 2)." in text
    assert "Print the results in this format (default: text)." in text
    assert "[default" not in text
    assert "x>=" not in text


def test_options_of_one_kind_stand_under_one_heading(capsys):
    run(["audit", "--help"])
    shown = capsys.readouterr().out
    places = [shown.index(f"\n{section}:\n") for section in ("Generated calls", "Server", "Output")]
    assert places == sorted(places)
    assert places[1] < shown.index("--url URL") < places[2]


def test_arguments_are_not_listed_as_options_without_a_description(cli):
    said = cli("run", "--help")
    assert "[SUITE]..." in said.out.splitlines()[0]
    assert all(line == line.rstrip() for line in said.out.splitlines())
    assert said.out.count("[SUITE]...") == 1


def test_an_option_that_may_be_repeated_says_so(cli):
    shown = " ".join(cli("run", "--help").out.split())
    assert "Run only tests with this tag (repeatable)." in shown
    assert "Run only tests of this server (repeatable)." not in shown
