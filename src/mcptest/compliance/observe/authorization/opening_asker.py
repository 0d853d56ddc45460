"""Open a session with any token, and request the server's metadata."""

from __future__ import annotations

from mcptest.auth.discovery.opening import opening_request
from mcptest.auth.discovery.well_known import may_ask
from mcptest.compliance.judge.authorization_claim import status_of
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.raw_http import plain_fetch
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import NEWEST_HANDSHAKE, SpecVersion
from mcptest.wire.target import HttpTarget

_OK = 200


@record
class OpeningAsker:
    """One server, asked beside its sessions."""

    target: HttpTarget
    version: SpecVersion
    ctx: Context

    @classmethod
    def of(cls, exam: Examination, ctx: Context) -> OpeningAsker:
        target = ctx.target.http
        assert target is not None
        return cls(target, exam.version or NEWEST_HANDSHAKE, ctx)

    @property
    def credentials(self) -> str | None:
        """What the user gave us to be let in."""
        headers = self.target.headers.items()
        return next((value for name, value in headers if name.lower() == "authorization"), None)

    @property
    def others(self) -> dict[str, str]:
        """The user's other headers."""
        return {k: v for k, v in self.target.headers.items() if k.lower() != "authorization"}

    async def post(self, authorization: str | None) -> JsonObject:
        """The opening request with this Authorization header, or with none."""
        _, headers, body = opening_request(self.version)
        signed = {} if authorization is None else {"Authorization": authorization}
        named = {**self.others, **headers, **signed}
        return await plain_fetch("POST", self.target.url, named, self.ctx, body=body)

    async def first_document(self, urls: list[str]) -> JsonObject:
        """The first of the addresses that gives a JSON object; else what the last one gave."""
        root: JsonObject = {"form": "not-asked"}
        for url in urls:
            if not may_ask(url, self.target.url):
                continue
            root = await plain_fetch("GET", url, {"Accept": "application/json"}, self.ctx)
            if status_of(root) == _OK and isinstance(root.get("json"), dict):
                return {**root, "form": "document", "document": root["json"]}
        return root
