"""How the scripted client signs in: registration, authorization code with PKCE, tokens."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit

from mcptest.client.scripted.discovery import CannotSignIn, ScriptedDiscovery, parameter
from mcptest.client.scripted.faults import Faults, Message
from mcptest.client.scripted.fetching import fetch, post_form

REDIRECT = "http://127.0.0.1:3000/callback"
FORBIDDEN = 403
MOST_STEP_UPS = 2
MOST_SIGN_INS = 3


class SignIn:
    """Everything that the client knows about its access to one server."""

    def __init__(self, url: str, told: Message, faults: Faults) -> None:
        self.token: str | None = None
        self._url = url
        self._told: Message = told.get("oauth", {})
        self._revision: str = told["revision"]
        self._faults = faults
        self._discovery = ScriptedDiscovery(url, self._revision, faults)
        self._registered: dict[str, Message] = {}  # by issuer
        self._scopes: list[str] = []
        self._step_ups = 0
        self._sign_ins = 0

    def renew(self, status: int, challenge: str) -> bool:
        """Answer a challenge; whether there is a new token to try with."""
        wider = status == FORBIDDEN
        if not self._may_try(wider=wider):
            return False
        try:
            self.token = self._sign_in(challenge, wider=wider)
        except (CannotSignIn, OSError, ValueError, KeyError):
            return False
        return self.token is not None

    def _may_try(self, *, wider: bool) -> bool:
        if not wider:
            self._sign_ins += 1
            return self._sign_ins <= MOST_SIGN_INS
        self._step_ups += 1
        most = 8 if self._faults.behaves("step-up-forever") else MOST_STEP_UPS
        return self._step_ups <= most and not self._faults.behaves("ignore-scope-refusal")

    def _sign_in(self, challenge: str, *, wider: bool) -> str | None:
        resource = self._discovery.resource(challenge)
        issuer = str(resource["authorization_servers"][0])
        server = self._discovery.server(issuer)
        self._scopes = self._chosen(challenge, resource, server, wider=wider)
        if self._told.get("grant") and not self._faults.behaves("ignore-grant"):
            return self._redeem(server, self._told, {"grant_type": "client_credentials"})
        client = self._client(issuer, server)
        return self._code(server, client)

    # Scopes

    def _chosen(
        self, challenge: str, resource: Message, server: Message, *, wider: bool
    ) -> list[str]:
        named = parameter(challenge, "scope")
        supported = resource.get("scopes_supported", [])
        found = list(supported) if named is None else named.split()
        if self._faults.behaves("ask-for-everything"):
            found = [*supported, *(named or "").split(), "mcp:admin"]
        if self._faults.behaves("ask-for-nothing"):
            found = []
        if wider and not self._faults.behaves("forget-scopes"):
            found = [*self._scopes, *(one for one in found if one not in self._scopes)]
        offered = "offline_access" in server.get("scopes_supported", [])
        if self._faults.behaves("always-offline") or (offered and not wider):
            found = [*found, "offline_access"]
        return found

    # The client's own identity

    def _client(self, issuer: str, server: Message) -> Message:
        """Given by the user, a document of its own, or registered at this issuer."""
        if self._faults.behaves("plain-document"):
            return {"client_id": "http://127.0.0.1/client.json"}
        if "client_id" in self._told and not self._faults.behaves("always-register"):
            return self._told
        document = self._told.get("client_metadata_url")
        wanted = server.get("client_id_metadata_document_supported") is True
        if document and wanted and not self._faults.behaves("always-register"):
            return {"client_id": document, "token_endpoint_auth_method": "none"}
        key = "any" if self._faults.behaves("reuse-client") else issuer
        if key not in self._registered:
            self._registered[key] = self._register(server)
        return self._registered[key]

    def _register(self, server: Message) -> Message:
        if self._faults.behaves("never-register"):
            raise CannotSignIn("no client id")
        grants = ["authorization_code", "refresh_token"]
        asked: Message = {
            "client_name": "mcptest-scripted",
            "redirect_uris": [self._redirect()],
            "grant_types": grants[: 1 if self._faults.behaves("no-refresh-grant") else 2],
            "response_types": ["code"],
            "application_type": "native",
        }
        if self._faults.behaves("no-application-type"):
            del asked["application_type"]
        if self._faults.behaves("web-application"):
            asked["application_type"] = "web"
        body, kind = json.dumps(asked).encode(), {"Content-Type": "application/json"}
        status, _, reply = fetch("POST", server["registration_endpoint"], body, kind)
        if status != 201:  # noqa: PLR2004
            raise CannotSignIn(f"the registration was refused with status {status}")
        found: Message = json.loads(reply)
        return found

    def _redirect(self) -> str:
        return "http://app.example/back" if self._faults.behaves("remote-redirect") else REDIRECT

    # Authorization code with PKCE

    def _code(self, server: Message, client: Message) -> str | None:
        verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
        params = self._asked(client, verifier, state)
        where = f"{server['authorization_endpoint']}?{urlencode(params)}"
        _, headers, _ = fetch("GET", where)
        told = dict(parse_qsl(urlsplit(headers.get("location", "")).query))
        self._check(told, server, state)
        form = {
            "grant_type": "authorization_code",
            "code": told.get("code", ""),
            "redirect_uri": params["redirect_uri"],
            "code_verifier": "0" * 64 if self._faults.behaves("wrong-verifier") else verifier,
        }
        return self._redeem(server, client, form)

    def _asked(self, client: Message, verifier: str, state: str) -> dict[str, str]:
        digest = hashlib.sha256(verifier.encode()).digest()
        plain = self._faults.behaves("plain-pkce")
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        params = {
            "response_type": "code",
            "client_id": client["client_id"],
            "redirect_uri": self._redirect(),
            "code_challenge": verifier if plain else challenge,
            "code_challenge_method": "plain" if plain else "S256",
            "state": state,
            **self._resource(),
        }
        if self._scopes:
            params["scope"] = " ".join(self._scopes)
        if self._faults.behaves("no-pkce"):
            del params["code_challenge"], params["code_challenge_method"]
        if self._faults.behaves("no-state"):
            del params["state"]
        if self._faults.behaves("no-resource-at-first"):
            params.pop("resource", None)
        if self._faults.behaves("unregistered-redirect"):
            params["redirect_uri"] = "http://127.0.0.1:3000/elsewhere"
        return params

    def _resource(self) -> dict[str, str]:
        if self._revision < "2025-06-18":
            return {}
        other = self._faults.behaves("other-resource")
        return {"resource": "https://other.example/mcp" if other else self._url}

    def _check(self, told: dict[str, str], server: Message, state: str) -> None:
        lax = self._faults.behaves("take-any-state") or self._faults.behaves("no-state")
        if told.get("state") != state and not lax:
            raise CannotSignIn("the state is another one")
        promised = server.get("authorization_response_iss_parameter_supported") is True
        iss = told.get("iss")
        missing = iss is None and promised and not self._faults.behaves("take-no-iss")
        needless = iss is None and self._faults.behaves("want-iss")
        own = server["issuer"].rstrip("/") if self._faults.behaves("trim-iss") else server["issuer"]
        given = iss.rstrip("/") if iss and self._faults.behaves("trim-iss") else iss
        other = given is not None and given != own
        if self._faults.behaves("take-any-iss") or (
            not promised and self._faults.behaves("take-unannounced-iss")
        ):
            other = False
        if missing or needless or other:
            raise CannotSignIn("the response is from another issuer")

    # The token endpoint

    def _redeem(self, server: Message, client: Message, form: dict[str, str]) -> str | None:
        asked = {**form, **self._resource()}
        if self._faults.behaves("no-resource-at-last"):
            asked.pop("resource", None)
        if form["grant_type"] == "client_credentials" and self._scopes:
            asked["scope"] = " ".join(self._scopes)
        headers = self._authenticate(asked, client, server)
        found = post_form(server["token_endpoint"], asked, headers)
        token = None if found is None else str(found["access_token"])
        return "foreign-token" if self._faults.behaves("foreign-token") else token

    def _authenticate(
        self, form: dict[str, str], client: Message, server: Message
    ) -> dict[str, str]:
        """Show who the client is in the way that was agreed on."""
        secret = client.get("client_secret")
        offered = server.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        default = offered[0] if secret is not None else "none"
        method = client.get("token_endpoint_auth_method", default)
        if self._faults.behaves("basic-always"):
            method = "client_secret_basic"
        if self._faults.behaves("post-always"):
            method = "client_secret_post"
        if method == "client_secret_basic":
            pair = f"{client['client_id']}:{secret or ''}".encode()
            return {"Authorization": f"Basic {base64.b64encode(pair).decode()}"}
        form["client_id"] = client["client_id"]
        if method == "client_secret_post":
            form["client_secret"] = secret or ""
        return {}
