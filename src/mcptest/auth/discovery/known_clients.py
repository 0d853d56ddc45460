"""Which published clients fail at which fault, according to their source.

The table lists only what the code of the named release shows. A client that is not listed for a
fault was not examined, or copes with it.
"""

from __future__ import annotations

from typing import Final

from mcptest.model.record import record

TYPESCRIPT: Final = "TypeScript SDK 1.32"
PYTHON: Final = "Python SDK 2.3"
VS_CODE: Final = "VS Code"


@record
class ClientFailure:
    """``why`` completes a sentence that begins with the client."""

    client: str
    why: str

    def __str__(self) -> str:
        return f"{self.client} {self.why}"


_FAILURES: Final[dict[str, dict[str, str]]] = {
    "not-401": {
        TYPESCRIPT: "starts authorization after a 401 only",
        PYTHON: "starts authorization after a 401 only",
    },
    "other-scheme": {
        TYPESCRIPT: "ignores the header if its first scheme is not Bearer",
    },
    "named-missing": {
        TYPESCRIPT: "does not try the well-known URLs and takes this host for the issuer",
        VS_CODE: "reads the named URL only",
    },
    "document-failing": {
        PYTHON: "stops if the metadata request returns 429 or 5xx",
    },
    "resource-elsewhere": {
        TYPESCRIPT: "stops: the resource does not match",
        PYTHON: "stops: the resource does not match",
        VS_CODE: "stops: the resource does not match",
    },
    "resource-above": {
        VS_CODE: "stops: it compares the resource with the whole URL",
    },
    "server-failing": {
        TYPESCRIPT: "stops if the metadata request returns 5xx",
        PYTHON: "tries no further URL if the metadata request returns 5xx",
    },
    "issuer-elsewhere": {
        PYTHON: "stops: the issuer is compared as a string",
    },
    "no-code": {
        TYPESCRIPT: 'stops if response_types_supported does not contain "code"',
    },
    "other-pkce": {
        TYPESCRIPT: "stops if code_challenge_methods_supported does not contain S256",
    },
    "no-client": {
        TYPESCRIPT: "stops unless the user has configured a client id",
        PYTHON: "stops unless the user has configured a client id",
    },
}


def failing_clients(fault: str) -> tuple[ClientFailure, ...]:
    """The clients that do not get past a fault."""
    return tuple(ClientFailure(client, why) for client, why in _FAILURES.get(fault, {}).items())


def known_faults() -> frozenset[str]:
    return frozenset(_FAILURES)
