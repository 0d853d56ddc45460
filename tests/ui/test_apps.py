"""MCP Apps of the page: what is read, what an app may reach, and what it may ask its server for."""

import asyncio
import base64
import json
import sys
from pathlib import Path

import pytest
from tests.ui.conftest import stdio

from mcptest.ui.apps.content_policy import app_policy, declared_by, frame_permissions
from mcptest.ui.apps.documents import MOST_APPS, Apps
from mcptest.ui.apps.frames import FrameApplication
from mcptest.ui.apps.reading import _html
from mcptest.ui.apps.requests import visibility_of
from mcptest.ui.feed import Feed

APPS = (sys.executable, str(Path(__file__).with_name("app_server.py")))
PAGE = "http://127.0.0.1:4321"
FRAMES = "http://127.0.0.1:4322"


async def opened(client):
    client.hub.apps.page, client.hub.apps.origin = PAGE, FRAMES
    await client.value("connect", server="apps")
    return await client.value("read_app", server="apps", uri="ui://app/good")


def with_apps(page, test):
    return page(test, stdio("apps", *APPS))


def directives(policy):
    return {part.split()[0]: part.split()[1:] for part in policy.split("; ")}


def test_an_app_without_declarations_reaches_nothing():
    found = directives(app_policy(None, PAGE, f"{FRAMES}/refused/x"))
    assert found["default-src"] == ["'none'"]
    assert found["frame-ancestors"] == [PAGE]
    assert found["sandbox"] == ["allow-scripts", "allow-forms"]
    assert found["form-action"] == found["frame-src"] == found["base-uri"] == ["'none'"]
    inside = {"'none'", "'unsafe-inline'", "'unsafe-eval'", "data:", "blob:"}
    reaching = set(found) - {"frame-ancestors", "sandbox", "report-uri"}
    assert {word for name in reaching for word in found[name]} <= inside


def test_declared_sources_stand_in_their_directives():
    csp = {
        "connectDomains": ["https://api.example.com", "wss://live.example.com:8443"],
        "resourceDomains": ["https://*.cdn.example.com", "http://localhost:5173"],
        "frameDomains": ["https://video.example.com"],
        "baseUriDomains": ["https://base.example.com/"],
    }
    declared = declared_by({"csp": csp, "permissions": {"camera": {}, "clipboardWrite": {}}}, PAGE)
    assert declared.asks
    assert declared.refused == ()
    found = directives(app_policy(declared, PAGE, "r"))
    assert found["connect-src"][2:] == csp["connectDomains"]
    assert found["script-src"][-2:] == found["img-src"][-2:] == csp["resourceDomains"]
    assert found["frame-src"] == csp["frameDomains"]
    assert found["base-uri"] == csp["baseUriDomains"]
    assert frame_permissions(declared) == "camera *; clipboard-write *"
    assert frame_permissions(None) == ""


@pytest.mark.parametrize(
    "source",
    [
        "*",
        "https:",
        "https://*",
        "https://a.example; script-src *",
        "https://a.example 'unsafe-hashes'",
        "https://a.example,https://b.example",
        "https://a.example/path",
        "https://a.example:*",
        "https://a.example\n",
        "data:",
        "'self'",
        "javascript:alert(1)",
        PAGE,
        f"{PAGE}/",
        "http://localhost:4321",
        "http://page.localhost:4321",
        "ws://127.0.0.2:4321",
        "",
        5,
        None,
    ],
)
def test_a_source_that_says_more_than_a_host_is_never_granted(source):
    declared = declared_by({"csp": {"connectDomains": [source]}}, PAGE)
    assert not declared.asks
    assert len(declared.refused) == 1
    assert str(source) not in app_policy(declared, "p", "r") or source in {"", "data:"}


@pytest.mark.parametrize("ui", [None, 5, [], {"csp": 5}, {"csp": {"connectDomains": "x"}}])
def test_declarations_of_the_wrong_shape_are_none(ui):
    declared = declared_by(ui, PAGE)
    assert (declared.asks, declared.refused, declared.permissions) == (False, (), ())


