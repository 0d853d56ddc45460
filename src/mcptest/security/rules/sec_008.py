"""A secret in a tool definition."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.sample import saying
from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.secret_formats import find_secrets, sample_token
from mcptest.security.subject import CatalogSubject


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    for subject in catalog.tools:
        for text in subject.texts:
            for found in find_secrets(text.text):
                yield SecurityHit(
                    message=f"the text contains {found.kind}: {found.masked}",
                    pointer=text.pointer,
                    tool=subject.index,
                    kind=found.kind,
                    signals=(Signal(found.why, 3.0, found.masked),),
                    remedy="Rotate the secret, then remove it from the definition.",
                    text=found.masked,
                )


RULE = StaticRule(
    id="SEC-008",
    family="secrets",
    title="A definition contains a secret",
    score=8.5,
    cwe=798,
    what="Looks for keys and tokens of known formats, checked by length, checksum or structure.",
    why="Anyone who lists the tools gets the secret, and so does every model that sees the catalog.",
    fix="Rotate the secret, then remove it.",
    not_this="Documented samples, placeholders, public keys, hashes and ids.",
    check=_check,
    proof=CatalogProof(
        passing=(saying("Tokens look like ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx."),),
        failing=(saying(f"Uses {sample_token()} to sign in."),),
    ),
)
