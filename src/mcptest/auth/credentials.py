"""The Authorization header of one server: sign in once, and renew the token when it expires.

The wire knows this only as something to ask for the header.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from mcptest.auth.discovery.challenge import read_challenge
from mcptest.auth.sign_in import TokenSource
from mcptest.auth.tokens import Token
from mcptest.errors import SignInError
from mcptest.model.redaction import learn_secrets

_UNAUTHORIZED, _FORBIDDEN = 401, 403
_MOST_STEPS_UP = 2


class OAuthCredentials:
    """Implements what ``wire.target.Credentials`` asks for; tokens stay in memory."""

    def __init__(self, source: TokenSource, now: Callable[[], float] = time.time) -> None:
        self.source = source
        self.notes: list[str] = []
        self._now = now
        self._token: Token | None = None
        self._forced = False
        self._given_up = False
        self._steps_up = 0
        self._lock = asyncio.Lock()

    @property
    def header(self) -> str | None:
        """The value for the Authorization header; None before the first sign-in."""
        return self._token.header if self._token else None

    @property
    def token(self) -> Token | None:
        return self._token

    def trusting(self, ca_file: str) -> OAuthCredentials:
        """The same with the certificates of a file; before anything was asked."""
        return OAuthCredentials(self.source.trusting(ca_file), self._now)

    async def prepare(self) -> None:
        """Sign in, or renew a token that is about to end.

        Raises: SignInError where there is no token at all; one that cannot be renewed stays, and
        the server says what it makes of it.
        """
        if self._token is not None and not self._token.is_over(self._now()):
            return
        async with self._lock:
            if self._token is None:
                self._take(await self.source.first())
            elif self._token.is_over(self._now()) and not self._given_up:
                self._given_up = not await self._try(self._token)
                if not self._given_up:
                    self._note("the access token was about to expire; mcptest renewed it")

    async def renew(self, status: int, challenge: str, sent: str) -> bool:
        """After a refusal: whether there is another header to try.

        A token that is over is renewed; one that should still be good only once.
        """
        async with self._lock:
            if self._token is None or sent != self.header:
                return self._token is not None
            if status == _UNAUTHORIZED:
                return await self._renew_refused(self._token)
            return status == _FORBIDDEN and await self._step_up(self._token, challenge)

    async def _renew_refused(self, token: Token) -> bool:
        over = token.is_over(self._now(), spare=0)
        if not over and self._forced:
            return False
        self._forced = self._forced or not over
        if not await self._try(token):
            return False
        self._note("the server rejected the access token; mcptest renewed it")
        return True

    async def _step_up(self, token: Token, challenge: str) -> bool:
        """RFC 6750: insufficient_scope names what is missing; what was asked for stays."""
        asked = read_challenge(challenge)
        missing = asked.get("scope")
        if asked.get("error") != "insufficient_scope" or not isinstance(missing, str):
            return False
        both = " ".join(dict.fromkeys([*token.scope.split(), *missing.split()]))
        if both == token.scope or self._steps_up >= _MOST_STEPS_UP:
            return False
        self._steps_up += 1
        if not await self._try(replace(token, scope=both)):
            return False
        self._note(f'the server requires the scope "{missing}"; mcptest requested it')
        return True

    async def _try(self, token: Token) -> bool:
        try:
            self._take(await self.source.again(token))
        except SignInError as trouble:
            first = trouble.message.splitlines()[0]
            self._note(f"the access token could not be renewed: {first}")
            return False
        return True

    def _take(self, token: Token) -> None:
        learn_secrets(token.secrets)
        self._token = token

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)
