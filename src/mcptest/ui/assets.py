"""The files of the page, and the headers that keep everything else out of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).with_name("page")
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; media-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def load_assets() -> dict[str, tuple[str, bytes]]:
    """Every file of the page by its path, with its type; nothing else can be asked for."""
    files = (path for path in PAGE.rglob("*") if path.suffix in _TYPES)
    found = {
        f"/{path.relative_to(PAGE).as_posix()}": (_TYPES[path.suffix], path.read_bytes())
        for path in files
    }
    return {"/": found["/index.html"], **found}
