"""Text of an argument that reaches a shell."""

from __future__ import annotations

from mcptest.security.attack.attack import Attack
from mcptest.security.attack.fitting_arguments import takes_text
from mcptest.security.attack.forms import command_forms
from mcptest.security.rule import AttackRule

RULE = AttackRule(
    id="SEC-042",
    family="attack",
    title="An argument is run by a shell",
    score=9.8,
    cwe=78,
    what="Sends a multiplication of two random numbers in the syntax of several shells. It counts only if the response contains the product, twice, with new numbers.",
    why="Anyone who can choose the argument can run any program on the server's machine.",
    fix="Start programs with a list of arguments and without a shell.",
    not_this="Tools whose purpose is to run or compute something, and responses that repeat what was sent.",
    attack=Attack(
        suits=takes_text,
        forms=command_forms,
        proves=lambda trial, text: trial.product in text,
        control=lambda trial: trial.sum_text,
        behaviour="shell",
    ),
)