def test_an_app_is_read_and_gets_an_address_of_its_own(page):
    async def look(client):
        read = await opened(client)
        assert (read["asks"], read["refused"]) == (False, [])
        running = await client.value("run_app", app=read["app"], outside=True)
        assert running["address"] == f"{FRAMES}/{read['app']}"
        assert "allow-same-origin" not in running["sandbox"]
        assert "allow-top-navigation" not in running["sandbox"]
        assert (await client.error("run_app", app="guessed", outside=True))["code"] == "ui-unknown"

    with_apps(page, look)


def test_what_an_app_declares_is_granted_only_where_a_person_agrees(page):
    async def look(client):
        await opened(client)
        read = await client.value("read_app", server="apps", uri="ui://app/asking")
        assert read["asks"]
        assert read["permissions"] == ["camera"]
        assert read["refused"] == ["https://a.example; script-src *", "*"]
        without = await client.value("run_app", app=read["app"], outside=False)
        assert "example" not in without["policy"]
        assert without["allow"] == ""
        granted = await client.value("run_app", app=read["app"], outside=True)
        assert "https://api.example.com" in granted["policy"]
        assert "script-src *" not in granted["policy"]

    with_apps(page, look)


def test_what_is_not_an_app_is_said(page):
    async def look(client):
        await opened(client)
        for uri, words in {
            "ui://app/plain": "text/html, expected",
            "ui://app/missing": "does not return",
            "file:///etc/passwd": "does not begin",
        }.items():
            error = await client.error("read_app", server="apps", uri=uri)
            assert error["code"] == "ui-not-an-app"
            assert words in error["message"]

    with_apps(page, look)


def test_html_may_be_base64():
    assert _html({"blob": base64.b64encode(b"<b>").decode()}) == "<b>"
    for blob in ("%%", base64.b64encode(b"\xff").decode()):
        with pytest.raises(Exception, match="neither text nor a blob"):
            _html({"blob": blob})


def test_an_app_asks_before_every_request_until_it_is_allowed(page):
    async def look(client):
        app = (await opened(client))["app"]

        async def ask(name, **more):
            params = {"name": name, "arguments": {}}
            return await client.do(
                "app_request", app=app, method="tools/call", params=params, **more
            )

        assert (await ask("get_count"))["error"]["code"] == "ui-app-asks"
        number = (await ask("get_count", agreed="once"))["value"]["number"]
        assert (await client.ended(number))["status"] == "ok"
        assert (await ask("get_count"))["error"]["code"] == "ui-app-asks"
        assert "value" in await ask("get_count", agreed="always")
        assert "value" in await ask("get_count")
        other = await client.value("read_app", server="apps", uri="ui://app/good")
        again = await client.error(
            "app_request", app=other["app"], method="tools/call", params={"name": "get_count"}
        )
        assert again["code"] == "ui-app-asks"

    with_apps(page, look)


def test_a_destructive_tool_is_asked_for_each_time(page):
    async def look(client):
        app = (await opened(client))["app"]
        params = {"name": "delete_everything", "arguments": {}}
        request = {"app": app, "method": "tools/call", "params": params}
        assert (await client.error("app_request", **request))["code"] == "ui-needs-consent"
        await client.value("app_request", **request, agreed="always")
        assert (await client.error("app_request", **request))["code"] == "ui-needs-consent"
        called = [call for call in client.hub.calls.kept.values() if call.method == "tools/call"]
        assert len(called) == 1

    with_apps(page, look)


def test_what_apps_cannot_do_is_refused_even_where_somebody_agrees(page):
    async def look(client):
        app = (await opened(client))["app"]
        for method, params in [
            ("logging/setLevel", {"level": "debug"}),
            ("tools/call", {"name": "only_for_models"}),
            ("tools/call", {"name": "no_such_tool"}),
        ]:
            error = await client.error(
                "app_request", app=app, method=method, params=params, agreed="always"
            )
            assert error["code"] == "ui-app-refused"
        reading = {"app": app, "method": "resources/list"}
        assert (await client.error("app_request", **reading))["code"] == "ui-app-asks"
        await client.value("app_request", **reading, agreed="once")
        gone = await client.error("app_request", app="guessed", method="resources/list")
        assert gone["code"] == "ui-unknown"

    with_apps(page, look)


