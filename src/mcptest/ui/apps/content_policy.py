"""What an app may reach: nothing outside its frame, unless a person grants what it declares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record

KINDS: Final = ("connectDomains", "resourceDomains", "frameDomains", "baseUriDomains")
PERMISSIONS: Final = {
    "camera": "camera",
    "microphone": "microphone",
    "geolocation": "geolocation",
    "clipboardWrite": "clipboard-write",
}
SANDBOX: Final = "allow-scripts allow-forms"
_MOST: Final = 50
# A scheme, a host of labels and a port: nothing that could end a directive or begin another.
_SOURCE: Final = re.compile(
    r"(https?|wss?)://(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*"
    r"(:[0-9]{1,5})?/?",
    re.IGNORECASE,
)


@record
class Declared:
    """What ``_meta.ui`` of a resource asks for; ``refused`` are entries that cannot be granted."""

    sources: dict[str, tuple[str, ...]]
    permissions: tuple[str, ...]
    refused: tuple[str, ...]

    @property
    def asks(self) -> bool:
        return bool(self.permissions or any(self.sources.values()))

    @property
    def document(self) -> JsonObject:
        return {
            "sources": {kind: list[Json](found) for kind, found in self.sources.items()},
            "permissions": list[Json](self.permissions),
            "refused": list[Json](self.refused),
        }


def declared_by(ui: Json, page: str) -> Declared:
    """Read ``_meta.ui``; ``page`` is the page's own host and port, which no app may name."""
    given = ui if isinstance(ui, dict) else {}
    csp, permissions = given.get("csp"), given.get("permissions")
    wanted = {kind: list(_texts(csp, kind)) for kind in KINDS}
    sources = {
        kind: tuple(one for one in found if _may_be_named(one, page))
        for kind, found in wanted.items()
    }
    refused = [one for kind in KINDS for one in wanted[kind] if one not in sources[kind]]
    asked = permissions if isinstance(permissions, dict) else {}
    granted = tuple(name for name in PERMISSIONS if name in asked)
    return Declared(sources, granted, tuple(dict.fromkeys(refused)))


def app_policy(declared: Declared | None, page_origin: str, report: str) -> str:
    """The content security policy of an app; ``report`` is where the browser tells refusals."""
    sources = declared.sources if declared is not None else dict.fromkeys(KINDS, ())
    resources = sources["resourceDomains"]
    inside = ("data:", "blob:")
    parts = {
        "default-src": ("'none'",),
        "script-src": ("'unsafe-inline'", "'unsafe-eval'", *inside, *resources),
        "style-src": ("'unsafe-inline'", *inside, *resources),
        "img-src": (*inside, *resources),
        "font-src": (*inside, *resources),
        "media-src": (*inside, *resources),
        "worker-src": ("blob:",),
        "connect-src": (*inside, *sources["connectDomains"]),
        "frame-src": sources["frameDomains"] or ("'none'",),
        "base-uri": sources["baseUriDomains"] or ("'none'",),
        "form-action": ("'none'",),
        "frame-ancestors": (page_origin,),
        "sandbox": (SANDBOX,),
        "report-uri": (report,),
    }
    return "; ".join(f"{name} {' '.join(words)}" for name, words in parts.items())


def frame_permissions(declared: Declared | None) -> str:
    """The ``allow`` attribute of the frame; its document has no origin, so each is for any."""
    granted: Sequence[str] = declared.permissions if declared is not None else ()
    return "; ".join(f"{PERMISSIONS[name]} *" for name in granted)


def _texts(csp: Json, kind: str) -> Iterator[str]:
    found = csp.get(kind) if isinstance(csp, dict) else None
    for one in found[:_MOST] if isinstance(found, list) else ():
        yield one if isinstance(one, str) else repr(one)


def _may_be_named(source: str, page: str) -> bool:
    if _SOURCE.fullmatch(source) is None:
        return False
    host = source.partition("://")[2].rstrip("/").lower()
    return host.rpartition(":")[2] != page.rpartition(":")[2] or not _is_loopback(host)


def _is_loopback(host: str) -> bool:
    name = host.rpartition(":")[0]
    return name.startswith("127.") or name == "localhost" or name.endswith(".localhost")
