"""The files of the page, and the headers that block everything else."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mcptest.ui.bundle import bundled

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
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def page_headers(frames: str) -> dict[str, str]:
    """Those of every response; ``frames`` is the one origin that a frame may show, if any."""
    policy = f"{POLICY}; frame-src {frames}" if frames else POLICY
    return {"Content-Security-Policy": policy, **_HEADERS}


def load_assets() -> dict[str, tuple[str, bytes]]:
    """Every file of the page by its path, with its type; nothing else can be asked for."""
    files = {
        f"/{path.relative_to(PAGE).as_posix()}": path.read_bytes()
        for path in PAGE.rglob("*")
        if path.suffix in _TYPES
    }
    modules = {path: files.pop(path).decode() for path in list(files) if path.endswith(".js")}
    files["/page.js"] = bundled(modules, "/main.js").encode()
    files["/"] = files.pop("/index.html")
    return {path: (_type(path), body) for path, body in files.items()}


def _type(path: str) -> str:
    return _TYPES[Path(path).suffix or ".html"]
