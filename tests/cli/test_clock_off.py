"""Clocks that are hours off: nothing stops where the server accepts the token, else it is told."""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64encode
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler

import pytest
from tests.auth.site import Ask, Says
from tests.cli.test_oauth_options import OAUTH, guarded

from mcptest.wire.http.clock import told_offset
from mcptest.wire.http.jwt import told_age

HOUR = 3600
__all__ = ["guarded"]


def jwt(**claims) -> str:
    coded = urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"e30.{coded}.signature"


def issue_by(guarded, offset: float, *, accepted: bool):
    """An authorization server whose clock is ``offset`` seconds ahead of ours."""

    def issue(_ask: Ask) -> Says:
        now = time.time() + offset
        token = jwt(iat=now, nbf=now, exp=now + HOUR)
        guarded.grants.append(token)
        if accepted:
            guarded.issued[token] = "notes"
        return Says(body={"access_token": token, "token_type": "Bearer", "expires_in": HOUR})

    guarded.here.at("POST /token", issue)


@pytest.mark.parametrize("offset", [-5 * HOUR, 5 * HOUR])
def test_a_token_that_the_server_accepts_is_used_whatever_its_times(cli, guarded, offset):
    issue_by(guarded, offset, accepted=True)
    said = cli("tools", "--url", guarded.url, *OAUTH)
    assert said.code == 0, said.err
    assert len(guarded.grants) == 1  # expires_in counts from our own clock


@pytest.mark.parametrize(
    ("offset", "words"),
    [(-5 * HOUR, "expired 4 h ago"), (5 * HOUR, "is not valid for another 5 h")],
)
def test_a_refused_token_of_another_time_names_the_clock(cli, guarded, offset, words):
    issue_by(guarded, offset, accepted=False)
    said = cli("tools", "--url", guarded.url, *OAUTH)
    assert said.code == 3
    assert f"the access token {words}" in said.err
    assert "check the clock of the authorization server" in said.err


@pytest.mark.parametrize(
    ("offset", "words"), [(-3 * HOUR, "3 h behind this"), (3 * HOUR, "3 h ahead of this")]
)
def test_a_server_whose_clock_is_off_is_told_where_it_refuses(
    cli, guarded, monkeypatch, offset, words
):
    there = lambda _self, _time=None: formatdate(time.time() + offset, usegmt=True)  # noqa: E731
    monkeypatch.setattr(BaseHTTPRequestHandler, "date_time_string", there)
    monkeypatch.setenv("KEY", "some-key")
    said = cli("tools", "--url", guarded.url, "--bearer-env", "KEY")
    assert said.code == 3
    assert f"the server's clock is {words} machine's clock" in said.err


@pytest.mark.parametrize("date", ["", "yesterday", "Wed, 99 Nov 2026 99:99:99 GMT"])
def test_a_date_that_cannot_be_read_says_nothing(date):
    assert told_offset(date, 0.0) == ""


def test_a_clock_within_minutes_is_right():
    now = time.time()
    assert told_offset(formatdate(now + 200, usegmt=True), now) == ""


@pytest.mark.parametrize("claims", [{}, {"exp": True}, {"exp": "1"}, {"exp": 10**400}, {"nbf": []}])
def test_times_that_are_not_numbers_say_nothing(claims):
    assert told_age(jwt(**claims), 5.0) == ""
