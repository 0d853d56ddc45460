"""How a client judges the two documents: continue, continue with a warning, or stop."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.auth.discovery.documents import ResourceDocument, ServerDocument, canonical, covers
from mcptest.auth.discovery.steps import PAGE, AuthStep, StepVerdict, step
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion


def judge_resource(document: ResourceDocument, url: str) -> Iterator[AuthStep]:
    """RFC 9728, section 3.3: a client must not use metadata of another resource."""
    said = document.resource or "missing"
    received = f"resource is {said}"
    advice = f'Set "resource" to the URL that clients use: {url}'
    spec = PAGE
    if canonical(document.resource) == canonical(url):
        yield step("resource-match", StepVerdict.OK, received)
    elif document.resource and covers(document.resource, url):
        yield step(
            "resource-match",
            StepVerdict.WARNING,
            f"{received}, which is above {url}",
            advice=advice,
            spec=spec,
            fault="resource-above",
        )
    else:
        yield step(
            "resource-match",
            StepVerdict.BROKEN,
            f"{received}, the server is {url}",
            advice=advice,
            spec=spec,
            fault="resource-elsewhere",
        )


def judge_server(
    document: ServerDocument, issuer: str, version: SpecVersion | None
) -> Iterator[AuthStep]:
    """The metadata of the authorization server, one step for each thing that a client needs."""
    yield _issuer(document, issuer, version)
    yield _endpoints(document)
    yield _pkce(document, version)
    yield _client(document, version)


def _issuer(document: ServerDocument, issuer: str, version: SpecVersion | None) -> AuthStep:
    if document.assumed and not document.issuer:
        words = "no issuer is known, so the iss of a response is not checked"
        return step("issuer-match", StepVerdict.SKIPPED, words)
    if document.assumed or document.issuer == issuer:
        return step("issuer-match", StepVerdict.OK, f"issuer is {document.issuer}")
    exact = version is not None and version >= SpecVersion.V2026_07_28
    near = document.issuer.rstrip("/") == issuer.rstrip("/") and not exact
    return step(
        "issuer-match",
        StepVerdict.WARNING if near else StepVerdict.BROKEN,
        f"issuer is {document.issuer or 'missing'}, the server names {issuer}",
        advice=f'Set "issuer" to exactly {issuer}, or name {document.issuer or "the issuer"} in '
        "authorization_servers.",
        spec=PAGE,
        fault="issuer-elsewhere",
    )


def _endpoints(document: ServerDocument) -> AuthStep:
    spec = PAGE
    insecure = list(document.insecure())
    if insecure:
        advice = "Use https for every endpoint."
        return step(
            "endpoints",
            StepVerdict.BROKEN,
            f"not https: {', '.join(insecure)}",
            advice=advice,
            spec=spec,
        )
    if not document.endpoint("token"):
        return step(
            "endpoints",
            StepVerdict.BROKEN,
            "token_endpoint is missing",
            advice="Publish token_endpoint.",
            spec=spec,
        )
    types = document.raw.get("response_types_supported")
    if isinstance(types, list) and "code" not in types:
        return step(
            "endpoints",
            StepVerdict.WARNING,
            f"response_types_supported is {types}",
            advice='Add "code" to response_types_supported.',
            spec=spec,
            fault="no-code",
        )
    return step("endpoints", StepVerdict.OK, ", ".join(_offered(document)))


def _offered(document: ServerDocument) -> Iterator[str]:
    yield f"token endpoint {document.endpoint('token')}"
    if "client_credentials" in document.grants:
        yield "client credentials"
    if document.endpoint("device_authorization"):
        yield "device flow"
    if document.sends_issuer:
        yield "iss"


def _pkce(document: ServerDocument, version: SpecVersion | None) -> AuthStep:
    if document.has_s256:
        return step("pkce", StepVerdict.OK, "S256")
    if not document.endpoint("authorization"):
        return step("pkce", StepVerdict.SKIPPED, "there is no authorization endpoint")
    methods = document.raw.get("code_challenge_methods_supported")
    required = version is None or version >= SpecVersion.V2025_11_25
    return step(
        "pkce",
        StepVerdict.BROKEN if required else StepVerdict.WARNING,
        f"code_challenge_methods_supported is {'missing' if methods is None else methods}",
        advice="Publish code_challenge_methods_supported with S256.",
        spec=PAGE,
        fault="" if methods is None else "other-pkce",
    )


def _client(document: ServerDocument, version: SpecVersion | None) -> AuthStep:
    documents = version is None or version >= SpecVersion.V2025_11_25
    ways = ["client ID metadata documents"] if documents and document.takes_documents else []
    ways += ["dynamic registration"] if document.endpoint("registration") else []
    if ways:
        return step("client", StepVerdict.OK, ", ".join(ways))
    return step(
        "client",
        StepVerdict.WARNING,
        "neither client ID metadata documents nor dynamic registration",
        advice="Register a client by hand and pass its id with --client-id.",
        spec=PAGE,
        fault="no-client",
    )


def scope_step(
    challenge: JsonObject, resource: ResourceDocument | None, version: SpecVersion | None
) -> AuthStep:
    """Where the scope comes from: the challenge, the list of all, or nowhere."""
    if version is not None and version < SpecVersion.V2025_11_25:
        return step(
            "scope", StepVerdict.SKIPPED, f"{version.wire} does not say which scope to ask for"
        )
    named = challenge.get("scope")
    if isinstance(named, str) and named:
        return step("scope", StepVerdict.OK, f'"{named}", from WWW-Authenticate')
    listed = resource.scopes if resource else ()
    if not listed:
        return step("scope", StepVerdict.OK, "none is named; no scope is requested")
    return step(
        "scope",
        StepVerdict.WARNING,
        f'"{" ".join(listed)}", everything in scopes_supported',
        advice="Name the scope that is needed in WWW-Authenticate.",
        spec=PAGE,
    )
