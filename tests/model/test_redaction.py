"""Secrets out of everything that leaves the program, and nothing else with them."""

import base64
import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.model import redaction
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.json import MISSING
from mcptest.model.location import Location
from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason, Status
from mcptest.model.redaction import MASK, Redactor, learn_secrets
from mcptest.model.run import ServerFacts
from mcptest.model.secret_names import names_a_secret

SECRET = 'hünter2/"+?> pass'
REDACTOR = Redactor([SECRET])
FORMS = {
    "plain": SECRET,
    "base64": base64.b64encode(SECRET.encode()).decode(),
    "base64 for addresses": base64.urlsafe_b64encode(SECRET.encode()).decode(),
    "address": quote(SECRET, safe=""),
    "JSON": json.dumps(SECRET),
    "JSON as it stands": json.dumps(SECRET, ensure_ascii=False),
}
LOOKS_SECRET = [
    "sk-" + "a1B2" * 6,
    "sk_live_" + "9" * 20,
    "ghp_" + "x" * 36,
    "github_pat_" + "x" * 30,
    "glpat-" + "x" * 20,
    "xoxb-" + "1234567890-abc",
    "AKIA" + "ABCDEFGH12345678",
    "AIza" + "x" * 35,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
]
ORDINARY = [
    "the quick brown fox",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
    "123e4567-e89b-12d3-a456-426614174000",
    "http://example.org/a:b@c",
    "https://example.org/path?query=1",
    "a bearer of news",
    "task-list, disk-usage and risk-free",
    "/home/user/.venv/bin/python",
    "2026-11-16T02:00:00Z",
]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_a_declared_secret_is_found_in_every_form(form):
    shown = REDACTOR.text(f"before {FORMS[form]} after")
    assert MASK in shown
    assert "hünter2" not in shown
    assert FORMS[form].strip('"=') not in shown
    assert shown.startswith("before ")
    assert shown.rstrip('"=').endswith("after")


def test_a_secret_too_short_to_be_one_masks_nothing():
    assert Redactor(["dev", ""]).text("dev and devices") == "dev and devices"


def test_the_longer_of_two_secrets_goes_first():
    assert Redactor(["secret", "secret-longer"]).text("secret-longer") == MASK


def test_a_secret_that_is_no_utf_8_is_masked_too():
    assert Redactor(["caf\udce9-token"]).text("x caf\udce9-token y") == f"x {MASK} y"


@pytest.mark.parametrize("text", LOOKS_SECRET, ids=lambda text: text[:8])
def test_what_looks_like_a_secret_is_masked(text):
    assert Redactor().text(f"key: {text}") == f"key: {MASK}"


def test_a_bearer_token_and_a_password_in_an_address_are_masked():
    assert Redactor().text("Authorization: Bearer abc.def") == f"Authorization: Bearer {MASK}"
    assert Redactor().text("at https://me:pw@host/x") == f"at https://{MASK}@host/x"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("at http://h/x?api_key=hunter2&mode=fast", f"at http://h/x?api_key={MASK}&mode=fast"),
        ("http://h/x?mode=fast&token=a, twice", f"http://h/x?mode=fast&token={MASK} twice"),
        ("http://h/x?api_key=${env.KEY}", "http://h/x?api_key=${env.KEY}"),
        ("http://h/x?author=me&tokens=3", "http://h/x?author=me&tokens=3"),
        ("x?token=a is no address", "x?token=a is no address"),
    ],
)
def test_a_parameter_of_an_address_that_is_called_like_a_secret_is_hidden(text, shown):
    assert Redactor().text(text) == shown


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_left_alone(text):
    assert Redactor().text(text) == text


@given(st.text())
def test_masking_twice_is_masking_once(text):
    once = REDACTOR.text(text)
    assert REDACTOR.text(once) == once


@pytest.mark.parametrize(
    "name", ["password", "api_key", "API-KEY", "apikey", "access_token", "X-Token", "Set-Cookie"]
)
def test_some_names_name_a_secret(name):
    assert names_a_secret(name)


@pytest.mark.parametrize("name", ["progressToken", "maxTokens", "tokens", "author", "keyboard"])
def test_other_names_do_not(name):
    assert not names_a_secret(name)


def test_members_named_so_are_masked_at_any_depth():
    value = {"a": [{"password": "p", "progressToken": 5, "token": 7, "secret": ""}], SECRET: 1}
    assert Redactor([SECRET]).json(value) == {
        "a": [{"password": MASK, "progressToken": 5, "token": 7, "secret": ""}],
        MASK: 1,
    }


def test_nothing_of_a_result_keeps_it():
    where = Location("s.yml", 1, 1, 1, f"token: {SECRET}")
    finding = Finding(
        "x",
        Severity.ERROR,
        SECRET,
        where=where,
        expected=SECRET,
        actual=MISSING,
        help=SECRET,
        exchange=Exchange({"a": SECRET}, MISSING),
    )
    result = CaseResult(
        f"tools::s::{SECRET}",
        SECRET,
        Lane.TOOLS,
        "s",
        Status.SKIPPED,
        skip=Skip(SkipReason.DECLARED_SKIP, SECRET),
        targets={"a": SECRET},
        findings=(finding,),
        notes=(SECRET,),
    )
    shown = REDACTOR.result(result)
    assert "hünter2" not in repr(shown)
    assert shown.findings[0].actual is MISSING
    assert shown.findings[0].exchange.reply is MISSING


def test_a_server_that_puts_it_into_its_name_is_masked():
    facts = ServerFacts("s", "stdio", info={"name": SECRET, "token": "x"})
    assert REDACTOR.server(facts).info == {"name": MASK, "token": MASK}
    assert REDACTOR.server(ServerFacts("s", "stdio")).info is None


def test_a_challenge_is_no_token() -> None:
    text = 'Bearer realm="x", error="invalid_token"'
    assert Redactor().text(text) == text
    assert "abcdef123" not in Redactor().text("Bearer abcdef123=")


PLANTED = "correct-horse-battery"
PIECES = st.sampled_from([
    *(PLANTED, PLANTED[:9], PLANTED[:6], "Y29ycmVjdC1ob3JzZS1i", "sk-live-0123456789abcdef"),
    *("bearer abcdefgh", "https://me:word@host/", "?token=abcdef", "token", "key"),
    *("x", "…", "\\", '"', "\n", "é"),
])  # fmt: skip
TEXTS = st.lists(PIECES, max_size=3).map("".join)
VALUES = st.recursive(
    TEXTS | st.integers() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


@given(value=VALUES, ascii_only=st.booleans())
def test_what_is_left_as_it_is_would_not_have_changed(value, ascii_only):
    redactor = Redactor([PLANTED])
    if redactor.leaves(json.dumps(value, ensure_ascii=ascii_only)):
        assert redactor.json(value) == value


def test_an_ordinary_message_is_left_as_it_is():
    text = '{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hi"}]}}'
    assert Redactor([PLANTED]).leaves(text)
    assert Redactor().leaves(text)


def test_a_secret_learned_later_is_not_left(monkeypatch):
    monkeypatch.setattr(redaction, "_learned", ())
    redactor = Redactor()
    assert redactor.leaves('"later-learned"')
    learn_secrets(["later-learned"])
    assert not redactor.leaves('"later-learned"')
