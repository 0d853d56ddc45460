"""Certificates to trust, and proxies from the environment."""

from __future__ import annotations

import os
import ssl
import sys
from pathlib import Path

from mcptest.errors import TargetConnectError
from mcptest.wire.http.address import Address, mask_userinfo

_PROTOCOLS = ["http/1.1"]
# Where distributions keep the authorities, for an interpreter that was built to look elsewhere.
_BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


def tls_context(ca_file: str | None) -> ssl.SSLContext:
    """What the system trusts, and the certificates of ``ca_file`` besides."""
    try:
        context = _trusting_the_system()
    except OSError as error:
        named = os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR") or "the system"
        raise _unusable(named, error) from error
    context.set_alpn_protocols(_PROTOCOLS)
    if ca_file is None:
        return context
    try:
        context.load_verify_locations(ca_file)
    except OSError as error:  # ssl.SSLError is one
        raise _unusable(ca_file, error) from error
    return context


def _trusting_the_system() -> ssl.SSLContext:
    """The variables of OpenSSL come first, then the store of the system."""
    file, folder = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    if not (file or folder) and sys.platform in {"win32", "darwin"}:
        import truststore

        return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if file or folder:
        context.load_verify_locations(file or None, folder or None)
        return context
    context.set_default_verify_paths()
    if not Path(ssl.get_default_verify_paths().openssl_cafile).is_file():
        for bundle in filter(os.path.isfile, _BUNDLES):
            context.load_verify_locations(bundle)
            break
    return context


def _unusable(file: str, error: OSError) -> TargetConnectError:
    why = error.strerror or "it contains no PEM certificate"
    return TargetConnectError(
        "tls-ca-file",
        f'cannot read certificates from "{file}": {why}',
        hint="Pass a file with the CA certificate in PEM format.",
    )


def proxy_for(address: Address) -> str | None:
    """The proxy that the environment names for this address; never one for loopback."""
    if address.is_loopback:
        return None
    from urllib.request import getproxies, proxy_bypass

    proxies = getproxies()
    proxy = proxies.get(address.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(f"{address.host}:{address.port}"):
        return None
    proxy = proxy if "://" in proxy else f"http://{proxy}"
    if not proxy.startswith(("http://", "https://")):
        raise TargetConnectError(
            "connect-proxy",
            f"the configured proxy {mask_userinfo(proxy)} is not an HTTP proxy",
            hint=f"Unset the proxy variable, or add {address.host} to NO_PROXY.",
        )
    return proxy
