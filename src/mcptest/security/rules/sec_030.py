"""An argument that takes a secret of another service."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.sample import sample, taking, text
from mcptest.model.finding import Signal
from mcptest.model.secret_names import names_a_secret
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject

_SUBJECT: Final = frozenset(
    {
        "auth",
        "authenticate",
        "connect",
        "credential",
        "credentials",
        "decrypt",
        "encrypt",
        "hash",
        "jwt",
        "key",
        "keys",
        "login",
        "password",
        "passwords",
        "secret",
        "secrets",
        "session",
        "sessions",
        "sign",
        "signin",
        "signup",
        "token",
        "tokens",
        "vault",
        "verify",
    }
)


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    for subject in catalog.tools:
        if subject.words & _SUBJECT:
            continue
        for argument in subject.arguments:
            if (
                argument.takes_text
                and names_a_secret(argument.name)
                and "session" not in argument.words
            ):
                yield SecurityHit(
                    message=f'the argument "{argument.name}" takes a secret, which then passes through the model',
                    pointer=argument.pointer,
                    tool=subject.index,
                    kind=argument.name,
                    signals=(Signal("argument named like a secret", 2.0, argument.name),),
                    remedy="Let the server read the secret from its configuration.",
                    text=argument.name,
                )


RULE = StaticRule(
    id="SEC-030",
    family="secrets",
    title="An argument takes a secret",
    score=3.0,
    cwe=522,
    what="Looks for free-text arguments named like a password, key or token.",
    why="The secret ends up in the model's context and in the host's logs.",
    fix="Configure the secret on the server, or ask for it by URL elicitation.",
    not_this="Tools about passwords or signing in, cursors that are called tokens, and token counts.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(), taking(page_token=text("Token of the next page."))),
        failing=(taking(query=text(), api_key=text("Key of the note service.")),),
    ),
)
