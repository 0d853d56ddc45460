"""Reading WWW-Authenticate, and where the metadata documents are."""

from __future__ import annotations

import pytest

from mcptest.auth.discovery.challenge import read_challenge
from mcptest.auth.discovery.well_known import may_ask, oauth_urls, openid_urls, resource_urls


@pytest.mark.parametrize(
    ("header", "challenge"),
    [
        ("", {}),
        ("Bearer", {"scheme": "bearer"}),
        ('Bearer scope="a b", error=x', {"scheme": "bearer", "scope": "a b", "error": "x"}),
        (r'Bearer realm="a \"b\""', {"scheme": "bearer", "realm": 'a "b"'}),
        ('Basic realm="x", Bearer scope="y"', {"scheme": "bearer", "scope": "y"}),
        ("Bearer scope=a, scope=b", {"scheme": "bearer", "scope": "a"}),
        ('Basic realm="x"', {"scheme": "basic", "realm": "x"}),
    ],
)
def test_a_challenge_is_read_as_its_scheme_and_parameters(header, challenge):
    assert read_challenge(header) == challenge


def test_the_document_of_the_resource_has_the_path_before_the_root():
    known = "https://a.example/.well-known/oauth-protected-resource"
    assert resource_urls("https://a.example/mcp/") == [f"{known}/mcp", known]
    assert resource_urls("https://a.example") == [known]


def test_the_document_of_an_issuer_keeps_its_path():
    known = "https://a.example/.well-known"
    assert oauth_urls("https://a.example/t/") == [f"{known}/oauth-authorization-server/t"]
    assert openid_urls("https://a.example/t") == [
        f"{known}/openid-configuration/t",
        "https://a.example/t/.well-known/openid-configuration",
    ]
    assert openid_urls("https://a.example") == [f"{known}/openid-configuration"]


@pytest.mark.parametrize(
    ("url", "target", "allowed"),
    [
        ("http://a.example/x", "http://a.example/mcp", True),
        ("https://login.example/x", "http://a.example/mcp", True),
        ("http://login.example/x", "http://a.example/mcp", False),
        ("https://10.0.0.1/x", "https://a.example/mcp", False),
        ("https://[fd00::1]/x", "https://a.example/mcp", False),
        ("https://0x7f.0x1/x", "https://a.example/mcp", False),
        ("https://10.0.0.1./x", "https://a.example/mcp", False),
        ("http://169.254.169.254/latest", "http://127.0.0.1:1/mcp", False),
        ("http://localhost:2/x", "http://127.0.0.1:1/mcp", True),
        ("http://localhost:2/x", "https://a.example/mcp", False),
        ("file:///etc/passwd", "http://127.0.0.1:1/mcp", False),
    ],
)
def test_a_server_cannot_send_us_anywhere(url, target, allowed):
    assert may_ask(url, target) is allowed
