"""Discover the authorization server from a server's URL, as each revision describes it.

Every step is recorded with what was sent and what came back, even after a broken one: `auth` shows
them all, and a sign-in stops at the first broken one.
"""

from __future__ import annotations

from dataclasses import field
from urllib.parse import urlsplit

from mcptest.auth.discovery.challenge import read_challenge
from mcptest.auth.discovery.documents import ResourceDocument, ServerDocument, assumed_server
from mcptest.auth.discovery.given import DISCOVERED, GivenEndpoints
from mcptest.auth.discovery.judging import judge_resource, judge_server, scope_step
from mcptest.auth.discovery.opening import opening_request
from mcptest.auth.discovery.steps import PAGE, AuthStep, StepVerdict, step
from mcptest.auth.discovery.well_known import may_ask, oauth_urls, openid_urls, resource_urls
from mcptest.auth.fetch import Fetched, Fetcher
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

_UNAUTHORIZED = 401
_SERVER_FAULT = 500
_TOO_MANY = 429


@record
class Discovery:
    """What was found; ``server`` is None where no authorization server could be used."""

    url: str
    version: SpecVersion | None
    steps: tuple[AuthStep, ...] = ()
    challenge: JsonObject = field(default_factory=dict)
    resource: ResourceDocument | None = None
    issuer: str = ""
    server: ServerDocument | None = None
    open: bool = False
    silent: bool = False  # nothing answered at the address

    @property
    def broken(self) -> AuthStep | None:
        """The first step at which a client must stop."""
        return next((each for each in self.steps if each.verdict is StepVerdict.BROKEN), None)

    @property
    def scope(self) -> str:
        """What to ask for: as the challenge says, else everything that exists."""
        named = self.challenge.get("scope")
        if isinstance(named, str) and named:
            return named
        return " ".join(self.resource.scopes) if self.resource else ""

    @property
    def indicator(self) -> str:
        """The ``resource`` parameter: as the document spells it, else the address itself."""
        named = self.resource.resource if self.resource else ""
        return named or self.url.partition("#")[0]


async def discover(
    url: str,
    *,
    fetcher: Fetcher,
    version: SpecVersion | None = None,
    issuer: str | None = None,
    given: GivenEndpoints = DISCOVERED,
) -> Discovery:
    """Walk the whole chain; never raises for what a server does.

    Without a revision, the newest way that leads anywhere is taken. ``issuer`` leaves the
    resource's own word out, ``given`` the endpoints of the authorization server.
    """
    walk = _DiscoveryWalk(url, fetcher, version, given)
    denied = await walk.knock()
    if denied is None or not denied.status:
        silent = denied is not None
        return Discovery(url, version, tuple(walk.steps), open=not silent, silent=silent)
    if issuer is None:
        await walk.find_resource()
        issuer = walk.choose_issuer()
    else:
        walk.tell("issuer", StepVerdict.OK, f"{issuer}, as configured")
    if issuer or given.suffice:
        await walk.find_server(issuer)
    walk.steps.append(scope_step(walk.challenge, walk.resource, version))
    return Discovery(
        url, version, tuple(walk.steps), walk.challenge, walk.resource, issuer, walk.server
    )


