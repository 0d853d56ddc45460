"""A valid token with one thing changed, so that nobody has issued it."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator

from mcptest.compliance.observe.authorization.opening_asker import OpeningAsker
from mcptest.compliance.observe.authorization.token_fixtures import valid_token
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.wire.http.jwt import claims_of


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    valid = valid_token(exam)
    asker = OpeningAsker.of(exam, ctx)
    items: list[Json] = []
    for kind, token in forgeries(valid):
        items.append({**await asker.post(f"Bearer {token}"), "kind": kind})
    return {"items": items}


def forgeries(token: str) -> Iterator[tuple[str, str]]:
    """By what was changed: of a JWT the signature, a claim and the algorithm; else the end."""
    claims = claims_of(token)
    if claims is None:
        yield "changed", token[:-1] + _other(token[-1:])
        return
    header, payload, signature = token.split(".")
    yield "signature", f"{header}.{payload}.{_other(signature[:1])}{signature[1:]}"
    changed = _coded({**claims, "sub": f"{claims.get('sub')}-"})
    yield "claims", f"{header}.{changed}.{signature}"
    yield "unsigned", f"{_coded({'alg': 'none', 'typ': 'JWT'})}.{payload}."


def _other(character: str) -> str:
    """The first character of a signature: its last has bits that mean nothing."""
    return "B" if character == "A" else "A"


def _coded(value: JsonObject) -> str:
    return urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


VIEW = View(
    name="forged_tokens",
    summary="The opening request with tokens made from a valid one by changing one thing.",
    members={"items": "one for each: kind (signature, claims, unsigned, changed), http"},
    look=_look,
    alone=True,
)
