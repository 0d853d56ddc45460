"""Proof Key for Code Exchange (RFC 7636): a stolen code cannot be used."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from dataclasses import field
from hashlib import sha256

from mcptest.model.record import record


@record
class Pkce:
    """The verifier stays here; the challenge goes to the authorization endpoint."""

    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48), repr=False)

    @property
    def challenge(self) -> str:
        digest = sha256(self.verifier.encode("ascii")).digest()
        return urlsafe_b64encode(digest).decode("ascii").rstrip("=")
