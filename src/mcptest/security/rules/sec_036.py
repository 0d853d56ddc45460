"""A secret in a response."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.model.json import JsonObject
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.live.response_text import response_texts
from mcptest.security.rule import PassiveRule, proof_of_text
from mcptest.security.secret_formats import find_secrets, sample_token

_FOREIGN: Final = 0.0
_MAKES_SECRETS: Final = frozenset(
    {
        "secret",
        "secrets",
        "key",
        "keys",
        "token",
        "tokens",
        "credential",
        "credentials",
        "password",
        "generate",
        "auth",
        "login",
    }
)

_TOOL: Final[JsonObject] = {
    "name": "weather_now",
    "description": "Tell the weather at this place.",
    "inputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": True},
}
_TEXT: Final = f"Sunny, says the service with {sample_token()}."


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    for response in seen.responses:
        if response.words & _MAKES_SECRETS:
            continue
        for text in response_texts(response):
            for found in find_secrets(text):
                yield SecurityHit(
                    message=f'the response of "{response.tool}" contains {found.kind}: {found.masked}',
                    score=_FOREIGN if response.carries_foreign_text else None,
                    kind=f"{response.tool} {found.kind}",
                    signals=(Signal(found.why, 3.0, found.masked),),
                    remedy="Rotate the secret, and mask it in results.",
                    exchange=response.exchange,
                    text=found.masked,
                )


RULE = PassiveRule(
    id="SEC-036",
    family="secrets",
    title="A response contains a secret",
    score=7.5,
    cwe=200,
    what="Looks for keys and tokens of known formats in responses to valid calls.",
    why="Whatever a tool returns ends up in the model's context and in logs.",
    fix="Mask secrets in results.",
    not_this="Tools whose task is to make or show keys. Content that search, mail, web and file tools pass on from elsewhere is reported only as info.",
    check=_check,
    proof=proof_of_text(_TOOL, _TEXT),
)