def test_tools_are_visible_to_apps_unless_they_say_otherwise():
    assert "app" in visibility_of({"name": "x"})
    assert "app" not in visibility_of({"_meta": {"ui": {"visibility": ["model"]}}})
    assert visibility_of(None) == ["model", "app"]


def test_the_page_may_frame_the_second_listener_and_nothing_else(page):
    async def look(client):
        policy = (await client.get("/")).headers["content-security-policy"]
        assert "frame-src" not in policy  # default-src 'none'
        client.hub.apps.origin = FRAMES
        from mcptest.ui.application import PageApplication

        client.application = PageApplication(client.hub, client.door)
        found = directives((await client.get("/")).headers["content-security-policy"])
        assert found["frame-src"] == [FRAMES]
        assert found["default-src"] == ["'none'"]
        assert found["script-src"] == found["connect-src"] == ["'self'"]

    with_apps(page, look)


class Frames:
    """The second listener with one app, in this process."""

    def __init__(self):
        self.feed = Feed()
        self.apps = Apps(self.feed)
        self.apps.page, self.apps.origin = PAGE, FRAMES
        self.app = self.apps.add("s", "ui://x", b"<b>", declared_by(None, PAGE))

    async def ask(self, method, path, body=b"", **headers):
        sent = []

        async def receive():
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(event):
            sent.append(event)

        fields = {"host": FRAMES.removeprefix("http://"), **headers}
        encoded = [(k.replace("_", "-").encode(), v.encode()) for k, v in fields.items()]
        scope = {"method": method, "path": path, "headers": encoded}
        await FrameApplication(self.apps)(scope, receive, send)
        return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "KEY", {}, 200),
        ("GET", "KEY", {"sec_fetch_dest": "iframe"}, 200),
        ("GET", "KEY", {"sec_fetch_dest": "document"}, 403),
        ("GET", "KEY", {"sec_fetch_dest": "empty"}, 403),
        ("GET", "KEY", {"host": "evil.example"}, 403),
        ("GET", "KEY", {"host": "127.0.0.1:4321"}, 403),
        ("POST", "KEY", {}, 404),
        ("GET", "/", {}, 404),
        ("GET", "/page.js", {}, 404),
        ("GET", "/api/state", {}, 404),
        ("GET", "/refused/KEY", {}, 404),
        ("POST", "/refused/KEY", {"sec_fetch_dest": "report"}, 204),
        ("POST", "/refused/KEY", {"sec_fetch_dest": "empty"}, 403),
        ("POST", "/refused/other", {}, 404),
    ],
)
def test_frames_are_served_to_frames_alone(method, path, headers, status):
    frames = Frames()
    path = "/" + path.replace("KEY", frames.app.key).lstrip("/")
    got, fields, body = asyncio.run(frames.ask(method, path, b"null", **headers))
    assert got == status
    assert b"default-src 'none'" in fields[b"content-security-policy"]
    assert (body == b"<b>") == (status == 200)


def test_what_the_browser_refused_is_told_and_bounded():
    frames = Frames()
    report = {"csp-report": {"effective-directive": "img-src", "blocked-uri": "https://a.example"}}
    for body in (b"no JSON", b"[]", b'{"csp-report": 5}'):
        asyncio.run(frames.ask("POST", f"/refused/{frames.app.key}", body))
    assert frames.feed.last == 0
    for _ in range(60):
        asyncio.run(frames.ask("POST", f"/refused/{frames.app.key}", json.dumps(report).encode()))
    assert frames.feed.last == 50
    assert b'"address":"https://a.example"' in frames.feed.since(49)


def test_the_oldest_apps_are_forgotten():
    apps = Apps(Feed())
    kept = [apps.add("s", "ui://x", b"", declared_by(None, PAGE)) for _ in range(MOST_APPS + 1)]
    assert apps.find(kept[0].key) is None
    assert apps.get(kept[1].key) is kept[1]
