"""A value that a program takes for an option."""

from __future__ import annotations

import re
from typing import Final

from mcptest.security.attack.attack import Attack
from mcptest.security.attack.fitting_arguments import takes_text
from mcptest.security.attack.forms import option_forms
from mcptest.security.rule import AttackRule

_TOLD: Final = re.compile(
    r"\b(?:git|hg|svn|curl|wget|tar|rsync|ffmpeg|openssl|docker|kubectl|node|python|ripgrep|grep|ls|cat|find|ping|dig|ssh|zip|unzip)\b[^\n]{0,40}?\bv?\d+\.\d+(?:\.\d+)?"
    r"|(?i:^usage: )(?:git|curl|wget|tar|rsync|grep|ls|cat|find|ping|dig|ssh|zip|python|node)\b",
    re.MULTILINE,
)


RULE = AttackRule(
    id="SEC-043",
    family="attack",
    title="An argument is passed to a program as an option",
    score=8.0,
    cwe=88,
    what="Sends --version and --help. A version or usage text of a known program counts, unless an ordinary value returns it too.",
    why="Many programs have options that write files or run other programs.",
    fix="Put -- before values, and refuse a leading dash.",
    not_this="Tools whose purpose is to pass options on.",
    attack=Attack(
        suits=takes_text,
        forms=option_forms,
        proves=lambda _trial, text: _TOLD.search(text) is not None,
        control=lambda trial: f"mcptest{trial.nonce[:6]}",
        behaviour="option",
    ),
)
