"""The apps that the page has read: each document under an address that nobody can guess."""

from __future__ import annotations

import secrets
from dataclasses import field
from typing import Final

from mcptest.errors import UsageError
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.ui.apps.content_policy import Declared, app_policy
from mcptest.ui.feed import Feed

MOST_APPS: Final = 16
REPORT: Final = "/refused/"
_MOST_REPORTS: Final = 50


@record(frozen=False)
class AppDocument:
    """``outside`` is whether a person granted what it declares; None before anybody was asked."""

    key: str
    server: str
    uri: str
    html: bytes = field(repr=False)
    declared: Declared
    outside: bool | None = None
    reports: int = 0  # refusals of the browser that were told
    allowed: set[str] = field(default_factory=set)  # what it may request without being asked again

    @property
    def granted(self) -> Declared | None:
        return self.declared if self.outside else None


class Apps:
    """The newest apps; ``origin`` is where their frames are served from, once it is known."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self.origin = ""
        self.page = ""  # the page's own origin, the only one that may hold a frame
        self._kept: dict[str, AppDocument] = {}

    def add(self, server: str, uri: str, html: bytes, declared: Declared) -> AppDocument:
        key = secrets.token_urlsafe(24)
        document = self._kept[key] = AppDocument(key, server, uri, html, declared)
        for oldest in list(self._kept)[:-MOST_APPS]:
            del self._kept[oldest]
        return document

    def get(self, key: str) -> AppDocument:
        """Raises: UsageError."""
        found = self.find(key)
        if found is None:
            raise UsageError("ui-unknown", "this app is no longer open", hint="open it again")
        return found

    def policy(self, app: AppDocument) -> str:
        """The content security policy of its document, as far as a person granted more."""
        return app_policy(app.granted, self.page, f"{self.origin}{REPORT}{app.key}")

    def refused(self, app: AppDocument, directive: str, address: str) -> None:
        """Tell what the browser kept the app from."""
        if app.reports < _MOST_REPORTS:
            app.reports += 1
            told: JsonObject = {"app": app.key, "directive": directive, "address": address}
            self._feed.put("app-refused", told)

    def find(self, key: str) -> AppDocument | None:
        return self._kept.get(key)
