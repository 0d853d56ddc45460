"""A request that a token may not make, and the same with the scopes that the refusal names."""

from __future__ import annotations

from mcptest.auth.discovery.challenge import read_challenge
from mcptest.compliance.corpus.rule import Observe
from mcptest.compliance.judge.authorization_claim import header_of, status_of
from mcptest.compliance.observe.authorization.token_fixtures import challenged_token
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.steps import run_steps
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.views.session import http_address
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason

_FORBIDDEN = 403


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    refused = await _ask("${hints.tokens.reduced_scope}", exam, ctx)
    scope = read_challenge(header_of(refused, "www-authenticate")).get("scope")
    if status_of(refused) != _FORBIDDEN or not isinstance(scope, str) or not scope:
        words = "the server does not name a scope in a 403"
        raise NotSeenError(SkipReason.NOT_APPLICABLE, words)
    token = await challenged_token(exam, ctx, scope)
    repeated = await _ask(token, exam, ctx)
    again = read_challenge(header_of(repeated, "www-authenticate"))
    return {"scope": scope, "refused": refused, "repeated": repeated, "challenge": again}


async def _ask(token: str, exam: Examination, ctx: Context) -> JsonObject:
    step: JsonObject = {
        "as": "asked",
        "request": "${hints.scoped_request}",
        "headers": {"Authorization": f"Bearer {token}"},
    }
    roots: JsonObject = {"hints": dict(exam.hints), "session": http_address(exam, ctx)}
    said = await run_steps(Observe(on="bare", steps=(step,)), roots, exam, ctx, view="step_up")
    found = said["asked"]
    assert isinstance(found, dict)
    return found


VIEW = View(
    name="step_up",
    summary="A request with too little scope, then with the scopes that the refusal names.",
    members={
        "scope": "what the first challenge names",
        "refused": "the response to the token with too little scope",
        "repeated": "the response to a token that has those scopes too",
        "challenge": "WWW-Authenticate of that",
    },
    look=_look,
    alone=True,
)
