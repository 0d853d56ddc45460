"""A path that leads out of the folder of the server."""

from __future__ import annotations

from mcptest.security.attack.attack import Attack
from mcptest.security.attack.fitting_arguments import claims_root, takes_path
from mcptest.security.attack.forms import path_forms
from mcptest.security.rule import AttackRule

RULE = AttackRule(
    id="SEC-040",
    family="attack",
    title="A path escapes the server's folder",
    score=8.6,
    cwe=22,
    what="Asks for files with random content that were written for this scan, in two unrelated folders, by relative, absolute and encoded paths.",
    why="Anyone who can choose the path can read keys and settings on the server's machine.",
    fix="Resolve the path first, links included, and then compare it with the folder by its parts.",
    not_this="Tools that name no folder and read any path: SEC-028 reports them.",
    attack=Attack(
        suits=takes_path,
        forms=path_forms,
        proves=lambda trial, text: any(one.token in text for one in trial.canaries[:1]),
        control=lambda trial: trial.canaries[0].path if trial.canaries else "",
        excuses=lambda subject: not claims_root(subject),
        behaviour="path",
    ),
)
