"""What an error must not tell."""

import pytest

from mcptest.model.leak import Given, find_leaks
from mcptest.model.texts import texts_in

TRACES = {
    "python": 'Traceback (most recent call last):\n  File "x.py", line 1, in f',
    "python frame": 'boom\n  File "/x", line 12',
    "node": "TypeError: x\n    at handler (file:///srv/index.js:3:5)",
    "node bare": "Error\n    at /srv/index.js:3:5",
    "node core": "Error\n    at Object.open (node:fs:600:3)",
    "java": "x\n\tat com.example.Tool.call(Tool.java:12)",
    "go": "panic: x\n\ngoroutine 1 [running]:",
    "rust": "thread 'main' panicked at src/main.rs:3",
    "ruby": "x (RuntimeError)\n\tfrom app.rb:3:in `call'",
    "php": "#0 /srv/a.php(12): f()",
}


@pytest.mark.parametrize("text", TRACES.values(), ids=list(TRACES))
def test_stack_traces_of_many_languages_are_seen(text):
    assert "stack trace" in {leak.kind for leak in find_leaks(text)}


@pytest.mark.parametrize(
    "text",
    [
        "cannot open /home/ada/.config/app.toml",
        "cannot open /Users/ada/x",
        r"cannot open C:\Users\ada\x",
        "at /opt/venv/lib/python3.11/site-packages/app/x",
        "in /srv/app/tools.py",
    ],
)
def test_places_on_the_machine_are_seen(text):
    assert [leak.kind for leak in find_leaks(text)] == ["path"]


def test_a_secret_is_seen_and_never_quoted():
    (leak,) = find_leaks("bad key sk-live-abcdefghijklmnopqrstuvwx")
    assert (leak.kind, leak.excerpt) == ("secret", "[redacted]")


@pytest.mark.parametrize(
    "text",
    [
        "limit must be at most 50",
        "see https://example.com/home/user/index.js for help",
        "the path /tmp/x does not exist",
        "unknown tool: search/all",
        "query: at least 1 character",
        "token [redacted] was refused: bearer [redacted]",
        "a/b/c.py is not allowed",
        r"must be absolute, e.g. 'C:\Users\me\q1.xlsx' or '/home/me/q1.xlsx'.",
        "a folder, for example /Users/you/notes",
        "run npx percy exec -- npx playwright test /path/to/test.spec.js",
    ],
)
def test_plain_words_are_no_leak(text):
    assert find_leaks(text) == ()


def test_what_was_said_before_is_known():
    text = "no such file: /home/ada/x"
    assert find_leaks(text, known="/home/ada/x") == ()
    key = "ghp_abcdefghijklmnopqrstuvwxyz"
    assert find_leaks(f"bad {key}", known=key) == ()


def test_texts_are_collected_in_order():
    assert texts_in({"a": ["x", {"b": "y"}], "c": 1, "d": "z"}) == "x\ny\nz"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("no such table in SELECT id, name FROM users", "SQL"),
        ("INSERT INTO notes (id, text) VALUES", "SQL"),
        ("UPDATE users SET name = ?", "SQL"),
        ("sqlite3.OperationalError: no such table", "SQL"),
        ('near "mcptest": syntax error', "SQL"),
        ("SQLSTATE[42S02]: table not found", "SQL"),
        ("ORA-00942: table or view does not exist", "SQL"),
        ("connect ECONNREFUSED 10.0.3.7:5432", "host name"),
        ("cannot reach http://billing.prod.internal/v1", "host name"),
        ("getaddrinfo ENOTFOUND db01.corp", "host name"),
        ('could not translate host name: host "pg.svc.cluster.local" is down', "host name"),
    ],
)
def test_sql_and_internal_hosts_are_seen(text, kind):
    assert kind in {leak.kind for leak in find_leaks(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Only SELECT statements are allowed",
        "select a row from the list",
        "Update the settings and try again",
        "requests to 10.0.0.0/8 are blocked",
        "version 10.0.19041.1 or newer is needed",
        "connect ECONNREFUSED 127.0.0.1:5432",
        "metadata.google.internal:80 is not allowed",
        "cannot connect to host api.example.com:443",
        "copy .env.local first",
        "class com.example.internal is missing",
        "dial tcp: lookup grafana.com on 10.255.255.53:53: no such host",
    ],
)
def test_words_like_sql_and_hosts_are_no_leak(text):
    assert find_leaks(text) == ()


def test_a_tool_for_sql_may_talk_about_it():
    text = "SELECT id FROM users needs a WHERE clause"
    assert find_leaks(text, given=Given(text="Run a read-only SQL query.")) == ()


@pytest.mark.parametrize(
    ("path", "leaks"),
    [
        ("/home/ada/docs", False),
        ("/home/ada/docs/a.txt", False),
        ("/home/ada/docs/example.py", False),  # a file that the request named
        ("/home/ada/docs/server.py", True),
        ("/home/ada/docsy/a.txt", True),
        ("/home/ada/.ssh/id_rsa", True),
    ],
)
def test_a_path_below_a_folder_that_the_server_was_given_is_no_leak(path, leaks):
    given = Given(folders=("/home/ada/docs",))
    found = find_leaks(f"not allowed: {path}", known="example.py", given=given)
    assert bool(found) is leaks


def test_a_path_of_the_description_is_no_leak():
    given = Given(text="Reads /home/shared/notes.txt.")
    assert find_leaks("no such file: /home/shared/notes.txt", given=given) == ()


def test_a_secret_that_the_server_was_given_is_one():
    given = Given(secrets=("correct horse battery",))
    (leak,) = find_leaks("login with correct horse battery failed", given=given)
    assert (leak.kind, leak.excerpt) == ("secret", "[redacted]")
    assert find_leaks("login failed", given=given) == ()