@record(frozen=False)
class _DiscoveryWalk:
    url: str
    fetcher: Fetcher
    version: SpecVersion | None
    given: GivenEndpoints
    steps: list[AuthStep] = field(default_factory=list)
    challenge: JsonObject = field(default_factory=dict)
    resource: ResourceDocument | None = None
    server: ServerDocument | None = None
    guessed: bool = False  # nothing names the issuer

    @property
    def oldest(self) -> bool:
        return self.version is SpecVersion.V2025_03_26

    @property
    def missing(self) -> StepVerdict:
        """What it means that nothing leads to the endpoints."""
        return StepVerdict.WARNING if self.given.suffice else StepVerdict.BROKEN

    def tell(self, part: str, verdict: StepVerdict, received: str, **more: str) -> None:
        self.steps.append(step(part, verdict, received, **more))

    async def knock(self) -> Fetched | None:
        """Ask without a token; None where the server lets everybody in."""
        method, headers, body = opening_request(self.version)
        denied = await self.fetcher.exchange("POST", self.url, headers, body)
        sent = f"POST {self.url} ({method}) without a token"
        header = denied.headers.get("www-authenticate", "")
        if denied.status == _UNAUTHORIZED:
            self.tell("request", StepVerdict.OK, str(denied), sent=sent)
        elif denied.status and denied.status < 300 and not header:  # noqa: PLR2004
            self.tell("request", StepVerdict.OK, f"{denied}: no authorization is needed", sent=sent)
            return None
        else:
            self.tell(
                "request",
                StepVerdict.BROKEN,
                str(denied),
                sent=sent,
                advice="Respond with 401 to a request without a token."
                if denied.status
                else "Start the server, or check the URL.",
                spec=PAGE,
                fault="not-401" if denied.status else "",
            )
        if denied.status:
            self.challenge = read_challenge(header)
            self._judge_challenge(header)
        return denied

    def _judge_challenge(self, header: str) -> None:
        advice = 'Send WWW-Authenticate: Bearer resource_metadata="URL" with every 401.'
        spec = PAGE
        if not header:
            required = self.version is SpecVersion.V2025_06_18
            verdict = StepVerdict.BROKEN if required else StepVerdict.WARNING
            self.tell("challenge", verdict, "no WWW-Authenticate", advice=advice, spec=spec)
        elif self.challenge.get("scheme") != "bearer":
            said = f"WWW-Authenticate: {header[:200]}"
            self.tell(
                "challenge",
                StepVerdict.WARNING,
                said,
                advice=advice,
                spec=spec,
                fault="other-scheme",
            )
        elif self.challenge.get("malformed"):
            said = f"WWW-Authenticate: {header[:200]}"
            quote = "Put the values of WWW-Authenticate parameters in quotes."
            self.tell("challenge", StepVerdict.WARNING, said, advice=quote, spec=spec)
        else:
            self.tell("challenge", StepVerdict.OK, f"WWW-Authenticate: {header[:200]}")

    async def find_resource(self) -> None:
        if self.oldest:
            words = "2025-03-26 has no protected resource metadata"
            self.tell("resource", StepVerdict.SKIPPED, words)
            return
        named = self.challenge.get("resource_metadata")
        urls = [named] if isinstance(named, str) else resource_urls(self.url)
        found = await self._first(urls)
        missed = found.document is None and isinstance(named, str)
        if missed:
            self._tell_missing(found, fault="named-missing", named=True)
            found = await self._first(resource_urls(self.url))
        document = found.document
        if document is None:
            if not missed:
                self._tell_missing(found, fault=_failing(found, "document-failing"), named=False)
            return
        self.resource = ResourceDocument(document)
        if not missed:
            where = "named by the challenge" if isinstance(named, str) else "at a well-known URL"
            self.tell("resource", StepVerdict.OK, f"{found}, {where}", sent=f"GET {found.url}")
        self.steps.extend(judge_resource(self.resource, self.url))

    def _tell_missing(self, found: Fetched, *, fault: str, named: bool) -> None:
        advice = (
            "Serve the metadata at the URL that WWW-Authenticate names."
            if named
            else "Serve /.well-known/oauth-protected-resource with the path of the endpoint."
        )
        required = named or self.version is not None
        verdict = self.missing if required else StepVerdict.WARNING
        self.tell(
            "resource",
            verdict,
            _as_document(found),
            sent=f"GET {found.url}",
            advice=advice,
            spec=PAGE,
            fault=fault,
        )

    def choose_issuer(self) -> str:
        """The first that the resource names; else, as in 2025-03-26, the server's own host."""
        named = self.resource.servers if self.resource else ()
        usable = [each for each in named if may_ask(each, self.url)]
        if usable:
            order = f", the first of {len(named)}" if len(named) > 1 else ""
            self.tell("issuer", StepVerdict.OK, f"{usable[0]}{order}")
            return usable[0]
        parts = urlsplit(self.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if self.oldest or (self.resource is None and self.version is None):
            self.guessed = True
            self.tell("issuer", StepVerdict.OK, f"{origin}, the server's own host (2025-03-26)")
            return origin
        listed = f"authorization_servers is {list(named)}" if self.resource else "no metadata"
        why = f"{listed}; mcptest only asks public https URLs" if named else listed
        self.tell(
            "issuer",
            self.missing,
            why,
            advice="Name at least one https URL in authorization_servers.",
            spec=PAGE,
        )
        return ""

    async def find_server(self, issuer: str) -> None:
        document = await self._published(issuer) if issuer else None
        if document is not None:
            self.server = self.given.over(document)
        elif self.given.suffice:
            self.server = self.given.alone("" if self.guessed else issuer)
        elif self.oldest:
            self.server = self.given.over(assumed_server(issuer))
        else:
            return
        self.steps.extend(judge_server(self.server, issuer, self.version))

    async def _published(self, issuer: str) -> ServerDocument | None:
        urls = oauth_urls(issuer)
        if self.version is None or self.version >= SpecVersion.V2025_11_25:
            urls = [*urls, *openid_urls(issuer)]
        found = await self._first(urls)
        sent = f"GET {found.url}"
        if found.document is not None:
            order = f"at URL {urls.index(found.url) + 1} of {len(urls)} that clients try"
            self.tell("metadata", StepVerdict.OK, f"{found}, {order}", sent=sent)
            return ServerDocument(found.document)
        if self.oldest or self.given.suffice:
            used = "given endpoints" if self.given.suffice else "default paths"
            words = f"{_as_document(found)}; the {used} are used"
            self.tell("metadata", StepVerdict.WARNING, words, sent=sent)
            return None
        self.tell(
            "metadata",
            StepVerdict.BROKEN,
            _as_document(found),
            sent=sent,
            advice=f"Serve the metadata of {issuer} at {urls[0]}.",
            spec=PAGE,
            fault=_failing(found, "server-failing"),
        )
        return None

    async def _first(self, urls: list[str]) -> Fetched:
        """The first address that gives a document, else what the first one gave."""
        answers: list[Fetched] = []
        for url in urls:
            if not may_ask(url, self.url):
                words = "not requested: mcptest only asks public https URLs"
                answers.append(Fetched(url, problem=words))
                continue
            found = await self.fetcher.get(url, self._headers())
            if found.document is not None:
                return found
            answers.append(found)
        return answers[0]

    def _headers(self) -> dict[str, str]:
        """Clients name their revision with discovery, so that a server can answer its way."""
        return {} if self.version is None else {"MCP-Protocol-Version": self.version.wire}


def _as_document(found: Fetched) -> str:
    if found.status == 200:  # noqa: PLR2004
        return f"{found}: not a JSON object"
    return str(found)


def _failing(found: Fetched, fault: str) -> str:
    return fault if found.status >= _SERVER_FAULT or found.status == _TOO_MANY else ""
