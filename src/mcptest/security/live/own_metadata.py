"""Read authorization metadata on the server's own host only."""

from __future__ import annotations

from urllib.parse import urlsplit

from mcptest.auth.discovery.well_known import oauth_urls, resource_urls
from mcptest.auth.fetch import Fetcher
from mcptest.model.json import Json, JsonObject
from mcptest.security.live.observed import SeenMetadata


async def own_metadata(url: str, ca_file: str | None) -> SeenMetadata | None:
    """None where there are none."""
    fetcher = Fetcher(ca_file)
    parts = urlsplit(url)
    resource = await _first(resource_urls(url), fetcher)
    server = await _first(oauth_urls(f"{parts.scheme}://{parts.netloc}"), fetcher)
    if resource is None and server is None:
        return None
    found = {**(server or {}), **(resource or {})}
    places = {name: text for name, text in found.items() if _is_place(name) and _is_text(text)}
    for index, issuer in enumerate(_texts(found.get("authorization_servers"))):
        places[f"authorization_servers[{index}]"] = issuer
    return SeenMetadata(
        scopes=tuple(_texts(found.get("scopes_supported"))),
        places={name: str(text) for name, text in places.items()},
    )


async def _first(urls: list[str], fetcher: Fetcher) -> JsonObject | None:
    for url in urls:
        document = (await fetcher.get(url)).document
        if document is not None:
            return document
    return None


def _is_place(name: str) -> bool:
    return name.endswith("_endpoint") or name in {"issuer", "jwks_uri"}


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _texts(value: Json) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
