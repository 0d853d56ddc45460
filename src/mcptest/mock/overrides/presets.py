"""Sets of overrides that many proofs share, by the name that ``{use: NAME}`` gives."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import Json

_RESOURCE: Final = "/.well-known/oauth-protected-resource/mcp"
_ISSUER: Final = "/.well-known/oauth-authorization-server"
_CHALLENGE: Final = 'Bearer scope="notes:read", resource_metadata="${http.origin}' + _RESOURCE + '"'


def _document(path: str, document: Json) -> Json:
    """Any GET of that path is answered with the document."""
    when: Json = {"http": {"path": path}}
    return {"on": "GET", "when": when, "status": 200, "reply": document}


# The one opens everything, the other what its scope allows.
_TOKENS: Final[list[Json]] = ["Bearer mcptest-valid", "Bearer mcptest-reduced"]


def _denied(authorization: Json) -> Json:
    return {
        "on": "POST",
        "when": {"http": {"header": {"authorization": authorization}}},
        "status": 401,
        "headers": {"WWW-Authenticate": _CHALLENGE},
        "reply": {"error": "invalid_token"},
    }


# A server that wants a token, with the documents that tell where to get one. It is its own
# authorization server, since a proof has one listener.
_PROTECTED: Final[list[Json]] = [
    _denied(None),
    _denied({"not": _TOKENS}),
    _document(
        _RESOURCE,
        {
            "resource": "${http.origin}/mcp",
            "authorization_servers": ["${http.origin}"],
            "scopes_supported": ["notes:read"],
            "bearer_methods_supported": ["header"],
        },
    ),
    _document(
        _ISSUER,
        {
            "issuer": "${http.origin}",
            "authorization_endpoint": "${http.origin}/authorize",
            "token_endpoint": "${http.origin}/token",
            "registration_endpoint": "${http.origin}/register",
            "response_types_supported": ["code"],
            "code_challenge_methods_supported": ["S256"],
            "client_id_metadata_document_supported": True,
            "authorization_response_iss_parameter_supported": True,
        },
    ),
]

PRESETS: Final[dict[str, list[Json]]] = {"protected": _PROTECTED}
