"""Attach the way to sign in to each server: from its settings, or from a saved login."""

from __future__ import annotations

from dataclasses import replace

from mcptest.auth.credentials import OAuthCredentials
from mcptest.auth.fetch import Fetcher
from mcptest.auth.saved_logins.store import default_store
from mcptest.auth.settings import Grant, OAuthSettings
from mcptest.auth.sign_in import SettingsSource, StoredSource
from mcptest.errors import SignInError
from mcptest.model.redaction import learn_secrets
from mcptest.wire.target import HttpTarget, Target


def credentials_for(
    url: str, settings: OAuthSettings, *, ca_file: str | None = None
) -> OAuthCredentials:
    """What gives the header of this server; nothing is asked yet."""
    learn_secrets(settings.secrets)
    if settings.grant is Grant.STORED:
        return OAuthCredentials(StoredSource(url, default_store()))
    return OAuthCredentials(SettingsSource(url, settings, Fetcher(ca_file)))


def with_kept_login(target: Target) -> Target:
    """The same server, signed in by `mcptest login` where that was done and nothing else is said.

    A store that cannot be read counts as empty: not every server needs it.
    """
    if not isinstance(target, HttpTarget) or target.credentials is not None:
        return target
    if any(name.lower() == "authorization" for name in target.headers):
        return target
    store = default_store()
    try:
        kept = store.knows(target.url)
    except SignInError:
        return target
    if not kept:
        return target
    return replace(target, credentials=OAuthCredentials(StoredSource(target.url, store)))
