"""What people are told when the first answer is no answer."""

from __future__ import annotations

import pytest
from tests.wire.http_kit import ask

from mcptest.wire.http.explain import explain_http, plain
from mcptest.wire.reply import HttpFacts, Reply, ReplyKind


def refusal(status: int, *, content_type: str = "", body: bytes = b"", **headers: str) -> Reply:
    facts = HttpFacts(status, headers, content_type, body)
    return Reply(ReplyKind.REFUSED, "initialize", http=facts)


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (refusal(401), "http-unauthorized"),
        (refusal(403), "http-forbidden"),
        (refusal(404, content_type="text/html"), "http-not-found"),
        (refusal(405), "http-method"),
        (refusal(307, location="/mcp/"), "http-redirect"),
        (refusal(200, content_type="text/html"), "http-html"),
        (refusal(502, content_type="text/html"), "http-html"),
        (refusal(200, content_type="text/plain"), "http-content-type"),
        (refusal(200, content_type="application/json"), "http-status"),
        (refusal(503), "http-status"),
        (refusal(429), "http-status"),
        (Reply(ReplyKind.CLOSED, "initialize", problem="gone"), "http-status"),
        (Reply(ReplyKind.CLOSED, "initialize"), "http-status"),
    ],
)
def test_each_kind_of_answer_has_its_code(reply: Reply, code: str):
    found, message, hint = explain_http(reply)
    assert found == code
    assert message
    assert hint


def test_the_challenge_of_the_server_is_shown():
    _, message, _ = explain_http(ask("unauthorized"))
    assert 'resource_metadata="https://a.example/x"' in message


def test_a_redirect_names_its_place_and_a_lost_one_says_so():
    assert "/elsewhere" in explain_http(refusal(302, location="/elsewhere"))[1]
    assert "nowhere" in explain_http(refusal(302))[1]


def test_a_body_is_shown_as_text_cut_and_harmless():
    reply = refusal(500, body=b"<\x1b[2J" + b"a" * 1000)
    _, message, _ = explain_http(reply)
    assert "\x1b" not in message
    assert len(message) < 300


def test_a_page_is_shown_without_its_markup():
    page = b"<html><script>alert(1)</script><p>Bad <b>gateway</b></p></html>"
    reply = Reply(
        ReplyKind.REFUSED,
        "x",
        http=HttpFacts(502, {"content-type": "text/html"}, "text/html", page),
    )
    assert explain_http(reply)[1] == "status 502 (Bad Gateway): Bad gateway"


def test_plain_text_stays_as_it_is():
    assert plain("as it is") == "as it is"
