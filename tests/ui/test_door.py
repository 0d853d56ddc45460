"""Requests that do not come from our own page are refused, whatever they ask for."""

import asyncio

import pytest
from tests.ui.conftest import PORT

from mcptest.ui.door import Door

PATHS = ["/", "/page.js", "/api/state", "/api/events", "/api/do/connect", "/nothing"]
ACTION = {"content-type": "application/json"}


def test_the_page_and_its_state_are_served_to_who_knows_the_token(page):
    async def look(client):
        found = await client.get("/")
        assert found.status == 200
        assert b'<script type="module"' in found.body
        assert (await client.get("/api/state")).json["servers"][0]["name"] == "tiny"

    page(look)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": f"evil.example:{PORT}"}, 421),
        ({"host": f"localhost:{PORT}"}, 421),
        ({"host": "127.0.0.1:1"}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"https://127.0.0.1:{PORT}"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_another_host_or_site_gets_nothing(page, path, changed, status):
    async def look(client):
        method = "POST" if path.startswith("/api/do") else "GET"
        headers = {**client.headers, **ACTION, **changed}
        assert (await client.ask(method, path, b"{}", headers)).status == status
        assert client.hub.servers["tiny"].state == "closed"

    page(look)


@pytest.mark.parametrize("path", [path for path in PATHS if path.startswith("/api/")])
@pytest.mark.parametrize("token", [None, "", "secret-toke", "Secret-token", "\xe9"])
def test_nothing_is_done_without_the_token(page, path, token):
    async def look(client):
        headers = {**client.headers, **ACTION, "x-mcptest-token": token or ""}
        if token is None:
            del headers["x-mcptest-token"]
        method = "POST" if path.startswith("/api/do") else "GET"
        found = await client.ask(method, path, b'{"server": "tiny"}', headers)
        assert found.status == 401
        assert client.hub.servers["tiny"].state == "closed"

    page(look)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/", 405),
        ("OPTIONS", "/", 405),
        ("PUT", "/api/state", 405),
        ("POST", "/api/events", 405),
        ("GET", "/api/do/connect", 405),
        ("DELETE", "/api/do/connect", 405),
        ("POST", "/api/do/nothing", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/../door.py", 404),
        ("GET", "/%2e%2e/door.py", 404),
    ],
)
def test_another_method_or_path_is_refused(page, method, path, status):
    async def look(client):
        headers = {**client.headers, **ACTION}
        assert (await client.ask(method, path, b"{}", headers)).status == status

    page(look)


def test_an_action_must_be_sent_as_json(page):
    async def look(client):
        for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
            headers = {**client.headers, "content-type": kind}
            assert (await client.ask("POST", "/api/do/suites", b"{}", headers)).status == 415

    page(look)


def test_every_response_keeps_everything_else_out(page):
    async def look(client):
        refused = await client.ask("GET", "/", headers={"host": "evil"})
        for found in (await client.get("/"), await client.get("/api/state"), refused):
            policy = found.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "require-trusted-types-for 'script'" in policy
            assert "unsafe" not in policy
            assert found.headers["x-content-type-options"] == "nosniff"
            assert found.headers["cache-control"] == "no-store"
            assert "access-control-allow-origin" not in found.headers

    page(look)


def test_a_token_is_long_and_new_at_every_start():
    one, two = Door(1), Door(1)
    assert one.token != two.token
    assert len(one.token) >= 43
    assert one.link == f"http://127.0.0.1:1/#token={one.token}"


def test_a_request_that_is_too_large_or_not_json_is_refused(page):
    async def look(client):
        headers = {**client.headers, **ACTION}
        large = await client.ask("POST", "/api/do/suites", b" " * (17 << 20), headers)
        assert large.status == 413
        for body in (b"", b"nonsense", b"[" * 100_000):
            told = (await client.ask("POST", "/api/do/suites", body, headers)).json
            assert told["error"]["code"] == "ui-bad-request"

    page(look)


def test_the_page_never_names_a_command(page):
    """CVE-2025-49596 and CVE-2026-23744: a request that names what to start."""

    async def look(client):
        for more in ({"command": ["touch", "x"]}, {"url": "http://evil"}, {"env": {}}):
            error = await client.error("connect", server="tiny", **more)
            assert error["code"] == "ui-bad-request"
        assert (await client.error("connect", server="touch"))["code"] == "ui-unknown"

    page(look)


def test_only_so_many_pages_are_open_at_once(page):
    async def look(client):
        client.application._streams = 16
        assert (await client.get("/api/events")).status == 503

    page(look)


def test_a_client_that_goes_away_in_mid_request_is_forgotten(page):
    async def look(client):
        sent = []
        scope = {
            "method": "POST",
            "path": "/api/do/suites",
            "headers": [(k.encode(), v.encode()) for k, v in {**client.headers, **ACTION}.items()],
        }

        async def receive():
            return {"type": "http.disconnect"}

        async def send(event):
            sent.append(event)

        async with asyncio.timeout(20):
            await client.application(scope, receive, send)
        assert sent == []

    page(look)
