"""A file address in a tool that fetches."""

from __future__ import annotations

from mcptest.security.attack.attack import Attack
from mcptest.security.attack.fitting_arguments import reads_local_files, takes_url
from mcptest.security.attack.forms import scheme_forms
from mcptest.security.rule import AttackRule

RULE = AttackRule(
    id="SEC-047",
    family="attack",
    title="A tool that fetches pages reads local files",
    score=8.0,
    cwe=73,
    what="Asks for a file with random content that was written for this scan, through a file: URL.",
    why="Anyone who can choose the URL can read keys and settings on the server's machine.",
    fix="Accept only https and http.",
    not_this="Tools whose description says that they open local files.",
    attack=Attack(
        suits=lambda subject, argument: (
            takes_url(subject, argument) and not reads_local_files(subject)
        ),
        forms=scheme_forms,
        proves=lambda trial, text: any(one.token in text for one in trial.canaries[:1]),
        behaviour="file-url",
    ),
)
