"""The running page from outside: who is refused, where it listens, and a server that speaks in markup."""

import http.client
import socket
import sys
from pathlib import Path

import psutil
import pytest
from tests.real.ui_page import View, ui

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]
MARKUP = Path(__file__).parents[1] / "ui" / "markup_server.py"
SERVER = "markup_server.py"
# Counts what a policy violation or a script of the server's would leave behind.
WATCH = "window.violations = []; document.addEventListener('securitypolicyviolation', (e) => window.violations.push(e.violatedDirective))"
ADDED = "document.querySelectorAll('main :is(script, iframe, object, embed, svg, [onerror], [onclick]), img[src=x], a[href^=javascript], img:not([src=\"/icon.svg\"])').length"


@pytest.fixture(scope="module")
def link(tmp_path_factory):
    with ui(tmp_path_factory.mktemp("ui"), "--", sys.executable, str(MARKUP)) as (found, _):
        yield found


@pytest.fixture(scope="module")
def door(link):
    """The address and the token of the running page."""
    origin, _, token = link.partition("/#token=")
    return origin.removeprefix("http://"), token


def status(door, method, path, **changed):
    """What a request gets that differs from the page's own in these headers."""
    address, token = door
    headers = {
        "Host": address,
        "Origin": f"http://{address}",
        "Sec-Fetch-Site": "same-origin",
        "X-Mcptest-Token": token,
        "Content-Type": "application/json",
    }
    headers |= {name.replace("_", "-"): value for name, value in changed.items()}
    connection = http.client.HTTPConnection(address, timeout=30)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        body = b"{}" if method == "POST" else b""
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(body)
        return connection.getresponse().status
    finally:
        connection.close()


def test_requests_that_are_not_the_pages_own_are_refused(door):
    port = door[0].rpartition(":")[2]
    assert status(door, "GET", "/") == 200
    assert status(door, "GET", "/api/state") == 200
    for path, method in (("/", "GET"), ("/api/state", "GET"), ("/api/do/suites", "POST")):
        for host in ("evil.example", f"evil.example:{port}", f"localhost:{port}", "127.0.0.1:1"):
            assert status(door, method, path, Host=host) == 421, (path, host)
        for origin in ("http://evil.example", "null", f"https://{door[0]}"):
            assert status(door, method, path, Origin=origin) == 403, (path, origin)
        assert status(door, method, path, Sec_Fetch_Site="cross-site") == 403
    for path, method in (("/api/state", "GET"), ("/api/do/suites", "POST")):
        for token in (None, "", door[1][:-1], door[1].swapcase()):
            assert status(door, method, path, X_Mcptest_Token=token) == 401, (path, token)
    assert status(door, "POST", "/api/do/suites", Content_Type="text/plain") in {400, 415}
    for method in ("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert status(door, method, "/api/do/suites") in {400, 405}, method
    assert status(door, "POST", "/api/do/suites") == 200


def test_only_one_loopback_address_listens(door):
    port = int(door[0].rpartition(":")[2])
    own = {"127.0.0.1"}
    others = {"127.0.0.2", "::1"} | {
        one.address.partition("%")[0]
        for every in psutil.net_if_addrs().values()
        for one in every
        if one.family in (socket.AF_INET, socket.AF_INET6)
    }
    for address in sorted(others - own):
        with pytest.raises(OSError, match=r"."):
            socket.create_connection((address, port), timeout=5).close()


def test_nothing_that_a_server_says_becomes_markup(browser, link):
    one = View(browser, link, SERVER)
    tab = one.tab
    tab.look(WATCH)
    one.connect()
    tab.wait("document.querySelector('.facts') !== null")
    for name in ("Instructions", "Info", "Capabilities"):
        tab.click(name)
        assert tab.look(ADDED) == 0
    one.go("tools/get_all")
    tab.wait("document.querySelector('.arguments .form') !== null")
    tab.click("Fill")
    tab.wait("document.querySelector('.arguments :is(input, textarea)').value !== ''")
    one.call("ok")
    for name in ("Structured", "Raw", "Content"):
        tab.click(name, "document.querySelector('[data-response]')")
        assert tab.look(ADDED) == 0
    one.go("tools/fail")
    tab.wait("document.querySelector('[data-response] .note') !== null")
    one.call("error")
    for view, does in (("resources", "Read"), ("prompts", "Get")):
        one.go(view)
        tab.wait("document.querySelectorAll('.side .row').length > 0")
        tab.look("document.querySelector('.side .row').click()")
        tab.click(does, "document.querySelector('.panel')")
        tab.wait("document.querySelector('[data-result]') !== null")
        assert tab.look(ADDED) == 0
    one.go("inbox")
    tab.wait("document.querySelectorAll('[data-question]').length === 3")
    tab.wait("document.querySelectorAll('[data-question] .form').length === 1")
    assert tab.look(ADDED) == 0
    for view in ("servers", "messages", "history", "tests", "audit"):
        one.go(view)
        tab.wait("document.querySelector('main :is(h1, .row)') !== null")
        assert tab.look(ADDED) == 0, view
    one.go("messages")
    tab.wait("document.querySelectorAll('.messages .row').length > 5")
    tab.look("[...document.querySelectorAll('.messages .row')].at(-1).click()")
    tab.wait("document.querySelector('[data-open-frame]') !== null")
    assert tab.look(ADDED) == 0
    assert tab.look("typeof hacked") == "undefined"
    assert tab.look("window.violations") == []
    assert "\u202e" not in tab.look("document.body.textContent")
    assert tab.complaints == []
    outside = [
        url
        for url in tab.requests
        if not url.startswith(("data:", "blob:", link.partition("#")[0]))
    ]
    assert outside == []
    tab.close()
