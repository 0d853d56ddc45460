"""A tool for public pages that reaches this machine."""

from __future__ import annotations

from mcptest.security.attack.attack import Attack
from mcptest.security.attack.fitting_arguments import claims_public, takes_url
from mcptest.security.attack.forms import url_forms
from mcptest.security.rule import AttackRule

RULE = AttackRule(
    id="SEC-046",
    family="attack",
    title="A tool for public pages can reach this machine",
    score=8.0,
    cwe=918,
    what="Asks for a random path on a listener at 127.0.0.1 that belongs to this scan. It counts only if the request arrives there, twice.",
    why="A page or a prompt can then reach services that only this machine or its network can see.",
    fix="Resolve the name, refuse private addresses, and check every redirect.",
    not_this="Browsers, development tools and tools for any host are meant to reach this machine, so that is reported only as info.",
    attack=Attack(
        suits=takes_url,
        forms=url_forms,
        proves=lambda trial, _text: trial.heard(trial.nonce),
        rate=lambda subject: None if claims_public(subject) else 0.0,
        behaviour="fetch",
    ),
)
