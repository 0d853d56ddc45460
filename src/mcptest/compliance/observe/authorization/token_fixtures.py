"""Tokens that rules need: given as hints, or requested with our credentials."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from mcptest.auth.credentials import OAuthCredentials
from mcptest.auth.discovery.documents import canonical
from mcptest.auth.settings import Grant
from mcptest.auth.sign_in import SettingsSource
from mcptest.auth.tokens import Token
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError
from mcptest.engine.context import Context
from mcptest.errors import SignInError
from mcptest.model.json import Json
from mcptest.model.outcome import SkipReason
from mcptest.model.redaction import learn_secrets
from mcptest.wire.http.jwt import audiences_of, claims_of
from mcptest.wire.target import HttpTarget

TOKENS = "tokens"
_ELSEWHERE = "/mcptest-other-resource"


async def fill_tokens(exam: Examination, ctx: Context) -> None:
    """Add to ``hints.tokens`` what can be had without the user; what they gave stays.

    Raises: SignInError.
    """
    async with exam.filling:
        target = ctx.target.http
        if not exam.tokens_filled and target is not None:
            await _fill(exam, ctx, target)
        exam.tokens_filled = True


async def _fill(exam: Examination, ctx: Context, target: HttpTarget) -> None:
    if target.credentials is not None:
        await target.credentials.prepare()
        target = ctx.target.http or target
    given = exam.hints.get(TOKENS)
    own: Mapping[str, Json] = given if isinstance(given, dict) else {}
    made = {**await _made(target, own), **own}
    if made:
        exam.hints = {**exam.hints, TOKENS: made}


async def _made(target: HttpTarget, own: Mapping[str, Json]) -> dict[str, Json]:
    made: dict[str, Json] = {}
    valid = bearer_of(target)
    if valid is not None:
        made["valid"] = valid
    credentials, source = target.credentials, _client_credentials(target)
    if source is None or valid is None:
        return made
    token = credentials.token if isinstance(credentials, OAuthCredentials) else None
    if "reduced_scope" not in own and (less := await _reduced(source, token)):
        made["reduced_scope"] = less
    if "other_audience" not in own and (other := await _elsewhere(source, target.url, token)):
        made["other_audience"] = other
    learn_secrets(str(each) for each in made.values())
    return made


def bearer_of(target: HttpTarget) -> str | None:
    """The token that we were given, or got."""
    sent = next((v for k, v in target.headers.items() if k.lower() == "authorization"), "")
    scheme, _, token = sent.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def valid_token(exam: Examination) -> str:
    """The token of the hints, which ``fill_tokens`` may have put there.

    Raises: NotSeenError.
    """
    given = exam.hints.get(TOKENS)
    valid = given.get("valid") if isinstance(given, dict) else None
    if isinstance(valid, str):
        return valid
    words = "needs a fixture: compliance.hints.tokens.valid, or a token to sign in with"
    raise NotSeenError(SkipReason.NEEDS_FIXTURE, words)


async def challenged_token(exam: Examination, ctx: Context, scope: str) -> str:
    """A token with the scopes that a challenge names, beside those that we had.

    Raises: NotSeenError.
    """
    hinted = exam.hints.get(TOKENS)
    given = hinted if isinstance(hinted, dict) else {}
    if "challenged_scope" in given:
        return str(given["challenged_scope"])
    source = _client_credentials(ctx.target.http)
    if source is None:
        words = "needs a fixture: compliance.hints.tokens.challenged_scope, or client credentials"
        raise NotSeenError(SkipReason.NEEDS_FIXTURE, words)
    had = str((claims_of(str(given.get("reduced_scope"))) or {}).get("scope", ""))
    both = " ".join(dict.fromkeys([*had.split(), *scope.split()]))
    found = await _asked(source, both, source.resource)
    if found is None or not set(scope.split()) <= set(found.scope.split()):
        words = f'the authorization server issued no token with the scope "{scope}"'
        raise NotSeenError(SkipReason.CANNOT_TELL, words)
    learn_secrets([found.access])
    return found.access


def _client_credentials(target: HttpTarget | None) -> SettingsSource | None:
    """Where we get tokens by client credentials; None where we do not."""
    credentials = target.credentials if target else None
    source = credentials.source if isinstance(credentials, OAuthCredentials) else None
    if not isinstance(source, SettingsSource):
        return None
    return source if source.settings.grant is Grant.CLIENT_CREDENTIALS else None


async def _reduced(source: SettingsSource, token: Token | None) -> str | None:
    """One scope of several; a server that gives all of them anyway gives us nothing to try."""
    scopes = token.scope.split() if token else []
    if len(scopes) < 2:  # noqa: PLR2004
        return None
    found = await _asked(source, scopes[0], source.resource)
    return found.access if found and set(found.scope.split()) < set(scopes) else None


async def _elsewhere(source: SettingsSource, url: str, token: Token | None) -> str | None:
    """Only a token that says itself that it is for another resource proves anything."""
    parts = urlsplit(url)
    other = f"{parts.scheme}://{parts.netloc}{_ELSEWHERE}"
    found = await _asked(source, token.scope if token else "", other)
    claims = claims_of(found.access) if found else None
    audiences = audiences_of(claims) if claims else []
    own = {canonical(url), canonical(source.resource)}
    elsewhere = bool(audiences) and not own & {canonical(each) for each in audiences}
    return found.access if found and elsewhere else None


async def _asked(source: SettingsSource, scope: str, resource: str) -> Token | None:
    try:
        return await source.ask(scope=scope, resource=resource)
    except SignInError:
        return None
