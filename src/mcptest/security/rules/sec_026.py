"""A tool that runs any text as a program."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.sample import arguments, sample, text
from mcptest.model.finding import Signal
from mcptest.security.capability import runs_code
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    for subject in catalog.tools:
        argument = runs_code(subject)
        if argument is None or subject.hint("destructiveHint"):
            continue
        claims = subject.hint("readOnlyHint") is True
        yield SecurityHit(
            message=f'"{argument.name}" is run as a program'
            + (
                ", and the tool declares readOnlyHint: true"
                if claims
                else ", and no hint says that the tool can change anything"
            ),
            pointer=argument.pointer,
            tool=subject.index,
            score=5.0 if claims else None,
            kind="code",
            signals=(Signal("free text that is executed", 2.0, argument.name),),
            remedy="Declare destructiveHint: true, or accept only known commands.",
            text=argument.name,
        )


RULE = StaticRule(
    id="SEC-026",
    family="capability",
    title="A tool runs any command or code without declaring that it is destructive",
    score=3.9,
    cwe=78,
    what="Looks for tools that execute a free-text argument, mention no sandbox, and have no hint that they can change things.",
    why="Hosts ask the user less often about tools that claim to be harmless.",
    fix="Declare destructiveHint: true, or take a list of known commands instead of text.",
    not_this="Tools that only explain or format code, sandboxes, and tools that declare what they can do.",
    check=_check,
    proof=CatalogProof(
        passing=(
            sample(),
            sample(
                name="run_command",
                description="Run a shell command.",
                inputSchema=arguments({"command": text("Command to run.")}),
                annotations={"destructiveHint": True},
            ),
        ),
        failing=(
            sample(
                name="run_command",
                description="Run a shell command and return its output.",
                inputSchema=arguments({"command": text("Command to run.")}),
                annotations={"readOnlyHint": True},
            ),
        ),
    ),
)
