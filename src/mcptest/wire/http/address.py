"""Parse a server's URL strictly, and show it without credentials."""

from __future__ import annotations

import ipaddress
import re
from typing import NoReturn
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from mcptest.errors import TargetConnectError
from mcptest.model.record import record

_DEFAULT_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[A-Za-z0-9._~-]+")
_HINT = "Use a URL like http://127.0.0.1:8000/mcp."


@record
class Address:
    """Where to connect, and what to ask for there."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """The Host header: the port is named unless it is the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host.partition("%")[0]).is_loopback
        except ValueError:
            return False

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.target}"

    def at(self, reference: str) -> Address:
        """The address that ``reference`` names when it is read here; same rules as for any."""
        return parse_address(urljoin(str(self), reference))


def mask_userinfo(url: str) -> str:
    """The address as it may be shown: what stands before the ``@`` is a credential."""
    return re.sub(r"(?<=//)[^/?#]*@", "***@", url)


def parse_address(url: str) -> Address:
    """Read an http or https address, or say what is wrong with it (``http-url``)."""
    if any(character <= " " or character == "\x7f" for character in url):
        _refuse(url, "it contains a space or a control character")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as wrong:
        _refuse(url, str(wrong).lower())
    if parts.scheme not in _DEFAULT_PORTS:
        _refuse(url, "it does not start with http:// or https://")
    if "@" in parts.netloc:
        _refuse(
            url,
            "it contains a user name or password",
            hint="Send credentials as a header: headers: {Authorization: {env: MY_TOKEN}}.",
        )
    if port == 0:
        _refuse(url, "port 0 is not a valid port")
    return Address(
        parts.scheme, _host(url, parts), port or _DEFAULT_PORTS[parts.scheme], _target(parts)
    )


def _host(url: str, parts: SplitResult) -> str:
    host = parts.hostname or ""
    if not host:
        _refuse(url, "it has no host")
    if "[" in parts.netloc:
        try:
            ipaddress.IPv6Address(host)
        except ValueError:
            _refuse(url, f'"{host}" is not an IPv6 address')
        return host
    try:
        ascii_host = host if host.isascii() else host.encode("idna").decode("ascii")
    except UnicodeError:
        ascii_host = ""
    if not _HOST.fullmatch(ascii_host):
        _refuse(url, f'"{host}" is not a host name')
    return ascii_host


def _target(parts: SplitResult) -> str:
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return f"{path}?{query}" if query else path


def _refuse(url: str, why: str, *, hint: str = _HINT) -> NoReturn:
    shown = mask_userinfo(url)[:200]
    raise TargetConnectError("http-url", f'invalid URL "{shown}": {why}', hint=hint)
