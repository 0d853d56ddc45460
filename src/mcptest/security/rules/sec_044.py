"""Text of an argument that becomes part of a SQL statement."""

from __future__ import annotations

from mcptest.security.attack.attack import Attack
from mcptest.security.attack.fitting_arguments import takes_text
from mcptest.security.attack.forms import sql_forms
from mcptest.security.rule import AttackRule

RULE = AttackRule(
    id="SEC-044",
    family="attack",
    title="An argument becomes part of a SQL statement",
    score=8.8,
    cwe=89,
    what="Closes a quote and selects the product of two random numbers. It counts only if the response contains the product, twice, with new numbers.",
    why="Anyone who can choose the argument can read, and often change, the whole database.",
    fix="Pass values as parameters of the statement.",
    not_this="Tools whose purpose is to run SQL. An error text alone proves nothing.",
    attack=Attack(
        suits=takes_text,
        forms=sql_forms,
        proves=lambda trial, text: trial.product in text,
        control=lambda trial: trial.sum_text,
        behaviour="sql",
    ),
)
