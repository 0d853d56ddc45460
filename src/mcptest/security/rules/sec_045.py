"""Text of an argument that a template engine evaluates."""

from __future__ import annotations

from mcptest.security.attack.attack import Attack
from mcptest.security.attack.fitting_arguments import takes_text
from mcptest.security.attack.forms import template_forms
from mcptest.security.rule import AttackRule

RULE = AttackRule(
    id="SEC-045",
    family="attack",
    title="An argument is evaluated as a template",
    score=8.0,
    cwe=1336,
    what="Sends a multiplication of two random numbers in the syntax of several template languages. It counts only if the response contains the product, twice, with new numbers.",
    why="Templates can usually reach the program around them, and with it the machine.",
    fix="Pass text as data to a fixed template.",
    not_this="Calculators and other tools that compute the product without template syntax.",
    attack=Attack(
        suits=takes_text,
        forms=template_forms,
        proves=lambda trial, text: trial.product in text,
        control=lambda trial: trial.sum_text,
        behaviour="template",
    ),
)
