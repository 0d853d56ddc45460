"""Link to a rule's sentence in the specification, even if the page or heading moved."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

SPEC_SITE = "https://modelcontextprotocol.io/specification"
_AUTHORIZATION = "basic/authorization"
_SERVER_DISCOVERY = f"{_AUTHORIZATION}/authorization-server-discovery"
_REGISTRATION = f"{_AUTHORIZATION}/client-registration"
_SECURITY = f"{_AUTHORIZATION}/security-considerations"

MOVED = {
    SpecVersion.V2025_03_26: {
        "basic/messages": "basic#messages",
        "basic/messages#notifications": "basic#notifications",
        "basic/messages#requests": "basic#requests",
        "basic/messages#responses": "basic#responses",
        "basic/transports#http-with-sse": "basic/transports#backwards-compatibility",
    },
    SpecVersion.V2026_07_28: {
        f"{_AUTHORIZATION}#authorization-code-protection": (
            f"{_SECURITY}#authorization-code-protection"
        ),
        f"{_AUTHORIZATION}#authorization-server-location": (
            f"{_SERVER_DISCOVERY}#authorization-server-location"
        ),
        f"{_AUTHORIZATION}#authorization-server-metadata-discovery": (
            f"{_SERVER_DISCOVERY}#authorization-server-metadata-discovery"
        ),
        f"{_AUTHORIZATION}#client-id-metadata-documents": (
            f"{_REGISTRATION}#client-id-metadata-documents"
        ),
        f"{_AUTHORIZATION}#client-registration-approaches": _REGISTRATION,
        f"{_AUTHORIZATION}#communication-security": f"{_SECURITY}#communication-security",
        f"{_AUTHORIZATION}#implementation-requirements": (
            f"{_REGISTRATION}#implementation-requirements"
        ),
        f"{_AUTHORIZATION}#open-redirection": f"{_SECURITY}#open-redirection",
        f"{_AUTHORIZATION}#protected-resource-metadata-discovery-requirements": (
            f"{_SERVER_DISCOVERY}#protected-resource-metadata-discovery-requirements"
        ),
        f"{_AUTHORIZATION}#token-theft": f"{_SECURITY}#token-theft",
        "basic/lifecycle#capability-negotiation": "server/discover#discoverresult",
        "basic/lifecycle#initialization": "server/discover#discoverresult",
        "basic/lifecycle#operation": "server/discover#discoverresult",
        "basic/lifecycle#shutdown": "basic/transports/stdio#shutdown",
        "basic/transports#security-warning": "basic/transports/streamable-http#security-endpoint",
        "basic/transports#sending-messages-to-the-server": (
            "basic/transports/streamable-http#sending-messages"
        ),
        "basic/transports#stdio": "basic/transports/stdio",
        "basic/utilities/cancellation#behavior-requirements": (
            "basic/patterns/cancellation#behavior-requirements"
        ),
        "basic/utilities/cancellation#error-handling": "basic/patterns/cancellation#error-handling",
        "basic/utilities/cancellation#timing-considerations": (
            "basic/patterns/cancellation#timing-considerations"
        ),
        "basic/utilities/progress#behavior-requirements": (
            "basic/patterns/progress#behavior-requirements"
        ),
        "basic/utilities/progress#progress-flow": "basic/patterns/progress#progress-flow",
    },
}


@record
class SpecPlace:
    """A page, and mostly a heading, of one revision of the specification."""

    revision: SpecVersion
    path: str

    @property
    def url(self) -> str:
        """An extension has an address of its own, which stands as it is."""
        if self.path.startswith("https://"):
            return self.path
        return f"{SPEC_SITE}/{self.revision.plain}/{self.path}"


def place_in(path: str, since: SpecVersion, revisions: Sequence[SpecVersion]) -> SpecPlace:
    """Follow a place from the revision that has it first through later ones, oldest first.

    A sentence that the draft only inherits is linked where it is published.
    """
    last = since
    for revision in revisions:
        if since < revision < SpecVersion.DRAFT:
            path, last = MOVED.get(revision, {}).get(path, path), revision
    return SpecPlace(last, path)
