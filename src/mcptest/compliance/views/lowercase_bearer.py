"""The token with its scheme in lower case, beside the same in the usual spelling."""

from __future__ import annotations

from mcptest.compliance.judge.authorization_claim import opens
from mcptest.compliance.observe.authorization.opening_asker import OpeningAsker
from mcptest.compliance.observe.authorization.token_fixtures import valid_token
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    valid = valid_token(exam)
    asker = OpeningAsker.of(exam, ctx)
    usual = await asker.post(f"Bearer {valid}")
    if not opens(usual):
        raise NotSeenError(SkipReason.CANNOT_TELL, "the token does not open a session")
    return {**await asker.post(f"bearer {valid}")}


VIEW = View(
    name="lowercase_bearer",
    summary="The opening request with `bearer` in lower case, where `Bearer` is accepted.",
    members={"http": "the response"},
    look=_look,
    alone=True,
)
